// What opens beside its trigger and stays until dismissed. The window can be used beside it.
import * as RadixPopover from "@radix-ui/react-popover";
import type { ReactNode } from "react";
import { rescueFocus } from "./return-focus";
import styles from "./overlay.module.css";

type Props = {
  label: string;
  trigger: ReactNode;
  children: ReactNode;
  /** Where somebody else opens and closes it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Focus goes here when it closes, instead of to the trigger. */
  returnFocus?: () => HTMLElement | null;
  align?: "start" | "end";
  side?: "top" | "bottom";
  className?: string | undefined;
};

export function Popover(props: Props) {
  const { label, trigger, children, open, onOpenChange, returnFocus, align = "end", side = "bottom", className } = props;
  const controlled = open === undefined ? {} : { open };
  return (
    <RadixPopover.Root {...controlled} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className={`${styles.pop} ${styles.popover} ${className ?? ""}`}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          // A toast that is pressed must not close what it speaks about.
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest("[data-toasts]")) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            const target = returnFocus?.();
            if (target?.isConnected) {
              event.preventDefault();
              target.focus();
            } else setTimeout(rescueFocus); // its trigger can be gone with the page it stood on
          }}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
