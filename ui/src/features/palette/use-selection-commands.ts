// Commands for all marked tools.
import { Briefcase, Check, X } from "lucide-react";
import type { Catalog } from "../../backend";
import { useBulkPopover } from "../bulk/bulk-popover";
import { toDecide, useBulk } from "../bulk/use-bulk";
import { useNavigation } from "../../shared/navigation";
import { useSelection } from "../../shared/selection";
import { markedTools } from "../toolsets/tool-source";
import { useAddToToolset } from "../toolsets/use-toolset-mutations";
import type { Command } from "./command";
import { hintCommands } from "./hint-commands";
import { strings } from "./strings";

const { selection: text } = strings;

/** The command that accepts the inference opens a preview, which receives the focus. */
const withPreview = (commands: readonly Command[]): Command[] =>
  commands.map((command) =>
    command.id === "accept inference"
      ? { ...command, label: text.acceptInference, focus: () => document.querySelector<HTMLElement>("[data-bulk-form]") }
      : command,
  );

export function useSelectionCommands(catalog: Catalog): Command[] {
  const bulk = useBulk();
  const setMarked = useSelection((state) => state.setMarked);
  const clear: Command = { id: "unmark", label: text.clear, icon: X, run: () => setMarked(new Set()) };
  const { mutate: add } = useAddToToolset();
  const { open } = useNavigation.getState();
  if (catalog.readOnly !== null) return [clear];
  const addTo = ({ name }: { name: string }): Command => ({
    id: `add to ${name}`,
    label: text.addToToolset(name),
    icon: Briefcase,
    run: () => add({ name, tools: { by: "tools", tools: markedTools(catalog, useSelection.getState().marked) } }),
  });
  return [
    ...withPreview(hintCommands({
      decide: (hint, value) => bulk.decide(toDecide(hint, value)),
      // The catalog, where the selection is, shows the preview.
      acceptInference: () => useBulkPopover.getState().open({ kind: "inference" }),
      reset: () => bulk.decide({ kind: "reset" }),
      next: () => true,
    })),
    { id: "accept", label: text.markReviewed, also: "accept", icon: Check, shortcut: "marks.accept", run: bulk.accept },
    ...catalog.toolsets.map(addTo),
    {
      id: "toolset of marked",
      label: text.createToolset,
      icon: Briefcase,
      run: () => open({ kind: "newToolset", from: { kind: "marked" } }),
    },
    clear,
  ];
}
