// Table of the four hints: declared value, inferred value with its reason, and the user's decision.
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { HintName, Mark as MarkKind, ResolvedHint } from "../../backend";
import type { Column } from "../../kit/table";
import { Table } from "../../kit/table";
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

const declaredIn = (hint: ResolvedHint) => saidBy(hint, "declared");
const inferredIn = (hint: ResolvedHint) => saidBy(hint, "inferred");

function differs(hint: ResolvedHint): boolean {
  const declared = declaredIn(hint);
  const inferred = inferredIn(hint);
  return declared !== null && inferred !== null && declared !== inferred && hint.unused === null;
}

export function HintsTable({ hints, disabled, onDecide }: Props) {
  const id = useId();
  const columns: readonly Column<ResolvedHint>[] = [
    { head: "Hint", names: true, cell: ({ hint }) => HINT_LABEL[hint] },
    { head: "Server says", cell: (hint) => <LayerValue value={declaredIn(hint)} mark="declared" silent="Unset" /> },
    {
      head: "We infer",
      cell: (hint) => (
        <>
          <LayerValue value={inferredIn(hint)} mark="assumed" silent="Nothing" />
          {differs(hint) ? (
            <span className={styles.differs}>
              <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
              differs
            </span>
          ) : null}
        </>
      ),
    },
    {
      head: "Because",
      className: styles.because,
      cell: ({ hint, stack, unused }) => (
        <>
          <Because inference={stack.find(({ layer }) => layer === "inferred")} hint={HINT_LABEL[hint]} />
          {unused === null ? null : <p>Not used: {unused}</p>}
        </>
      ),
    },
    {
      head: "Your decision",
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
            <HintNotes hint={hint} looking id={notesId} />
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

function LayerValue({ value, mark, silent }: { value: boolean | null; mark: MarkKind; silent: string }) {
  return (
    <span className={styles.value}>
      <Mark mark={value === null ? "none" : mark} />
      {value === null ? silent : <b>{yesNo(value)}</b>}
      {value === null ? null : <VisuallyHidden>{mark === "declared" ? ", declared" : ", inferred"}</VisuallyHidden>}
    </span>
  );
}
