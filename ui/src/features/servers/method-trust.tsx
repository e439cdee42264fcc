// Switch that trusts the HTTP methods of a server. Turning it on asks for confirmation where it loosens tools.
import { useId, useState } from "react";
import type { Loosening, ServerView } from "../../backend";
import { backend } from "../../backend";
import { LinkButton } from "../../kit/button";
import { InfoTip } from "../../kit/info-tip";
import { Switch } from "../../kit/switch";
import { LooseningConfirm } from "../../shared/loosening";
import { notifyError } from "../../shared/notify";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";
import styles from "./server-settings.module.css";

const text = strings.methods;

export function MethodTrust({ server, readOnly }: { server: ServerView; readOnly: boolean }) {
  const actions = useServerActions();
  const id = useId();
  const [loosening, setLoosening] = useState<Loosening | null>(null);
  const save = (trusted: boolean, loosen: boolean) => {
    setLoosening(null);
    void actions.trustMethods(server, trusted, loosen);
  };
  const turnOn = async () => {
    try {
      const found = await backend.methodTrustLoosening({ server: server.name });
      if (found.tools > 0) setLoosening(found);
      else save(true, false);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <>
      <div className={styles.row}>
        <span id={id} className={styles.label}>
          {text.label}
        </span>
        <InfoTip label={text.tip}>
          <p>{text.about}</p>
        </InfoTip>
        <span className={styles.control}>
          <Switch on={server.settings.trustsMethods} aria-labelledby={id} data-testid="trust-methods" disabled={readOnly} onChange={(on) => (on ? void turnOn() : save(false, false))} />
        </span>
      </div>
      {loosening ? (
        <>
          <LooseningConfirm loosening={loosening} confirmed={false} onConfirm={() => save(true, true)} />
          <LinkButton onClick={() => setLoosening(null)}>{text.cancel}</LinkButton>
        </>
      ) : null}
    </>
  );
}
