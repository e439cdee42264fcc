// Why a call cannot be allowed for longer than once, and where that is set.
import { LinkButton } from "../../kit/button";
import { useNavigation } from "../../shared/navigation";
import { useApprovalQueue } from "./approval-queue";
import styles from "./approval.module.css";

export function NotForThisSession({ id, nonce }: { id: string; nonce: string }) {
  return (
    <p className={styles.note}>
      <span id={id}>“Allow for this session” is off: destructive calls are always confirmed.</span>{" "}
      <LinkButton
        onClick={() => {
          useApprovalQueue.getState().setAside(nonce);
          useNavigation.getState().showPreferences();
        }}
      >
        Preferences
      </LinkButton>
    </p>
  );
}
