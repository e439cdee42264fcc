// Port field of the gateway: saves a valid port on blur or Enter.
import { useId } from "react";
import { Input } from "../../kit/field";
import { useDraft } from "../../shared/use-draft";
import { strings } from "./strings";
import styles from "./address-section.module.css";

const LAST = 65_535;

/** Null if the text is not a valid port. */
function portOf(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= LAST ? port : null;
}

type Props = { port: number; disabled: boolean; onSave: (port: number) => void };

export function PortField({ port, disabled, onSave }: Props) {
  const id = useId();
  const draft = useDraft(String(port), (typed) => {
    const newPort = portOf(typed ?? "");
    if (newPort !== null) onSave(newPort);
  });
  const isInvalid = draft.editing && draft.text.trim() !== "" && portOf(draft.text) === null;
  return (
    <>
      <dt>
        <label htmlFor={id}>{strings.address.port}</label>
      </dt>
      <dd>
        <Input
          id={id}
          className={styles.port ?? ""}
          inputMode="numeric"
          data-testid="gateway-port"
          value={draft.text}
          disabled={disabled}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${id}-problem` : undefined}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.save}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !isInvalid) draft.save();
            if (event.key === "Escape") draft.giveUp();
          }}
        />
        {isInvalid ? (
          <span id={`${id}-problem`} className={styles.problem} role="alert">
            {strings.address.portRange(LAST)}
          </span>
        ) : null}
      </dd>
      <dd />
    </>
  );
}
