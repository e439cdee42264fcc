// Modal dialog: title, body, footer. Escape and a press on the scrim close it; a press on a toast does not.
import * as RadixDialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import { IconButton } from "./button";
import { returnFocus } from "./return-focus";
import { strings } from "./strings";
import { useModalPage } from "./use-modal-page";
import styles from "./dialog.module.css";

type Props = {
  title: ReactNode;
  /** Line below the title; the accessible description. */
  about?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
  /** For two texts side by side: up to 1100 by 780 pixels, limited by the window. */
  size?: "widest";
  /** The children are DialogPanes, each with its own footer. */
  panes?: boolean;
  /** Makes the body focusable, for content without controls: otherwise keys could not scroll it. */
  reading?: boolean;
  /** True while an operation runs: Escape and a press outside do not close the dialog, its close button does. */
  holds?: () => boolean;
  testId?: string;
};

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** The element that had the focus before the dialog opened, for dialogs without a trigger. */
export const useFocusBefore = (): Element | null => useState(() => document.activeElement)[0];

/** Scrollable body with a footer of buttons. */
export function DialogPane({ children, foot, reading }: { children: ReactNode; foot?: ReactNode; reading?: boolean }) {
  return (
    <>
      <div className={styles.body} tabIndex={reading ? 0 : undefined}>
        {children}
      </div>
      {foot ? <footer className={styles.foot}>{foot}</footer> : null}
    </>
  );
}

export function Dialog(props: Props) {
  const { title, about, onClose, children, foot, wide = false, size, panes = false, reading = false, holds, testId } = props;
  const previousFocus = useFocusBefore();
  useModalPage();
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim} />
        <RadixDialog.Content
          className={styles.dialog}
          data-modal
          data-testid={testId}
          data-wide={wide || undefined}
          data-size={size}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(previousFocus);
          }}
          onEscapeKeyDown={(event) => {
            if (isIn(event.target, "[data-own-escape]") || holds?.()) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if (isIn(event.target, "[data-toasts]")) event.preventDefault();
          }}
          // Not onInteractOutside, which also fires when the focus moves, for example to an alert dialog above.
          onPointerDownOutside={(event) => {
            if (!isIn(event.target, "[data-toasts]") && holds?.()) event.preventDefault();
          }}
          {...(about ? {} : { "aria-describedby": undefined })}
        >
          <header className={styles.head}>
            <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
            {about ? <RadixDialog.Description className={styles.about}>{about}</RadixDialog.Description> : null}
          </header>
          {panes ? (
            children
          ) : (
            <DialogPane foot={foot} reading={reading}>
              {children}
            </DialogPane>
          )}
          {/* Last in the DOM, so that the initial focus is in the content. */}
          <RadixDialog.Close asChild>
            <IconButton label={strings.close} className={styles.close}>
              <X size={14} aria-hidden="true" />
            </IconButton>
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
