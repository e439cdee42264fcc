// The four hints side by side: what the server says, what we infer and why, and what the person decides.
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { HintName, Mark as MarkKind, ResolvedHint } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ElsewhereTag, hasNotes, HintNotes } from "../../shared/hint-notes";
import { HINT_LABEL, saidBy, yesNo } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { ThreeWay } from "../../shared/three-way";
import { Because } from "./because";
import styles from "./hints-table.module.css";

type Props = {
  hints: readonly ResolvedHint[];
  disabled: boolean;
  onDecide: (hint: HintName, decided: boolean | null) => void;
};

export function HintsTable({ hints, disabled, onDecide }: Props) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Hint</th>
          <th scope="col">Server says</th>
          <th scope="col">We infer</th>
          <th scope="col">Because</th>
          <th scope="col">Your decision</th>
        </tr>
      </thead>
      <tbody>
        {hints.map((hint) => (
          <HintLine
            key={hint.hint}
            hint={hint}
            disabled={disabled}
            onDecide={(decided) => onDecide(hint.hint, decided)}
          />
        ))}
      </tbody>
    </table>
  );
}

type LineProps = { hint: ResolvedHint; disabled: boolean; onDecide: (decided: boolean | null) => void };

function HintLine({ hint, disabled, onDecide }: LineProps) {
  const notesId = useId();
  const declared = saidBy(hint, "declared");
  const inferred = saidBy(hint, "inferred");
  const inference = hint.stack.find((entry) => entry.layer === "inferred");
  const differs = declared !== null && inferred !== null && declared !== inferred && hint.unused === null;
  return (
    <tr
      data-testid={`hint-${hint.hint}`}
      data-unused={hint.unused !== null || undefined}
      data-changed={hint.changed || undefined}
      data-differs={differs || undefined}
    >
      <th scope="row">{HINT_LABEL[hint.hint]}</th>
      <td>
        <Said value={declared} mark="declared" silent="Unset" />
      </td>
      <td>
        <Said value={inferred} mark="assumed" silent="Nothing" />
        {differs ? (
          <span className={styles.differs}>
            <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
            differs
          </span>
        ) : null}
      </td>
      <td className={styles.because}>
        <Because inference={inference} hint={HINT_LABEL[hint.hint]} />
        {hint.unused === null ? null : <p>Not used: {hint.unused}</p>}
      </td>
      <td>
        <ThreeWay
          hint={hint}
          disabled={disabled}
          onDecide={onDecide}
          {...(hasNotes(hint) ? { describedBy: notesId } : {})}
        />
        <HintNotes hint={hint} looking id={notesId} />
        <ElsewhereTag names={hint.elsewhere} />
      </td>
    </tr>
  );
}

function Said({ value, mark, silent }: { value: boolean | null; mark: MarkKind; silent: string }) {
  return (
    <span className={styles.said}>
      <Mark mark={value === null ? "none" : mark} />
      {value === null ? silent : <b>{yesNo(value)}</b>}
      {value === null ? null : <VisuallyHidden>{mark === "declared" ? ", declared" : ", inferred"}</VisuallyHidden>}
    </span>
  );
}
