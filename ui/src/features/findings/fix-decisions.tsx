// Decisions of a fix, field by field, with the values before and after, and a warning if the fix is unsafe.
import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import type { FieldDecision, FindingRow, FixView, HintName, MarkedHint, ToolCard } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { clip } from "../../shared/clip";
import { HintBadge } from "../../shared/hint-badge";
import { HINT_LABEL, HINTS, MARK_LABELS, yesNo } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { ServerText } from "../../shared/server-text";
import { idOf } from "../../shared/tool-id";
import { FixJson } from "./fix-json";
import { strings } from "./strings";
import styles from "./findings-panel.module.css";

export function FixDecisions({ row, fix }: { row: FindingRow; fix: FixView }) {
  const { server, tool } = row;
  const { data: card } = useQuery({
    ...catalogQuery,
    select: ({ cards }) => cards.find((card) => card.server === server && card.name === tool),
  });
  return (
    <div className={styles.decisions} data-testid="fix-decides">
      <div className={styles.sets}>
        <p>{fix.safe ? strings.fix.sets : strings.fix.setsUnsafe}</p>
        <FixJson key={idOf(row)} row={row} fix={fix} />
      </div>
      <dl>
        {fix.decisions.map((decision, index) => (
          <div key={index}>
            <dt>
              <ServerText text={clip(fieldOf(decision), 80)} limit={2} />
            </dt>
            <dd>
              {card ? <Before decision={decision} card={card} /> : null}
              {decision.field === "hint" && decision.value !== null ? (
                <Hint hint={decision.hint} value={decision.value} mark="decided" />
              ) : (
                <ServerText text={clip(valueOf(decision), 200)} limit={2} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function fieldOf(decision: FieldDecision): string {
  switch (decision.field) {
    case "hint":
      return HINT_LABEL[decision.hint];
    case "title":
      return strings.fix.title;
    case "description":
      return strings.fix.description;
    case "icon":
      return strings.fix.icon;
    case "parameter":
      return strings.fix.parameter(decision.name);
  }
}

/** Effective value, followed by an arrow; nothing if there is none. */
function Before({ decision, card }: { decision: FieldDecision; card: ToolCard }) {
  const hint = decision.field === "hint" ? card.hints[HINTS.indexOf(decision.hint)] : undefined;
  const value =
    decision.field === "title" ? (
      <ServerText text={quoted(clip(card.title, 200))} limit={2} />
    ) : decision.field === "hint" && hint && hint.value !== null ? (
      <Hint hint={decision.hint} value={hint.value} mark={hint.mark} />
    ) : null;
  if (value === null) return null;
  return (
    <>
      <span className={styles.before}>{value}</span> <ArrowRight size={12} strokeWidth={2.25} aria-hidden="true" />
      <VisuallyHidden> {strings.fix.becomes} </VisuallyHidden>
    </>
  );
}

/** Yes is the badge of the hint; there is no badge for No. */
function Hint({ hint, value, mark }: { hint: HintName } & MarkedHint) {
  if (value) return <HintBadge kind={hint} mark={mark} />;
  return (
    <span className={styles.no}>
      <Mark mark={mark} />
      {yesNo(value)}
      <VisuallyHidden>, {MARK_LABELS[mark]}</VisuallyHidden>
    </span>
  );
}

const quoted = (text: string): string => `“${text}”`;

function valueOf(decision: FieldDecision): string {
  if (decision.value === null) return strings.fix.inherit;
  return decision.field === "hint" ? yesNo(decision.value) : quoted(decision.value);
}
