// Tooltip of one control, on hover and on focus. Cards and badges share another tooltip: features/catalog/tool-tooltip.
import * as RadixTooltip from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";
import { strings } from "./strings";
import styles from "./overlay.module.css";

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <RadixTooltip.Provider delayDuration={400} skipDelayDuration={300}>
    {children}
  </RadixTooltip.Provider>
);

type Props = {
  trigger: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** Controlled state; uncontrolled if omitted. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export function Tooltip({ trigger, children, wide = false, open, onOpenChange }: Props) {
  const controlled = open === undefined ? {} : { open };
  return (
    <RadixTooltip.Root {...controlled} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixTooltip.Trigger asChild>{trigger}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        {/* A landmark of its own, because the portal is outside of the page's landmarks. */}
        <section aria-label={strings.landmarks.tooltip}>
          <RadixTooltip.Content
            className={`${styles.pop} ${wide ? styles.wideTip : styles.tip}`}
            sideOffset={6}
            collisionPadding={8}
          >
            {children}
          </RadixTooltip.Content>
        </section>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
