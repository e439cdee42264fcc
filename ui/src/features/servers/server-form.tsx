// Form for how a server is reached: command, address, OpenAPI document, saved list or source code.
import { useState } from "react";
import { backend } from "../../backend";
import { Input, Labelled } from "../../kit/field";
import { PathField } from "../../shared/path-field";
import { DocumentFields } from "./document-fields";
import { ClientFields } from "./client-fields";
import { SecretNotice } from "./secret-notice";
import type { DraftKind, ServerDraft } from "./server-draft";
import { ServerNameField } from "./server-name-field";
import { strings } from "./strings";
import type { OperationChoice } from "./use-operation-choice";
import { VariableRows } from "./variable-rows";
import styles from "./server-form.module.css";

const text = strings.form;
const { placeholders } = text;

type Props = {
  id: string;
  kind: DraftKind;
  draft: ServerDraft;
  /** Hides the name field: the name is the key of the server and cannot change. */
  fixedName?: boolean;
  /** Names of other servers. */
  taken?: readonly string[];
  operationChoice: OperationChoice;
  onChange: (draft: ServerDraft) => void;
  onSubmit: () => void;
};

export type FieldsProps = {
  draft: ServerDraft;
  editing: boolean;
  operationChoice: OperationChoice;
  set: (change: Partial<ServerDraft>) => void;
};

const FIELDS = { command: CommandFields, address: AddressFields, openApi: DocumentFields, file: ListFields, sourceCode: SourceFields };

export function ServerForm({ id, kind, draft, fixedName = false, taken = [], operationChoice, onChange, onSubmit }: Props) {
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
        <ServerNameField value={draft.name} taken={taken} testId="server-name" autoFocus onChange={(name) => set({ name })} />
      )}
      <Fields draft={draft} editing={fixedName} operationChoice={operationChoice} set={set} />
    </form>
  );
}

function CommandFields({ draft, editing, set }: FieldsProps) {
  return (
    <>
      <Labelled
        label={text.command.label}
        note={editing && draft.line.includes("••••••") ? text.command.editNote : text.command.note}
      >
        {(field) => (
          <Input
            id={field}
            data-testid="command-line"
            mono
            placeholder={placeholders.command}
            value={draft.line}
            onChange={(event) => set({ line: event.target.value })}
          />
        )}
      </Labelled>
      <PathField
        label={text.folder}
        placeholder={placeholders.folder}
        value={draft.folder}
        onChange={(folder) => set({ folder })}
        choose={() => backend.chooseFolder()}
      />
      <VariableRows
        title={text.environment.title}
        noun={text.environment.noun}
        placeholder={placeholders.variable}
        rows={draft.environment}
        onChange={(environment) => set({ environment })}
      />
      <Labelled label={text.passEnvironment.label} note={text.passEnvironment.note}>
        {(field) => (
          <Input
            id={field}
            data-testid="pass-environment"
            mono
            placeholder={placeholders.passEnvironment}
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
      <Labelled label={text.address.label} note={text.address.note}>
        {(field) => (
          <Input
            id={field}
            data-testid="server-url"
            mono
            placeholder={placeholders.address}
            value={draft.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        )}
      </Labelled>
      <VariableRows
        title={text.headers.title}
        noun={text.headers.noun}
        placeholder={placeholders.header}
        rows={draft.headers}
        onChange={(headers) => set({ headers })}
      />
      <details className={styles.advanced} open={advanced} onToggle={(event) => setAdvanced(event.currentTarget.open)}>
        <summary>{text.advanced}</summary>
        <ClientFields draft={draft} editing={editing} note={text.clientId.note} set={set} />
      </details>
      <SecretNotice />
    </>
  );
}

function ListFields({ draft, set }: FieldsProps) {
  return (
    <PathField
      label={text.file.label}
      note={text.file.note}
      placeholder={placeholders.file}
      testId="list-path"
      value={draft.path}
      onChange={(path) => set({ path })}
      choose={() => backend.chooseFile()}
    />
  );
}

function SourceFields({ draft, set }: FieldsProps) {
  return (
    <PathField
      label={text.source.label}
      note={text.source.note}
      placeholder={placeholders.source}
      testId="source-folder"
      value={draft.sourceFolder}
      onChange={(sourceFolder) => set({ sourceFolder })}
      choose={() => backend.chooseFolder()}
    />
  );
}
