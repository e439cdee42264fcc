// Banner with the reason why the store is read-only.
import { Lock } from "lucide-react";
import { sentence } from "../shared/error-message";
import { ServerText } from "../shared/server-text";
import { strings } from "./strings";
import styles from "./read-only-banner.module.css";

export function ReadOnlyBanner({ reason }: { reason: string }) {
  return (
    <div className={styles.banner} role="status" data-testid="read-only">
      <Lock size={14} aria-hidden="true" />
      <span>
        <b>{strings.readOnly}</b> <ServerText text={sentence(reason)} />
      </span>
    </div>
  );
}
