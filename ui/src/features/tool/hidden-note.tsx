// Note that the list beside the panel does not show the tool.
import { EyeOff } from "lucide-react";
import { LinkButton } from "../../kit/button";
import { strings } from "./strings";
import styles from "./read-only-note.module.css";

export type HiddenReason = "filter" | "group";

export function HiddenNote({ reason, onShow }: { reason: HiddenReason; onShow: () => void }) {
  return (
    <p className={styles.note} role="status" data-testid="hidden-note">
      <EyeOff size={12} strokeWidth={2.25} aria-hidden="true" />
      <span>
        {strings.panel.hidden[reason]} <LinkButton onClick={onShow}>{strings.panel.showInList[reason]}</LinkButton>
      </span>
    </p>
  );
}
