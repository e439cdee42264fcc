// Id and secret of the OAuth client that a user signs in with.
import { Input, Labelled } from "../../kit/field";
import type { FieldsProps } from "./server-form";
import { strings } from "./strings";
import styles from "./server-form.module.css";

const text = strings.form;

export function ClientFields({ draft, editing, note, set }: Pick<FieldsProps, "draft" | "editing" | "set"> & { note: string }) {
  return (
    <div className={styles.pair}>
      <Labelled label={text.clientId.label} note={note}>
        {(field) => (
          <Input
            id={field}
            data-testid="client-id"
            mono
            value={draft.clientId}
            onChange={(event) => set({ clientId: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label={text.clientSecret.label} note={editing ? text.clientSecret.editNote : null}>
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
  );
}
