// Global commands: undo, servers, files, toolsets, gateway, appearance.
import {
  Archive,
  FileDown,
  Keyboard,
  Layers,
  Monitor,
  Moon,
  Plug,
  Plus,
  Redo2,
  RefreshCw,
  Rows3,
  Rows4,
  Sun,
  Trash2,
  Undo2,
  Upload,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import type { Catalog } from "../../backend";
import { setAppearance } from "../../shared/appearance";
import { useNavigation } from "../../shared/navigation";
import { zoomBy, zoomTo } from "../../shared/zoom";
import { useUndoRedo } from "../history/use-undo-redo";
import { useServerActions } from "../servers/use-server-actions";
import { useBackUp } from "../store/use-back-up";
import type { Command } from "./command";
import { strings } from "./strings";
import { useGatewayCommands } from "./use-gateway-commands";
import { useToolsetCommands } from "./use-toolset-commands";

const { commands: text, appearance } = strings;

const APPEARANCE: readonly Command[] = [
  { id: "theme light", label: appearance.light, also: "appearance", icon: Sun, run: () => setAppearance({ theme: "light" }) },
  { id: "theme dark", label: appearance.dark, also: "appearance", icon: Moon, run: () => setAppearance({ theme: "dark" }) },
  { id: "theme system", label: appearance.system, also: "appearance", icon: Monitor, run: () => setAppearance({ theme: "system" }) },
  { id: "comfortable", label: appearance.comfortable, icon: Rows3, run: () => setAppearance({ density: "comfortable" }) },
  { id: "compact", label: appearance.compact, icon: Rows4, run: () => setAppearance({ density: "compact" }) },
  { id: "zoom in", label: appearance.larger, also: "zoom in", icon: ZoomIn, shortcut: "window.zoomIn", run: () => zoomBy(1) },
  { id: "zoom out", label: appearance.smaller, also: "zoom out", icon: ZoomOut, shortcut: "window.zoomOut", run: () => zoomBy(-1) },
  { id: "zoom reset", label: appearance.resetSize, also: "zoom reset", icon: Monitor, shortcut: "window.zoomReset", run: () => zoomTo(1) },
];

export function useGlobalCommands(catalog: Catalog): Command[] {
  const { servers, changes, readOnly } = catalog;
  const toolsets = useToolsetCommands(catalog);
  const gateway = useGatewayCommands(readOnly !== null);
  const history = useUndoRedo();
  const actions = useServerActions();
  const { mutate: backUp } = useBackUp();
  const { open, showExport } = useNavigation.getState();
  const scannable = servers.filter((server) => server.enabled).map((server) => server.name);
  const storeCommands: Command[] = [
    { id: "undo", label: text.undo, icon: Undo2, shortcut: "window.undo", run: history.undo },
    { id: "redo", label: text.redo, icon: Redo2, shortcut: "window.redo", run: history.redo },
    ...(scannable.length > 0
      ? [{ id: "scan all", label: text.scanAll, also: "refresh read", icon: RefreshCw, run: () => void actions.scanAll(scannable) }]
      : []),
    { id: "add server", label: text.addServer, icon: Plus, run: () => open({ kind: "addServer", tab: "command" }) },
    { id: "apply", label: text.applyFile, also: "import decisions", icon: FileDown, run: () => open({ kind: "apply" }) },
    ...(changes.count > 0
      ? [{ id: "discard", label: text.discard, icon: Trash2, run: () => open({ kind: "discard" }) }]
      : []),
  ];
  const exportCommand: Command = { id: "export", label: text.export, icon: Upload, shortcut: "window.export", run: showExport };
  return [
    ...(readOnly === null ? [...storeCommands, ...toolsets] : []),
    ...(servers.length > 0 ? [exportCommand] : []),
    ...(servers.length > 0 ? gateway : []),
    { id: "connect client", label: text.connectClient, also: "install wrap", icon: Plug, run: () => open({ kind: "connectClient" }) },
    { id: "back up", label: text.backUp, also: "backup", icon: Archive, run: () => backUp("folder") },
    { id: "environments", label: text.environments, icon: Layers, run: () => open({ kind: "environments" }) },
    ...APPEARANCE,
    { id: "shortcuts", label: text.shortcuts, also: "keys help", icon: Keyboard, shortcut: "window.shortcuts", run: () => open({ kind: "shortcuts" }) },
  ];
}
