// How the server changed the tool, above the hints that may no longer be right, and the way to say that they are.
import { Diff } from "lucide-react";
import { KeyHint } from "../../shared/key-hint";
import type { Drift, ToolCard } from "../../backend";
import { Button } from "../../kit/button";
import { DriftView } from "../../shared/drift-view";
import { Section } from "../../shared/section";
import { useAcceptingWords, useReviewActions } from "./review-actions";
import styles from "./drift-section.module.css";

type Props = { card: ToolCard; drift: Drift; readOnly: boolean };

export function DriftSection({ card, drift, readOnly }: Props) {
  const acts = useReviewActions();
  const accepting = useAcceptingWords();
  return (
    <Section title="The server changed this tool" after={<Diff size={14} aria-hidden="true" />}>
      <DriftView drift={drift} />
      {readOnly ? null : (
        <div className={styles.accept}>
          <p>{accepting}</p>
          <Button size="small" onClick={() => void acts.accept(card)}>
            Accept as it is now <KeyHint of="tool.accept" />
          </Button>
        </div>
      )}
    </Section>
  );
}
