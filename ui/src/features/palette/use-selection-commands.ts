// What can be done with all marked tools at once.
import { Check, X } from "lucide-react";
import { toDecide, useBulk } from "../bulk/use-bulk";
import { useView } from "../../shared/view-state";
import type { Command } from "./command";
import { hintCommands } from "./hint-commands";

export function useSelectionCommands(readOnly: boolean): Command[] {
  const bulk = useBulk();
  const setMarked = useView((state) => state.setMarked);
  const clear: Command = { id: "unmark", label: "Clear the selection", icon: X, run: () => setMarked(new Set()) };
  if (readOnly) return [clear];
  return [
    ...hintCommands({
      decide: (hint, value) => bulk.decide(toDecide(hint, value)),
      acceptInference: () => bulk.decide({ kind: "acceptInference" }),
      reset: () => bulk.decide({ kind: "reset" }),
      next: () => true,
    }),
    { id: "accept", label: "Mark reviewed", also: "accept", icon: Check, keys: ["a"], run: bulk.accept },
    clear,
  ];
}
