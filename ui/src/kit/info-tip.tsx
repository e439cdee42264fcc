// (i) button with a tooltip that explains a label, on hover, on focus and on click.
import { Info } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useRef, useState } from "react";
import { IconButton } from "./button";
import { Tooltip } from "./tooltip";

/** Radix closes a tooltip when its trigger is pressed and when it is clicked; here a click opens it, or keeps it open. */
function useClickableTip() {
  const [open, setOpen] = useState(false);
  const pressed = useRef(false);
  const release = () => {
    pressed.current = false;
    document.removeEventListener("pointerup", release);
    document.removeEventListener("pointercancel", release);
  };
  const onPointerDown = () => {
    pressed.current = true;
    document.addEventListener("pointerup", release);
    document.addEventListener("pointercancel", release);
  };
  const onClick = (event: MouseEvent) => {
    event.preventDefault(); // Radix closes the tooltip otherwise
    setOpen(true);
  };
  const onOpenChange = (next: boolean) => {
    if (next || !pressed.current) setOpen(next);
  };
  return { tip: { open, onOpenChange }, button: { onPointerDown, onClick } };
}

export function InfoTip({ label, children }: { label: string; children: ReactNode }) {
  const { tip, button } = useClickableTip();
  return (
    <Tooltip
      wide
      {...tip}
      trigger={
        <IconButton label={label} size="tiny" {...button}>
          <Info size={12} strokeWidth={2.25} aria-hidden="true" />
        </IconButton>
      }
    >
      {children}
    </Tooltip>
  );
}
