// Effect of a rule in one or two lines, or the reason why it is invalid.
import { CircleX } from "lucide-react";
import type { RuleView } from "../../backend";
import { counted } from "../../shared/ago";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { RulePreview } from "./use-rule-preview";
import styles from "./rule-effect.module.css";

type Props = { preview: RulePreview | null; isEmpty: boolean; replaced: boolean };

export function RuleEffect({ preview, isEmpty, replaced }: Props) {
  return (
    <div role="status" data-testid="rule-effect">
      {isEmpty ? (
        <p>
          A server, a dot and a tool; <code>*</code> stands for any text, <code>?</code> for one character.
        </p>
      ) : preview === null ? (
        <p className={styles.waiting}>Looking at what it would do…</p>
      ) : preview.error ? (
        <p className={styles.error}>
          <CircleX size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>
            <ServerText text={sentence(preview.error.message)} />. <ServerText text={preview.error.hint} />
          </span>
        </p>
      ) : (
        <Effect view={preview.view} replaced={replaced} />
      )}
    </div>
  );
}

function Effect({ view, replaced }: { view: RuleView; replaced: boolean }) {
  const { matches, changes, examples, redundant } = view;
  const more = changes - examples.length;
  return (
    <>
      <p>
        Matches <b>{counted(matches, "tool")}</b>, changes <b>{changes.toLocaleString("en")}</b>
        {examples.length > 0 ? ": " : "."}
        {examples.map((example, index) => (
          <span key={example}>
            {index > 0 ? ", " : ""}
            <code>
              <ServerText text={example} />
            </code>
          </span>
        ))}
        {more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}
      </p>
      <p className={styles.remark}>
        {replaced ? "It takes the place of the rule below with the same tools, hint and environment. " : ""}
        {redundant ? (
          <>
            It would do nothing now: <ServerText text={redundant} />.
          </>
        ) : null}
      </p>
    </>
  );
}
