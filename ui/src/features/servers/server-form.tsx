// Form for how a server is reached: command, address, OpenAPI document or saved list.
import { useState } from "react";
import { backend } from "../../backend";
import { Input, Labelled } from "../../kit/field";
import { PathField } from "../../shared/path-field";
import { SecretNotice } from "./secret-notice";
import type { DraftKind, ServerDraft } from "./server-draft";
import { VariableRows } from "./variable-rows";
import styles from "./server-form.module.css";

type Props = {
  id: string;
  kind: DraftKind;
  draft: ServerDraft;
  /** Hides the name field: the name is the key of the server and cannot change. */
  fixedName?: boolean;
  onChange: (draft: ServerDraft) => void;
  onSubmit: () => void;
};

type FieldsProps = { draft: ServerDraft; editing: boolean; set: (change: Partial<ServerDraft>) => void };

const FIELDS = { command: CommandFields, address: AddressFields, openApi: DocumentFields, file: ListFields };

export function ServerForm({ id, kind, draft, fixedName = false, onChange, onSubmit }: Props) {
  const set = (change: Partial<ServerDraft>) => onChange({ ...draft, ...change });
  const Fields = FIELDS[kind];
  return (
    <form
      id={id}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {fixedName ? null : (
        <Labelled label="Name" note="Stands before every tool of this server.">
          {(field) => (
            <Input
              id={field}
              data-testid="server-name"
              autoFocus
              placeholder="github"
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Labelled>
      )}
      <Fields draft={draft} editing={fixedName} set={set} />
    </form>
  );
}

function CommandFields({ draft, editing, set }: FieldsProps) {
  return (
    <>
      <Labelled
        label="Command"
        note={
          editing && draft.line.includes("••••••")
            ? "The dots stand for a kept secret. Leave that argument as it is, or type its value anew."
            : "Split at spaces and quotes. No shell: no variables, no pipes."
        }
      >
        {(field) => (
          <Input
            id={field}
            data-testid="command-line"
            mono
            placeholder="npx -y @acme/notes-mcp --read-only"
            value={draft.line}
            onChange={(event) => set({ line: event.target.value })}
          />
        )}
      </Labelled>
      <PathField
        label="Working folder (optional)"
        placeholder="/home/you/project"
        value={draft.folder}
        onChange={(folder) => set({ folder })}
        choose={() => backend.chooseFolder()}
      />
      <VariableRows
        title="Environment variables (optional)"
        noun="variable"
        placeholder="GITHUB_TOKEN"
        rows={draft.environment}
        onChange={(environment) => set({ environment })}
      />
      <Labelled
        label="Pass on variables (optional)"
        note="Names of variables of your own environment. Without them, the server gets only basic ones such as PATH, HOME and proxies."
      >
        {(field) => (
          <Input
            id={field}
            data-testid="pass-environment"
            mono
            placeholder="AWS_PROFILE, SSH_AUTH_SOCK"
            value={draft.passEnvironment}
            onChange={(event) => set({ passEnvironment: event.target.value })}
          />
        )}
      </Labelled>
      <SecretNotice />
    </>
  );
}

function AddressFields({ draft, editing, set }: FieldsProps) {
  const [advanced, setAdvanced] = useState(draft.clientId !== "");
  return (
    <>
      <Labelled label="Address" note="Of a server that speaks Streamable HTTP. If it asks for a sign-in, you can do that once it is added.">
        {(field) => (
          <Input
            id={field}
            data-testid="server-url"
            mono
            placeholder="https://mcp.example.com/mcp"
            value={draft.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        )}
      </Labelled>
      <VariableRows
        title="Headers (optional)"
        noun="header"
        placeholder="Authorization"
        rows={draft.headers}
        onChange={(headers) => set({ headers })}
      />
      <details className={styles.advanced} open={advanced} onToggle={(event) => setAdvanced(event.currentTarget.open)}>
        <summary>Advanced</summary>
        <div className={styles.pair}>
          <Labelled label="OAuth client ID (optional)" note="Of a client registered beforehand, or the https address of a client metadata document.">
            {(field) => (
              <Input
                id={field}
                mono
                value={draft.clientId}
                onChange={(event) => set({ clientId: event.target.value })}
              />
            )}
          </Labelled>
          <Labelled
            label="OAuth client secret (optional)"
            note={editing ? "Left empty, the one that is kept stays." : null}
          >
            {(field) => (
              <Input
                id={field}
                mono
                type="password"
                autoComplete="new-password"
                value={draft.clientSecret}
                onChange={(event) => set({ clientSecret: event.target.value })}
              />
            )}
          </Labelled>
        </div>
      </details>
      <SecretNotice />
    </>
  );
}

function DocumentFields({ draft, set }: FieldsProps) {
  return (
    <PathField
      label="OpenAPI document"
      note="A file or an address. Every operation becomes a tool to look at; none can be called from here."
      placeholder="/home/you/openapi.yaml or https://api.example.com/openapi.json"
      testId="openapi-location"
      value={draft.location}
      onChange={(location) => set({ location })}
      choose={() => backend.chooseFile()}
    />
  );
}

function ListFields({ draft, set }: FieldsProps) {
  return (
    <PathField
      label="Saved list"
      note="What a server answered to tools/list, as a JSON file."
      placeholder="/home/you/tools.json"
      testId="list-path"
      value={draft.path}
      onChange={(path) => set({ path })}
      choose={() => backend.chooseFile()}
    />
  );
}
