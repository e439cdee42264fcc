// Alert dialog above everything, other dialogs included. A press outside does not close it; Escape and Enter run `onDefault`.
import * as RadixDialog from "@radix-ui/react-dialog";
import type { KeyboardEvent, ReactNode } from "react";
import { useFocusBefore } from "./dialog";
import { returnFocus } from "./return-focus";
import { useModalPage } from "./use-modal-page";
import styles from "./alert-dialog.module.css";

type Props = {
  /** Runs on Escape, and on Enter unless a button or link has the focus. */
  onDefault: () => void;
  testId?: string;
  /** Must include an AlertTitle and an AlertAbout. */
  children: ReactNode;
};

/** True if the focused element handles Enter itself. */
const handlesEnter = (target: EventTarget): boolean => target instanceof Element && target.closest("button, a") !== null;

export function AlertDialog({ onDefault, testId, children }: Props) {
  const previousFocus = useFocusBefore();
  useModalPage();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (handlesEnter(event.target)) {
      // A key that was already down when the dialog opened must not press a button.
      if (event.repeat) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (!event.repeat) onDefault();
  };
  return (
    <RadixDialog.Root open>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim} />
        <RadixDialog.Content
          className={styles.dialog}
          role="alertdialog"
          aria-modal="true"
          data-modal
          data-testid={testId}
          onKeyDown={onKeyDown}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            if (!event.repeat && !event.isComposing) onDefault();
          }}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(previousFocus);
          }}
        >
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

type PartProps = { className?: string | undefined; children: ReactNode };

export const AlertTitle = ({ className, children }: PartProps) => (
  <RadixDialog.Title className={`${styles.title} ${className ?? ""}`}>{children}</RadixDialog.Title>
);
export const AlertAbout = ({ className, children }: PartProps) => (
  <RadixDialog.Description className={`${styles.about} ${className ?? ""}`}>{children}</RadixDialog.Description>
);
export const AlertBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>;
export const AlertFoot = ({ children }: { children: ReactNode }) => <footer className={styles.foot}>{children}</footer>;
