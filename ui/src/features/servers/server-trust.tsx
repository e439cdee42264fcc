// Trust setting of a server. Off until the user turns it on; saved at once, with undo.
import { useId } from "react";
import type { ServerView } from "../../backend";
import { InfoTip } from "../../kit/info-tip";
import { Switch } from "../../kit/switch";
import { Section } from "../../shared/section";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";
import styles from "./server-settings.module.css";

export function ServerTrust({ server, readOnly }: { server: ServerView; readOnly: boolean }) {
  const actions = useServerActions();
  const id = useId();
  return (
    <Section title={strings.trust.title}>
      <div className={styles.row}>
        <span id={id} className={styles.label}>
          {strings.trust.label}
        </span>
        <InfoTip label={strings.trust.tip}>
          <p>{strings.trust.about}</p>
        </InfoTip>
        <span className={styles.control}>
          <Switch
            on={server.trusted}
            aria-labelledby={id}
            data-testid="trust"
            disabled={readOnly}
            onChange={(trusted) => void actions.trust(server, trusted)}
          />
        </span>
      </div>
    </Section>
  );
}
