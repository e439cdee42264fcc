// Effect of a rule in one or two lines, or the reason why it is invalid.
import { CircleX } from "lucide-react";
import type { RuleView } from "../../backend";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { RulePreview } from "./use-rule-preview";
import { strings } from "./strings";
import styles from "./rule-effect.module.css";

const text = strings.effect;

type Props = { preview: RulePreview | null; isEmpty: boolean; replaces: boolean };

export function RuleEffect({ preview, isEmpty, replaces }: Props) {
  return (
    <div role="status" data-testid="rule-effect">
      {isEmpty ? (
        <p>{text.format}</p>
      ) : preview === null ? (
        <p className={styles.waiting}>{text.loading}</p>
      ) : preview.error ? (
        <p className={styles.error}>
          <CircleX size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>
            <ServerText text={sentence(preview.error.message)} />. <ServerText text={preview.error.hint} />
          </span>
        </p>
      ) : (
        <Effect view={preview.view} replaces={replaces} />
      )}
    </div>
  );
}

function Effect({ view, replaces }: { view: RuleView; replaces: boolean }) {
  const { matches, changes, examples, redundant } = view;
  const more = changes - examples.length;
  return (
    <>
      <p>
        {text.counts(matches, changes)}
        {examples.length > 0 ? ": " : "."}
        {examples.map((example, index) => (
          <span key={example}>
            {index > 0 ? ", " : ""}
            <code>
              <ServerText text={example} />
            </code>
          </span>
        ))}
        {more > 0 ? text.more(more) : ""}
      </p>
      {changes > 0 && changes < matches ? <p className={styles.remark}>{text.unchanged(matches - changes)}</p> : null}
      <p className={styles.remark}>
        {replaces ? `${text.replaces} ` : ""}
        {redundant ? (
          <>
            {text.redundant} <ServerText text={redundant} />.
          </>
        ) : null}
      </p>
    </>
  );
}
