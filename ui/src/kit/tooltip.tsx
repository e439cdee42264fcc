// A tooltip on one control, by pointer and by focus. Cards and badges share another one: features/catalog/tool-tooltip.
import * as RadixTooltip from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";
import styles from "./overlay.module.css";

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <RadixTooltip.Provider delayDuration={400} skipDelayDuration={300}>
    {children}
  </RadixTooltip.Provider>
);

type Props = { trigger: ReactNode; children: ReactNode; wide?: boolean };

export function Tooltip({ trigger, children, wide = false }: Props) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{trigger}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        {/* It lies outside of the page's landmarks, so it is one itself. */}
        <section aria-label="Explanation">
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
