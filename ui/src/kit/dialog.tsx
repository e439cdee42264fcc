// A dialog above the window: title, body, foot. Escape and the scrim close it; a toast beside it does not.
import * as RadixDialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import { IconButton } from "./button";
import { returnFocus } from "./return-focus";
import styles from "./dialog.module.css";

type Props = {
  title: ReactNode;
  /** One line under the title; read out with it. */
  about?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
  /** For two texts side by side: as wide and high as the window allows. */
  size?: "widest";
  /** The children are DialogPanes themselves, each with its own foot. */
  panes?: boolean;
  /** Nothing in it takes the focus: the body itself does, so that keys scroll it. */
  reading?: boolean;
  /** True: something is under way, so Escape and a press beside it do not close it. The button in its corner does. */
  holds?: () => boolean;
  testId?: string;
};

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** What a dialog without a trigger gives focus back to when it closes. */
export const useFocusBefore = (): Element | null => useState(() => document.activeElement)[0];

/** What scrolls, and the row of buttons below it. */
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
  const before = useFocusBefore();
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
            returnFocus(before);
          }}
          onEscapeKeyDown={(event) => {
            if (isIn(event.target, "[data-own-escape]") || holds?.()) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if (isIn(event.target, "[data-toasts]")) event.preventDefault();
          }}
          // Not when the focus goes elsewhere by itself, as to a question above it.
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
          {/* Last, so that focus begins in the content. */}
          <RadixDialog.Close asChild>
            <IconButton label="Close" className={styles.close}>
              <X size={14} aria-hidden="true" />
            </IconButton>
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
