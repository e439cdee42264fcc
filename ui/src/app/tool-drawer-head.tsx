// The strip above the tool panel where it lies over the catalog.
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../kit/button";
import { closeDrawer } from "./use-drawer-keys";
import styles from "./window.module.css";

export function ToolDrawerHead() {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <section className={styles.drawerHead} aria-label="Tool over the catalog">
      <span>Tool</span>
      <IconButton ref={close} label="Close the tool" data-testid="close-tool" onClick={closeDrawer}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </section>
  );
}
