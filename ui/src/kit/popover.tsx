// Non-modal popover beside its trigger; it stays open until dismissed.
import * as RadixPopover from "@radix-ui/react-popover";
import type { ReactNode } from "react";
import { rescueFocus } from "./return-focus";
import styles from "./overlay.module.css";

type Props = {
  label: string;
  trigger: ReactNode;
  children: ReactNode;
  /** Controlled state; uncontrolled if omitted. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Element that receives the focus on close, instead of the trigger. */
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
          // A press on a toast must not close the popover that the toast is about.
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest("[data-toasts]")) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            const target = returnFocus?.();
            if (target?.isConnected) {
              event.preventDefault();
              target.focus();
            } else setTimeout(rescueFocus); // the trigger may have been unmounted together with its page
          }}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
