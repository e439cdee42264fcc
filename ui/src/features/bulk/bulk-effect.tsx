// Preview of a bulk change: number of changed tools, and the values before and after.
import { ArrowRight } from "lucide-react";
import type { BulkGroup, BulkPreview, MarkedHint } from "../../backend";
import { asBackendError } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { errorMessage } from "../../shared/error-message";
import { Mark } from "../../shared/mark";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./hint-form.module.css";

type Props = { preview: BulkPreview | undefined; error: Error | null };

export function BulkEffect({ preview, error }: Props) {
  return (
    <div role="status" data-testid="bulk-effect">
      {preview ? (
        <Effect preview={preview} />
      ) : error ? (
        <p>
          <ServerText text={errorMessage(asBackendError(error))} />
        </p>
      ) : (
        <p>{strings.preview.loading}</p>
      )}
    </div>
  );
}

const isSame = ({ before, after }: BulkGroup): boolean => before.value === after.value && before.mark === after.mark;

function Effect({ preview }: { preview: BulkPreview }) {
  const { tools, changing, groups } = preview;
  const same = tools - changing;
  return (
    <>
      <p className={styles.strong}>
        {changing === 0 ? strings.preview.noChanges : strings.preview.changing(changing, tools)}
      </p>
      <p>
        {same > 0 ? strings.preview.unchanged(same) : null}
        {changing > 0 ? strings.preview.undo : null}
      </p>
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={JSON.stringify(group)}>
            <MarkedHintLabel hint={group.before} />
            {isSame(group) ? null : (
              <>
                <ArrowRight size={12} strokeWidth={2.25} aria-hidden="true" />
                <VisuallyHidden>{strings.preview.becomes}</VisuallyHidden>
                <span className={styles.after}>
                  <MarkedHintLabel hint={group.after} />
                </span>
              </>
            )}
            <span className={styles.tools}>{strings.preview.tools(group.tools, isSame(group))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function MarkedHintLabel({ hint: { value, mark } }: { hint: MarkedHint }) {
  return (
    <>
      <Mark mark={mark} />
      <span>{strings.preview.value(value, mark)}</span>
    </>
  );
}
