// What a new window shows: two ways to begin.
import { Box, Server } from "lucide-react";
import { Button } from "../kit/button";
import { useView } from "../shared/view-state";
import { Brand } from "./brand";
import { ReadOnlyBanner } from "./read-only-banner";
import styles from "./first-run.module.css";

export function FirstRun({ readOnly }: { readOnly: string | null }) {
  const open = useView((state) => state.open);
  return (
    <main className={styles.first} data-testid="first-run">
      {readOnly ? <ReadOnlyBanner why={readOnly} /> : null}
      <div className={styles.inner}>
        <Brand size={28} />
        <h1>Start with a server</h1>
        <p className={styles.about}>
          Hintsmith reads what each tool claims, shows what it probably does, and lets you put it right. Your files and
          servers stay as they are.
        </p>
        <section className={styles.choice}>
          <Box size={20} strokeWidth={1.6} aria-hidden="true" />
          <div>
            <h2>Open the demo</h2>
            <p>A personal cloud with invented data, badly annotated on purpose. Works offline.</p>
          </div>
          <Button
            look="primary"
            data-testid="open-demo"
            disabled={readOnly !== null}
            onClick={() => open({ kind: "addServer", demo: true })}
          >
            Open demo
          </Button>
        </section>
        <section className={styles.choice}>
          <Server size={20} strokeWidth={1.6} aria-hidden="true" />
          <div>
            <h2>Add a server</h2>
            <p>A command that speaks MCP on its standard input and output.</p>
          </div>
          <Button
            data-testid="add-server"
            disabled={readOnly !== null}
            onClick={() => open({ kind: "addServer", demo: false })}
          >
            Add…
          </Button>
        </section>
        <p className={styles.note}>
          <span>You see each command before it starts.</span>
          <span>All of this can be done later, from the sidebar.</span>
        </p>
      </div>
    </main>
  );
}
