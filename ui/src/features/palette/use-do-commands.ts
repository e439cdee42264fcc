// Global commands: undo, servers, files, toolsets, gateway, appearance.
import {
  Archive,
  FileDown,
  Keyboard,
  Layers,
  Monitor,
  Moon,
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
import { useGatewayCommands } from "./use-gateway-commands";
import { useToolsetCommands } from "./use-toolset-commands";

const APPEARANCE: readonly Command[] = [
  { id: "theme light", label: "Theme: light", also: "appearance", icon: Sun, run: () => setAppearance({ theme: "light" }) },
  { id: "theme dark", label: "Theme: dark", also: "appearance", icon: Moon, run: () => setAppearance({ theme: "dark" }) },
  { id: "theme system", label: "Theme: as the system", also: "appearance", icon: Monitor, run: () => setAppearance({ theme: "system" }) },
  { id: "comfortable", label: "Density: comfortable", icon: Rows3, run: () => setAppearance({ density: "comfortable" }) },
  { id: "compact", label: "Density: compact", icon: Rows4, run: () => setAppearance({ density: "compact" }) },
  { id: "zoom in", label: "Larger text", also: "zoom in", icon: ZoomIn, shortcut: "window.zoomIn", run: () => zoomBy(1) },
  { id: "zoom out", label: "Smaller text", also: "zoom out", icon: ZoomOut, shortcut: "window.zoomOut", run: () => zoomBy(-1) },
  { id: "zoom reset", label: "Usual text size", also: "zoom reset", icon: Monitor, shortcut: "window.zoomReset", run: () => zoomTo(1) },
];

export function useDoCommands(catalog: Catalog): Command[] {
  const { servers, changes, readOnly } = catalog;
  const toolsets = useToolsetCommands(catalog);
  const gateway = useGatewayCommands(readOnly !== null);
  const history = useUndoRedo();
  const actions = useServerActions();
  const { mutate: backUp } = useBackUp();
  const { open, showExport } = useNavigation.getState();
  const readable = servers.filter((server) => server.enabled).map((server) => server.name);
  const writing: Command[] = [
    { id: "undo", label: "Undo", icon: Undo2, shortcut: "window.undo", run: history.undo },
    { id: "redo", label: "Redo", icon: Redo2, shortcut: "window.redo", run: history.redo },
    ...(readable.length > 0
      ? [{ id: "read all", label: "Read all servers", also: "refresh scan", icon: RefreshCw, run: () => void actions.readAll(readable) }]
      : []),
    { id: "add server", label: "Add a server…", icon: Plus, run: () => open({ kind: "addServer", tab: "command" }) },
    { id: "apply", label: "Apply a file…", also: "import decisions", icon: FileDown, run: () => open({ kind: "apply" }) },
    ...(changes.count > 0
      ? [{ id: "discard", label: "Discard changes…", icon: Trash2, run: () => open({ kind: "discard" }) }]
      : []),
  ];
  const exporting: Command = { id: "export", label: "Export…", icon: Upload, shortcut: "window.export", run: showExport };
  return [
    ...(readOnly === null ? [...writing, ...toolsets] : []),
    ...(servers.length > 0 ? [exporting] : []),
    ...(servers.length > 0 ? gateway : []),
    { id: "back up", label: "Back up now", also: "store", icon: Archive, run: () => backUp("folder") },
    { id: "environments", label: "Manage environments…", icon: Layers, run: () => open({ kind: "environments" }) },
    ...APPEARANCE,
    { id: "shortcuts", label: "Shortcuts", also: "keys help", icon: Keyboard, shortcut: "window.shortcuts", run: () => open({ kind: "shortcuts" }) },
  ];
}
