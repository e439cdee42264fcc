// (i) button with a tooltip that explains a label, on hover and on focus.
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button";
import { Tooltip } from "./tooltip";

export function InfoTip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Tooltip
      wide
      trigger={
        <IconButton label={label} size="tiny">
          <Info size={12} strokeWidth={2.25} aria-hidden="true" />
        </IconButton>
      }
    >
      {children}
    </Tooltip>
  );
}
