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
import type { Agreement } from "./use-agreement";
import { strings } from "./strings";

const text = strings.json;

export function JsonPane({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const snippet = useMemo(() => (typed.trim() === "" ? null : readSnippet(typed)), [typed]);
  const servers = snippet?.servers ?? [];
  const server = servers.find(({ name }) => name === chosen) ?? servers[0];
  return (
    <DialogPane
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{strings.add.cancel}</Button>
          <Button
            look="primary"
            data-testid="preview-json"
            disabled={!server || agreement.isProposing}
            onClick={() => server && agreement.propose(server)}
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
            onChange={(event) => setTyped(event.target.value)}
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
              onChange={(event) => setChosen(event.target.value)}
              options={servers.map(({ name }) => ({ value: name, label: asPlainString(name) }))}
            />
          )}
        </Labelled>
      ) : null}
      <SecretNotice />
      <ErrorCallout error={agreement.proposal ? null : agreement.error} />
    </DialogPane>
  );
}
