// Step one: name, kind, command, and where it runs.
import { Input, Labelled } from "../../kit/field";
import { Segmented } from "../../kit/segmented";
import type { ServerDraft } from "./server-draft";
import styles from "./server-form.module.css";

type Props = {
  id: string;
  draft: ServerDraft;
  onChange: (draft: ServerDraft) => void;
  onSubmit: () => void;
};

const KINDS = [
  { value: "commandLine", label: "Command" },
  { value: "demo", label: "Demo" },
] as const;

export function ServerForm({ id, draft, onChange, onSubmit }: Props) {
  const set = (change: Partial<ServerDraft>) => onChange({ ...draft, ...change });
  return (
    <form
      id={id}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Segmented
        label="Kind of server"
        value={draft.kind}
        segments={KINDS}
        onChange={(kind) => set({ kind, name: kind === "demo" && !draft.name ? "demo" : draft.name })}
      />
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
      {draft.kind === "demo" ? (
        <p className={styles.about}>A personal cloud with invented data, badly annotated on purpose. Works offline.</p>
      ) : (
        <CommandFields draft={draft} set={set} />
      )}
    </form>
  );
}

function CommandFields({ draft, set }: { draft: ServerDraft; set: (change: Partial<ServerDraft>) => void }) {
  return (
    <>
      <Labelled label="Command" note="Split at spaces and quotes. No shell: no variables, no pipes.">
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
      <Labelled label="Working folder (optional)">
        {(field) => (
          <Input
            id={field}
            mono
            placeholder="/home/you/project"
            value={draft.folder}
            onChange={(event) => set({ folder: event.target.value })}
          />
        )}
      </Labelled>
    </>
  );
}
