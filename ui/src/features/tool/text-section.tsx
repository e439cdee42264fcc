// Text that the model reads: the title, which the user can decide, and the description with its notes.
import { useId } from "react";
import type { ToolDetail } from "../../backend";
import { LinkButton } from "../../kit/button";
import { ClampedText } from "../../shared/clamped-text";
import { PanelSection } from "../../shared/panel-section";
import { moreTokens } from "../notes/strings";
import { goToSection } from "./go-to-section";
import { strings } from "./strings";
import { TitleEditor } from "./title-editor";
import styles from "./text-section.module.css";

type Props = { detail: ToolDetail; readOnly: string | null; onTitle: (title: string | null) => void };

export function TextSection({ detail, readOnly, onTitle }: Props) {
  const aboutId = useId();
  const { parameters, modelText, addedTokens } = detail;
  return (
    <PanelSection
      id="text"
      title={strings.text.title}
      after={
        parameters.length > 0 ? (
          <LinkButton onClick={() => goToSection("parameters")}>{strings.text.parameters(parameters.length)}</LinkButton>
        ) : (
          strings.text.parameters(0)
        )
      }
    >
      <TitleEditor title={detail.title} readOnly={readOnly} onSave={onTitle} />
      <div className={styles.row}>
        <span id={aboutId} className={styles.label}>
          {strings.text.about}
        </span>
        <div role="group" aria-labelledby={aboutId} className={styles.well}>
          {modelText ? (
            <ClampedText text={modelText} />
          ) : (
            <span className={styles.none}>{strings.text.noDescription}</span>
          )}
          {addedTokens > 0 ? (
            <p className={styles.added} data-testid="added-tokens">
              {strings.text.addedTokens(moreTokens(addedTokens))}
            </p>
          ) : null}
        </div>
      </div>
    </PanelSection>
  );
}
