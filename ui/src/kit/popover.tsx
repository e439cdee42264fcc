// What opens beside its trigger and stays until dismissed.
import * as RadixPopover from "@radix-ui/react-popover";
import type { ReactNode } from "react";
import styles from "./overlay.module.css";

type Props = { label: string; trigger: ReactNode; children: ReactNode };

export function Popover({ label, trigger, children }: Props) {
  return (
    <RadixPopover.Root>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className={`${styles.pop} ${styles.popover}`}
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
