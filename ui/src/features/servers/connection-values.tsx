// Connection of a server, part by part, so that nothing hides in a long line. Secrets are shown as dots.
import { CircleAlert, KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import type { ConnectionView, VariableView } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { ServerText } from "../../shared/server-text";
import { argumentName } from "./value-storage";
import styles from "./connection-values.module.css";

/** Lets the user choose where each value is stored. */
export type StorageSwitch = {
  /** Null: the user cannot choose. */
  isSecret: (value: string) => boolean | null;
  onChange: (value: string, secret: boolean) => void;
};

type Props = {
  reach: ConnectionView;
  /** Path of the program; null: not found; absent: not searched for. */
  program?: string | null;
  storage?: StorageSwitch | undefined;
};

const SOURCE_LABEL = { http: "Address", openApi: "Document", file: "File" } as const;

export function ConnectionValues({ reach, program, storage }: Props) {
  const { kind, command, variables } = reach;
  if (kind === "http" || kind === "openApi" || kind === "file") {
    return (
      <dl className={styles.list}>
        <dt>{SOURCE_LABEL[kind]}</dt>
        <dd>
          <Code text={command[0] ?? ""} />
          <SecretSwitch name="address" storage={storage} />
        </dd>
        {kind === "http" ? (
          <>
            <dt>Headers</dt>
            <dd>{variables.length > 0 ? <Variables variables={variables} storage={storage} /> : "None"}</dd>
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
                <SecretSwitch name={argumentName(index)} storage={storage} />
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
      <dd>{variables.length > 0 ? <Variables variables={variables} storage={storage} /> : "None"}</dd>
      {reach.passEnvironment.length > 0 ? (
        <>
          <dt>Passed on</dt>
          <dd>
            <ul className={styles.parts}>
              {reach.passEnvironment.map((name) => (
                <li key={name}>
                  <Code text={name} />
                </li>
              ))}
            </ul>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

/** Escapes line breaks and tabs: a line break in a value must not look like the next value. */
const onOneLine = (text: string): string =>
  text === "" ? '""' : text.replace(/[\n\t]/g, (character) => (character === "\n" ? "‹U+000A›" : "‹U+0009›"));

const Code = ({ text }: { text: string }): ReactNode => (
  <code>
    <ServerText text={onOneLine(text)} multiline />
  </code>
);

function SecretSwitch({ name, storage }: { name: string; storage: StorageSwitch | undefined }) {
  const secret = storage?.isSecret(name) ?? null;
  if (!storage || secret === null) return null;
  return (
    <Checkbox
      className={styles.storage}
      aria-label={`Keep ${name} in the secret store`}
      checked={secret}
      onChange={(checked) => storage.onChange(name, checked)}
    >
      {secret ? "Secret store" : "Plain text"}
    </Checkbox>
  );
}

function Variables({
  variables,
  storage,
}: {
  variables: readonly VariableView[];
  storage: StorageSwitch | undefined;
}) {
  return (
    <ul className={styles.parts}>
      {variables.map(({ name, value, secret, danger }) => (
        <li key={name}>
          <Code text={name} />
          <span className={styles.equals}>=</span>
          <Code text={value} />
          {storage ? (
            <SecretSwitch name={name} storage={storage} />
          ) : secret ? (
            <span className={styles.stored}>
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
