// Adds a server from a pasted mcpServers object; the user reviews the command and agrees to it, as for any other server.
import { useMemo, useState } from "react";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { Labelled, Select } from "../../kit/field";
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

export function JsonPane({ taken, agreement, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const [renamed, setRenamed] = useState<string | null>(null);
  const snippet = useMemo(() => (typed.trim() === "" ? null : readSnippet(typed)), [typed]);
  const servers = snippet?.servers ?? [];
  const server = servers.find(({ name }) => name === chosen) ?? servers[0];
  // The name is editable only if the pasted one cannot be used.
  const isUsable = server !== undefined && serverNameProblem(server.name, taken) === null;
  const name = server && (isUsable ? server.name : (renamed ?? freeServerName(server.name, taken)));
  const ready = server !== undefined && name !== undefined && name.trim() !== "" && serverNameProblem(name, taken) === null;
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
            onClick={() => ready && agreement.propose({ ...server, name: name.trim() })}
          >
            {strings.add.next}
          </Button>
        </>
      }
    >
      <Labelled
        label={text.label}
        note={server ? <ServerText text={text.found(servers.length, server.name)} limit={4} /> : text.note}
        error={snippet?.problem == null ? null : asPlainString(snippet.problem)}
      >
        {(id) => (
          <TextArea
            id={id}
            data-testid="json-snippet"
            autoFocus
            placeholder={text.placeholder}
            aria-invalid={snippet?.problem != null}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setRenamed(null);
            }}
          />
        )}
      </Labelled>
      {servers.length > 1 && server ? (
        <Labelled label={text.server} note={text.serverNote}>
          {(id) => (
            <Select
              id={id}
              always
              value={server.name}
              onChange={(event) => {
                setChosen(event.target.value);
                setRenamed(null);
              }}
              options={servers.map(({ name }) => ({ value: name, label: asPlainString(name) }))}
            />
          )}
        </Labelled>
      ) : null}
      {server && name !== undefined && !isUsable ? (
        <>
          <p className={styles.renamed}>
            <ServerText text={text.renamed(server.name)} limit={4} />
          </p>
          <ServerNameField value={name} taken={taken} testId="json-name" onChange={setRenamed} />
        </>
      ) : null}
      <SecretNotice />
      <ErrorCallout error={agreement.proposal ? null : agreement.error} />
    </DialogPane>
  );
}
