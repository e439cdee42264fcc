// Step two: exactly what will run, part by part, so that nothing hides in a long line.
import type { ServerPreview } from "../../backend";
import { Callout } from "../../shared/callout";
import { ServerText } from "../../shared/server-text";
import styles from "./run-preview.module.css";

export function RunPreview({ preview }: { preview: ServerPreview }) {
  const [program = "", ...args] = preview.reach.command;
  return (
    <div className={styles.preview}>
      <dl className={styles.list}>
        <dt>Program</dt>
        <dd>
          {preview.program === null ? (
            <>
              <code>
                <ServerText text={program} />
              </code>
              <span className={styles.missing}>not found</span>
            </>
          ) : (
            <code>
              <ServerText text={preview.program} />
            </code>
          )}
        </dd>
        <dt>Arguments</dt>
        <dd>
          {args.length > 0 ? (
            <ol className={styles.args}>
              {args.map((arg, index) => (
                <li key={index}>
                  <code>
                    <ServerText text={arg} multiline />
                  </code>
                </li>
              ))}
            </ol>
          ) : (
            "none"
          )}
        </dd>
        <dt>Folder</dt>
        <dd>
          {preview.reach.folder === null ? (
            "Hintsmith’s own"
          ) : (
            <code>
              <ServerText text={preview.reach.folder} />
            </code>
          )}
        </dd>
      </dl>
      {preview.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          <ServerText text={warning} />
        </Callout>
      ))}
    </div>
  );
}
