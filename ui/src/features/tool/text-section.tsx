// Text that the model reads: the title, which the user can decide, and the description with its notes.
import { useId } from "react";
import type { ToolDetail } from "../../backend";
import { LinkButton } from "../../kit/button";
import { counted } from "../../shared/ago";
import { ClampedText } from "../../shared/clamped-text";
import { PanelSection } from "../../shared/panel-section";
import { moreTokens } from "../notes/strings";
import { goToSection } from "./go-to-section";
import { TitleEditor } from "./title-editor";
import styles from "./text-section.module.css";

type Props = { detail: ToolDetail; readOnly: string | null; onTitle: (title: string | null) => void };

export function TextSection({ detail, readOnly, onTitle }: Props) {
  const aboutId = useId();
  const { parameters, modelText, addedTokens } = detail;
  return (
    <PanelSection
      id="text"
      title="Text"
      after={
        parameters.length > 0 ? (
          <LinkButton onClick={() => goToSection("parameters")}>{counted(parameters.length, "parameter")}</LinkButton>
        ) : (
          "No parameters"
        )
      }
    >
      <TitleEditor title={detail.title} readOnly={readOnly} onSave={onTitle} />
      <div className={styles.row}>
        <span id={aboutId} className={styles.label}>
          About
        </span>
        <div role="group" aria-labelledby={aboutId} className={styles.well}>
          {modelText ? (
            <ClampedText text={modelText} />
          ) : (
            <span className={styles.none}>The server sends no description.</span>
          )}
          {addedTokens > 0 ? (
            <p className={styles.added} data-testid="added-tokens">
              {`${moreTokens(addedTokens)} by notes and decided descriptions`}
            </p>
          ) : null}
        </div>
      </div>
    </PanelSection>
  );
}
