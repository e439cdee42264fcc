// Header of the drawer that shows a tool or a finding over the list.
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../kit/button";
import { strings } from "./strings";
import { closeDrawer } from "./use-drawer-keys";
import styles from "./window.module.css";

export function ToolDrawerHead({ kind }: { kind: "tool" | "finding" }) {
  const text = strings.drawer[kind];
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <section className={styles.drawerHead} aria-label={text.label}>
      <span>{text.title}</span>
      <IconButton ref={close} label={text.close} data-testid="close-tool" onClick={closeDrawer}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </section>
  );
}
