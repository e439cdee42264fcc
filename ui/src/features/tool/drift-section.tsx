// Changes of the tool by its server, above the hints that may be outdated, and the button that accepts the tool.
import { Diff } from "lucide-react";
import { KeyHint } from "../../shared/key-hint";
import type { Drift, ToolCard } from "../../backend";
import { Button } from "../../kit/button";
import { DriftView } from "../../shared/drift-view";
import { Section } from "../../shared/section";
import { useAcceptLabel, useReviewActions } from "./review-actions";
import { strings } from "./strings";
import styles from "./drift-section.module.css";

type Props = { card: ToolCard; drift: Drift; readOnly: boolean };

export function DriftSection({ card, drift, readOnly }: Props) {
  const actions = useReviewActions();
  const accepting = useAcceptLabel();
  return (
    <Section title={strings.drift.title} after={<Diff size={14} aria-hidden="true" />}>
      <DriftView drift={drift} />
      {readOnly ? null : (
        <div className={styles.accept}>
          <p>{accepting}</p>
          <Button size="small" onClick={() => void actions.accept(card)}>
            {strings.review.acceptChanges} <KeyHint of="tool.accept" />
          </Button>
        </div>
      )}
    </Section>
  );
}
