// Banner with the reason why the store is read-only.
import { Lock } from "lucide-react";
import { sentence } from "../shared/error-message";
import { ServerText } from "../shared/server-text";
import styles from "./read-only-banner.module.css";

export function ReadOnlyBanner({ why }: { why: string }) {
  return (
    <div className={styles.banner} role="status" data-testid="read-only">
      <Lock size={14} aria-hidden="true" />
      <span>
        <b>Read only.</b> <ServerText text={sentence(why)} />
      </span>
    </div>
  );
}
