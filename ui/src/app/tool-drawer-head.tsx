// Header of the drawer that shows a tool or a finding over the list.
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../kit/button";
import { closeDrawer } from "./use-drawer-keys";
import styles from "./window.module.css";

const LABELS = {
  tool: { title: "Tool", label: "Tool over the catalog", close: "Close the tool" },
  finding: { title: "Finding", label: "Finding over the list", close: "Close the finding" },
};

export function ToolDrawerHead({ of }: { of: keyof typeof LABELS }) {
  const labels = LABELS[of];
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <section className={styles.drawerHead} aria-label={labels.label}>
      <span>{labels.title}</span>
      <IconButton ref={close} label={labels.close} data-testid="close-tool" onClick={closeDrawer}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </section>
  );
}
