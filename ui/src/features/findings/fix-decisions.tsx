// Decisions of a fix, field by field, with a warning if the fix is a guess.
import type { FieldDecision, FixView } from "../../backend";
import { clip } from "../../shared/clip";
import { HINT_LABEL, yesNo } from "../../shared/hints";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./findings-panel.module.css";

export function FixDecisions({ fix }: { fix: FixView }) {
  return (
    <div className={styles.decisions} data-testid="fix-decides">
      <p>{fix.safe ? strings.fix.sets : strings.fix.guessSets}</p>
      <dl>
        {fix.decisions.map((decision, index) => (
          <div key={index}>
            <dt>
              <ServerText text={clip(fieldOf(decision), 80)} limit={2} />
            </dt>
            <dd>
              <ServerText text={clip(valueOf(decision), 200)} limit={2} />
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
    case "parameter":
      return strings.fix.parameter(decision.name);
  }
}

function valueOf(decision: FieldDecision): string {
  if (decision.value === null) return strings.fix.inherit;
  return decision.field === "hint" ? yesNo(decision.value) : `“${decision.value}”`;
}
