// Table of the four hints: declared value, inferred value with its reason, and the user's decision.
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { HintName, Mark as MarkKind, ResolvedHint } from "../../backend";
import type { Column } from "../../kit/table";
import { Table } from "../../kit/table";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ElsewhereTag, hasNotes, HintNotes } from "../../shared/hint-notes";
import { HINT_LABEL, layerValue, yesNo } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { ThreeWay } from "../../shared/three-way";
import { InferenceReason } from "./inference-reason";
import { strings } from "./strings";
import styles from "./hints-table.module.css";

type Props = {
  hints: readonly ResolvedHint[];
  disabled: boolean;
  onDecide: (hint: HintName, decided: boolean | null) => void;
};

const text = strings.hintsTable;

const declaredIn = (hint: ResolvedHint) => layerValue(hint, "declared");
const inferredIn = (hint: ResolvedHint) => layerValue(hint, "inferred");

function differs(hint: ResolvedHint): boolean {
  const declared = declaredIn(hint);
  const inferred = inferredIn(hint);
  return declared !== null && inferred !== null && declared !== inferred && hint.unused === null;
}

export function HintsTable({ hints, disabled, onDecide }: Props) {
  const id = useId();
  const columns: readonly Column<ResolvedHint>[] = [
    { head: text.hint, names: true, cell: ({ hint }) => HINT_LABEL[hint] },
    { head: text.declared, cell: (hint) => <LayerValue value={declaredIn(hint)} mark="declared" fallback={text.unset} /> },
    {
      head: text.inferred,
      cell: (hint) => (
        <>
          <LayerValue value={inferredIn(hint)} mark="assumed" fallback={text.notInferred} />
          {differs(hint) ? (
            <span className={styles.differs}>
              <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
              {text.differs}
            </span>
          ) : null}
        </>
      ),
    },
    {
      head: text.reason,
      className: styles.reason,
      cell: ({ hint, stack, unused }) => (
        <>
          <InferenceReason inference={stack.find(({ layer }) => layer === "inferred")} hint={HINT_LABEL[hint]} />
          {unused === null ? null : <p>{text.notUsed} {unused}</p>}
        </>
      ),
    },
    {
      head: text.decision,
      cell: (hint) => {
        const notesId = `${id}${hint.hint}`;
        return (
          <>
            <ThreeWay
              hint={hint}
              disabled={disabled}
              onDecide={(decided) => onDecide(hint.hint, decided)}
              {...(hasNotes(hint) ? { describedBy: notesId } : {})}
            />
            <HintNotes hint={hint} isReviewing id={notesId} />
            <ElsewhereTag names={hint.elsewhere} />
          </>
        );
      },
    },
  ];
  return (
    <Table
      className={styles.table}
      columns={columns}
      rows={hints}
      keyOf={({ hint }) => hint}
      rowProps={(hint) => ({
        "data-testid": `hint-${hint.hint}`,
        "data-unused": hint.unused !== null || undefined,
        "data-changed": hint.changed || undefined,
        "data-differs": differs(hint) || undefined,
      })}
    />
  );
}

function LayerValue({ value, mark, fallback }: { value: boolean | null; mark: MarkKind; fallback: string }) {
  return (
    <span className={styles.value}>
      <Mark mark={value === null ? "none" : mark} />
      {value === null ? fallback : <b>{yesNo(value)}</b>}
      {value === null ? null : <VisuallyHidden>{mark === "declared" ? text.declaredMark : text.inferredMark}</VisuallyHidden>}
    </span>
  );
}
