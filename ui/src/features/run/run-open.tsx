// Button in the tool panel that opens the run dialog.
import { Play } from "lucide-react";
import { keysOf } from "../../shared/keymap";
import type { ToolKey } from "../../backend";
import { Button } from "../../kit/button";
import { openRun } from "./open-run";
import { strings } from "./strings";
import styles from "./run-open.module.css";

const text = strings.open;

export function RunOpen({ tool }: { tool: ToolKey }) {
  return (
    <Button size="small" className={styles.open} title={text.tooltip(keysOf("tool.run").join("+"))} aria-label={text.label} data-testid="run-open" onClick={() => openRun(tool)}>
      <Play size={12} strokeWidth={2.25} aria-hidden="true" />
      <span>{text.label}</span>
    </Button>
  );
}
