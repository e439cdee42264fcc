// Adds the servers of a pasted mcpServers object; the user reviews each command and agrees to it, as for any other server.
import { useMemo, useState } from "react";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { DialogPane } from "../../kit/dialog";
import { Labelled } from "../../kit/field";
import { TextArea } from "../../kit/text-area";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { ErrorCallout } from "./agreement-pane";
import { readSnippet } from "./json-snippet";
import { SecretNotice } from "./secret-notice";
import { freeServerName, serverNameProblem } from "./server-name";
import { ServerNameField } from "./server-name-field";
import type { Agreement } from "./use-agreement";
import { strings } from "./strings";
import styles from "./server-form.module.css";

const text = strings.json;

type Props = { taken: readonly string[]; agreement: Agreement; onClose: () => void };

const isUsable = (name: string, taken: readonly string[]): boolean => name.trim() !== "" && serverNameProblem(name, taken) === null;

export function JsonPane({ taken, agreement, onClose }: Props) {
  const [typed, setTyped] = useState("");
  /** Names that the user left out; a pasted text starts with all of its servers. */
  const [left, setLeft] = useState<readonly string[]>([]);
  const [renamed, setRenamed] = useState<string | null>(null);
  const snippet = useMemo(() => (typed.trim() === "" ? null : readSnippet(typed)), [typed]);
  const servers = snippet?.servers ?? [];
  const chosen = servers.filter(({ name }) => !left.includes(name));
  const [only] = servers.length === 1 ? servers : [];
  // Two pasted names can become the same free one.
  const names = new Map<string, string>();
  for (const { name } of chosen) names.set(name, isUsable(name, taken) ? name : freeServerName(name, [...taken, ...names.values()]));
  // The name of a single server is editable if the pasted one cannot be used.
  const isEditable = only !== undefined && !isUsable(only.name, taken);
  const nameOf = (name: string): string => (isEditable && renamed !== null ? renamed : (names.get(name) ?? name));
  const ready = chosen.length > 0 && chosen.every(({ name }) => isUsable(nameOf(name), taken));
  return (
    <DialogPane
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{strings.add.cancel}</Button>
          <Button
            look="primary"
            data-testid="preview-json"
            disabled={!ready || agreement.isProposing}
            onClick={() => ready && agreement.proposeAll(chosen.map((server) => ({ ...server, name: nameOf(server.name).trim() })))}
          >
            {strings.add.next}
          </Button>
        </>
      }
    >
      <Labelled
        label={text.label}
        note={servers[0] ? <ServerText text={text.found(servers.length, servers[0].name)} limit={4} /> : text.note}
        error={snippet?.problem == null ? null : asPlainString(snippet.problem)}
      >
        {(id) => (
          <TextArea
            id={id}
            className={styles.json}
            framed
            data-testid="json-snippet"
            autoFocus
            placeholder={text.placeholder}
            aria-invalid={snippet?.problem != null}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setLeft([]);
              setRenamed(null);
            }}
          />
        )}
      </Labelled>
      {snippet?.problem === null && snippet.ignored.length > 0 ? (
        <p className={styles.renamed} data-testid="ignored-settings">
          {text.ignored(snippet.ignored)}
        </p>
      ) : null}
      {servers.length > 1 ? (
        <fieldset className={styles.servers}>
          <legend>{text.servers}</legend>
          {servers.map(({ name }) => (
            <Checkbox
              key={name}
              checked={!left.includes(name)}
              onChange={(checked) => setLeft(checked ? left.filter((one) => one !== name) : [...left, name])}
            >
              <ServerText text={name} limit={2} />
              {nameOf(name) === name ? null : <span className={styles.renamed}> {text.addedAs(nameOf(name))}</span>}
            </Checkbox>
          ))}
          <p className={styles.renamed}>{text.serversNote}</p>
        </fieldset>
      ) : null}
      {only && isEditable ? (
        <>
          <p className={styles.renamed}>
            <ServerText text={text.renamed(only.name)} limit={4} />
          </p>
          <ServerNameField value={nameOf(only.name)} taken={taken} testId="json-name" onChange={setRenamed} />
        </>
      ) : null}
      <SecretNotice />
      <ErrorCallout error={agreement.proposal ? null : agreement.error} />
    </DialogPane>
  );
}
