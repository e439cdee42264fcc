// Segmented control for a hint: Inherit, Yes, No. A suspended decision is only outlined, and the user can make it again.
import type { ResolvedHint } from "../backend";
import { Segmented } from "../kit/segmented";
import type { Segment } from "../kit/segmented";
import { HINT_LABEL } from "./hints";
import { strings } from "./strings";
import { isOwnSuspended } from "./suspended";

type Choice = "inherit" | "yes" | "no";

const choiceOf = (decided: boolean | null): Choice => (decided === null ? "inherit" : decided ? "yes" : "no");
const decidedOf = (choice: Choice): boolean | null => (choice === "inherit" ? null : choice === "yes");

type Props = {
  hint: ResolvedHint;
  onDecide: (decided: boolean | null) => void;
  disabled?: boolean;
  describedBy?: string;
};

export function ThreeWay({ hint, onDecide, disabled = false, describedBy }: Props) {
  const suspended = isOwnSuspended(hint);
  const segments: readonly Segment<Choice>[] = [
    { value: "inherit", label: strings.hints.inherit },
    { value: "yes", label: strings.hints.yes, decides: true, suspended },
    { value: "no", label: strings.hints.no, decides: true, suspended },
  ];
  return (
    <Segmented
      label={HINT_LABEL[hint.hint]}
      describedBy={describedBy}
      value={choiceOf(hint.decided)}
      segments={segments}
      onChange={(choice) => onDecide(decidedOf(choice))}
      muted={hint.unused !== null}
      disabled={disabled}
    />
  );
}
