// Commands that decide hints, for one tool or for many.
import { CheckCheck, Eye, Globe, Repeat, TriangleAlert, Undo2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { HintName } from "../../backend";
import { HINT_LABEL, HINTS, yesNo } from "../../shared/hints";
import type { Command } from "./command";
import { strings } from "./strings";

const { hints: text } = strings;

const ICON: Record<HintName, LucideIcon> = {
  readOnly: Eye,
  destructive: TriangleAlert,
  idempotent: Repeat,
  openWorld: Globe,
};

type HintActions = {
  decide: (hint: HintName, value: boolean | null) => void;
  acceptInference: () => void;
  reset: () => void;
  /** Value that the shortcut of the hint would decide now. */
  next: (hint: HintName) => boolean | null;
};

export function hintCommands({ decide, acceptInference, reset, next }: HintActions): Command[] {
  const each = HINTS.flatMap((hint) =>
    [true, false, null].map((value): Command => {
      const name = HINT_LABEL[hint];
      return {
        id: `hint ${hint} ${value}`,
        label: value === null ? text.reset(name) : text.set(name, yesNo(value)),
        icon: value === null ? Undo2 : ICON[hint],
        shortcut: next(hint) === value ? `tool.${hint}` : undefined,
        run: () => decide(hint, value),
      };
    }),
  );
  return [
    ...each,
    { id: "accept inference", label: text.acceptInference, icon: CheckCheck, shortcut: "tool.acceptInference", run: acceptInference },
    { id: "reset", label: text.resetAll, icon: Undo2, shortcut: "tool.reset", run: reset },
  ];
}
