// The four hints of a tool, and the button that accepts the inferred ones.
import { useQuery } from "@tanstack/react-query";
import { KeyHint } from "../../shared/key-hint";
import type { ToolDetail } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { HintRow } from "../../shared/hint-row";
import { LoosenedNote } from "../../shared/loosening";
import { PanelSection } from "../../shared/panel-section";
import { keyOf } from "../../shared/tool-id";
import { Observations } from "../run/observations";
import { strings } from "./strings";
import { useDecisions } from "./use-decisions";
import styles from "./hints-section.module.css";

export function HintsSection({ detail, readOnly }: { detail: ToolDetail; readOnly: boolean }) {
  const decisions = useDecisions();
  const { data: environment = null } = useQuery({ ...catalogQuery, select: (catalog) => catalog.environment });
  const key = keyOf(detail.card);
  return (
    <PanelSection
      id="hints"
      title={strings.hints.title}
      after={
        readOnly ? null : (
          <Button look="quiet" size="small" className={styles.accept} onClick={() => void decisions.acceptInference(key)}>
            {strings.hints.acceptInference} <KeyHint of="tool.acceptInference" />
          </Button>
        )
      }
    >
      <LoosenedNote loosened={detail.loosened} />
      {detail.hints.map((hint) => (
        <HintRow
          key={hint.hint}
          hint={hint}
          disabled={readOnly}
          environment={environment}
          onDecide={(decided) => void decisions.decide(key, hint.hint, decided)}
          onBecause={(because) => void decisions.justify(key, hint.hint, because)}
        >
          {hint.hint === "idempotent" ? <Observations observations={detail.observations} readOnly={readOnly} /> : null}
        </HintRow>
      ))}
    </PanelSection>
  );
}
