// The four hints of a tool, and the button that accepts the inferred ones.
import { useQuery } from "@tanstack/react-query";
import { KeyHint } from "../../shared/key-hint";
import type { ChangeReport, GuessKey, ToolDetail } from "../../backend";
import { backend } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { clip } from "../../shared/clip";
import { HintRow } from "../../shared/hint-row";
import { LoosenedNote } from "../../shared/loosening";
import { PanelSection } from "../../shared/panel-section";
import { keyOf } from "../../shared/tool-id";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { Observations } from "../run/observations";
import { strings } from "./strings";
import { useDecisions } from "./use-decisions";
import styles from "./hints-section.module.css";

export function HintsSection({ detail, readOnly }: { detail: ToolDetail; readOnly: boolean }) {
  const decisions = useDecisions();
  const { data: environment = null } = useQuery({ ...catalogQuery, select: (catalog) => catalog.environment });
  const key = keyOf(detail.card);
  const { mutate: mark } = useStoreMutation<{ key: GuessKey; wrong: boolean }, ChangeReport>({
    run: ({ key, wrong }) => (wrong ? backend.markWrong(key) : backend.unmarkWrong(key)),
    successMessage: ({ key, wrong }) => strings.hints.marked(key.hint, wrong, clip(detail.card.title, 80)),
  });
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
          onMark={(wrong) => mark({ key: { ...key, hint: hint.hint }, wrong })}
          onBecause={(because) => void decisions.justify(key, hint.hint, because)}
        >
          {hint.hint === "idempotent" ? <Observations observations={detail.observations} readOnly={readOnly} /> : null}
        </HintRow>
      ))}
    </PanelSection>
  );
}
