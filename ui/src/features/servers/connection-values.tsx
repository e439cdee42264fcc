// Connection of a server, part by part, so that nothing hides in a long line. Secrets are shown as dots.
import { CircleAlert, KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import type { ConnectionView, VariableView } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import { argumentName } from "./value-storage";
import styles from "./connection-values.module.css";

/** Lets the user choose where each value is stored. */
export type StorageSwitch = {
  /** Null: the user cannot choose. */
  isSecret: (value: string) => boolean | null;
  onChange: (value: string, secret: boolean) => void;
};

type Props = {
  connection: ConnectionView;
  /** Path of the program; null: not found; absent: not searched for. */
  program?: string | null;
  storage?: StorageSwitch | undefined;
  /** The user has not agreed to the connection yet. */
  isPreview?: boolean;
};

const text = strings.connection;
const SOURCE_LABELS = { http: text.address, openApi: text.document, file: text.file, sourceCode: text.folder } as const;

export function ConnectionValues({ connection, program, storage, isPreview = false }: Props) {
  const { kind, command, variables, clientId, folder, passEnvironment } = connection;
  if (kind === "http" || kind === "openApi" || kind === "file" || kind === "sourceCode") {
    return (
      <dl className={styles.list}>
        <dt>{SOURCE_LABELS[kind]}</dt>
        <dd>
          <Code value={command[0] ?? ""} />
          <SecretSwitch name="address" storage={storage} />
        </dd>
        {kind === "http" ? (
          <>
            <dt>{text.headers}</dt>
            <dd>{variables.length > 0 ? <Variables variables={variables} storage={storage} /> : text.none}</dd>
          </>
        ) : null}
        {connection.operations.length > 0 ? (
          <>
            <dt>{text.operations}</dt>
            <dd>
              <ul className={styles.parts}>
                {connection.operations.map((term, index) => (
                  <li key={index}>
                    <Code value={term} />
                  </li>
                ))}
              </ul>
            </dd>
          </>
        ) : null}
        {kind === "openApi" ? <CallValues connection={connection} isPreview={isPreview} /> : null}
        {kind === "sourceCode" && !isPreview ? (
          <>
            <dt>{text.calls}</dt>
            <dd>{text.noCalls}</dd>
          </>
        ) : null}
        {clientId === null ? null : (
          <>
            <dt>{text.clientId}</dt>
            <dd>
              <Code value={clientId} />
            </dd>
          </>
        )}
      </dl>
    );
  }
  const [first = "", ...args] = command;
  return (
    <dl className={styles.list}>
      <dt>{text.program}</dt>
      <dd>
        <Code value={program ?? first} />
        {program === null ? <span className={styles.missing}>{text.programNotFound}</span> : null}
      </dd>
      <dt>{text.arguments}</dt>
      <dd>
        {args.length > 0 ? (
          <ol className={styles.parts}>
            {args.map((arg, index) => (
              <li key={index}>
                <Code value={arg} />
                <SecretSwitch name={argumentName(index)} storage={storage} />
              </li>
            ))}
          </ol>
        ) : (
          text.none
        )}
      </dd>
      <dt>{text.folder}</dt>
      <dd>{folder === null ? text.ownFolder : <Code value={folder} />}</dd>
      <dt>{text.variables}</dt>
      <dd>{variables.length > 0 ? <Variables variables={variables} storage={storage} /> : text.none}</dd>
      {passEnvironment.length > 0 ? (
        <>
          <dt>{text.passedVariables}</dt>
          <dd>
            <ul className={styles.parts}>
              {passEnvironment.map((name) => (
                <li key={name}>
                  <Code value={name} />
                </li>
              ))}
            </ul>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

/** Where the operations of a document are called, and with which credentials. */
function CallValues({ connection: { baseUrl, tokenUrl, variables }, isPreview }: { connection: ConnectionView; isPreview: boolean }) {
  if (baseUrl === null) {
    return isPreview ? null : (
      <>
        <dt>{text.baseUrl}</dt>
        <dd>{text.noBaseUrl}</dd>
      </>
    );
  }
  return (
    <>
      <dt className={isPreview ? styles.calledAt : undefined}>{isPreview ? text.calledAt : text.baseUrl}</dt>
      <dd className={isPreview ? styles.calledAt : undefined}>
        <Code value={baseUrl} />
      </dd>
      <dt>{text.credentials}</dt>
      <dd>{variables.length > 0 ? <Variables variables={variables} storage={undefined} /> : text.none}</dd>
      {tokenUrl === null ? null : (
        <>
          <dt>{text.tokenUrl}</dt>
          <dd>
            <Code value={tokenUrl} />
          </dd>
        </>
      )}
    </>
  );
}

/** Escapes line breaks and tabs: a line break in a value must not look like the next value. */
const onOneLine = (value: string): string =>
  value === "" ? '""' : value.replace(/[\n\t]/g, (character) => (character === "\n" ? "‹U+000A›" : "‹U+0009›"));

const Code = ({ value }: { value: string }): ReactNode => (
  <code>
    <ServerText text={onOneLine(value)} multiline />
  </code>
);

function SecretSwitch({ name, storage }: { name: string; storage: StorageSwitch | undefined }) {
  const secret = storage?.isSecret(name) ?? null;
  if (!storage || secret === null) return null;
  return (
    <Checkbox
      className={styles.storage}
      checked={secret}
      onChange={(checked) => storage.onChange(name, checked)}
    >
      {text.storeAsSecret}
      <VisuallyHidden>{text.storeAsSecretSuffix(name)}</VisuallyHidden>
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
          <Code value={name} />
          <span className={styles.equals}>=</span>
          <Code value={value} />
          {storage ? (
            <SecretSwitch name={name} storage={storage} />
          ) : secret ? (
            <span className={styles.stored}>
              <KeyRound size={12} strokeWidth={2.25} aria-hidden="true" />
              {text.inSecretStore}
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
