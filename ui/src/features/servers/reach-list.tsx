// Exactly how a server is reached, part by part, so that nothing hides in a long line. Secrets are dots.
import { CircleAlert, KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import type { ReachView, VariableView } from "../../backend";
import { ServerText } from "../../shared/server-text";
import styles from "./reach-list.module.css";

type Props = {
  reach: ReachView;
  /** The program as it was found; null when it was not. Absent where nobody looked for it. */
  program?: string | null;
};

const PLACE = { http: "Address", openApi: "Document", file: "File" } as const;

export function ReachList({ reach, program }: Props) {
  const { kind, command, variables } = reach;
  if (kind === "http" || kind === "openApi" || kind === "file") {
    return (
      <dl className={styles.list}>
        <dt>{PLACE[kind]}</dt>
        <dd>
          <Code text={command[0] ?? ""} />
        </dd>
        {kind === "http" ? (
          <>
            <dt>Headers</dt>
            <dd>{variables.length > 0 ? <Variables variables={variables} /> : "none of your own"}</dd>
          </>
        ) : null}
        {reach.clientId === null ? null : (
          <>
            <dt>OAuth client</dt>
            <dd>
              <Code text={reach.clientId} />
            </dd>
          </>
        )}
      </dl>
    );
  }
  const [first = "", ...args] = command;
  return (
    <dl className={styles.list}>
      <dt>Program</dt>
      <dd>
        <Code text={program ?? first} />
        {program === null ? <span className={styles.missing}>not found</span> : null}
      </dd>
      <dt>Arguments</dt>
      <dd>
        {args.length > 0 ? (
          <ol className={styles.parts}>
            {args.map((arg, index) => (
              <li key={index}>
                <Code text={arg} />
              </li>
            ))}
          </ol>
        ) : (
          "none"
        )}
      </dd>
      <dt>Folder</dt>
      <dd>{reach.folder === null ? "Hintsmith’s own" : <Code text={reach.folder} />}</dd>
      <dt>Variables</dt>
      <dd>{variables.length > 0 ? <Variables variables={variables} /> : "none of your own"}</dd>
    </dl>
  );
}

const Code = ({ text }: { text: string }): ReactNode => (
  <code>
    <ServerText text={text} multiline />
  </code>
);

function Variables({ variables }: { variables: readonly VariableView[] }) {
  return (
    <ul className={styles.parts}>
      {variables.map(({ name, value, secret, danger }) => (
        <li key={name}>
          <Code text={name} />
          <span className={styles.equals}>=</span>
          <Code text={value} />
          {secret ? (
            <span className={styles.kept}>
              <KeyRound size={12} strokeWidth={2.25} aria-hidden="true" />
              in the secret store
            </span>
          ) : null}
          {danger === null ? null : (
            <span className={styles.danger}>
              <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
              <ServerText text={danger} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
