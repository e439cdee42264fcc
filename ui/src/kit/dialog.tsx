// A dialog above the window: title, body, foot. Escape and the scrim close it; a toast beside it does not.
import * as RadixDialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button";
import styles from "./dialog.module.css";

type Props = {
  title: string;
  /** One line under the title; read out with it. */
  about?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
  /** The children are DialogPanes themselves, each with its own foot. */
  panes?: boolean;
};

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** What scrolls, and the row of buttons below it. */
export function DialogPane({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <>
      <div className={styles.body}>{children}</div>
      {foot ? <footer className={styles.foot}>{foot}</footer> : null}
    </>
  );
}

export function Dialog({ title, about, onClose, children, foot, wide = false, panes = false }: Props) {
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim} />
        <RadixDialog.Content
          className={styles.dialog}
          data-wide={wide || undefined}
          onEscapeKeyDown={(event) => {
            if (isIn(event.target, "[data-own-escape]")) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if (isIn(event.target, "[data-toasts]")) event.preventDefault();
          }}
          {...(about ? {} : { "aria-describedby": undefined })}
        >
          <header className={styles.head}>
            <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
            {about ? <RadixDialog.Description className={styles.about}>{about}</RadixDialog.Description> : null}
          </header>
          {panes ? children : <DialogPane foot={foot}>{children}</DialogPane>}
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
