// Commands for all marked tools.
import { Briefcase, Check, X } from "lucide-react";
import type { Catalog } from "../../backend";
import { toDecide, useBulk } from "../bulk/use-bulk";
import { useNavigation } from "../../shared/navigation";
import { useSelection } from "../../shared/selection";
import { markedTools } from "../toolsets/tool-source";
import { useAddToToolset } from "../toolsets/use-toolset-mutations";
import type { Command } from "./command";
import { hintCommands } from "./hint-commands";
import { strings } from "./strings";

const { selection: text } = strings;

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
    ...hintCommands({
      decide: (hint, value) => bulk.decide(toDecide(hint, value)),
      acceptInference: () => bulk.decide({ kind: "acceptInference" }),
      reset: () => bulk.decide({ kind: "reset" }),
      next: () => true,
    }),
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
