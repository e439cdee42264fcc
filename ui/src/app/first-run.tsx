// First-run page, shown while there are no servers: import from other clients, add a server, or open the demo.
import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { Box, Download, Server } from "lucide-react";
import type { ReactNode } from "react";
import type { ImportFile } from "../backend";
import { importsQuery } from "../backend/queries";
import { Button } from "../kit/button";
import { Keys } from "../kit/kbd";
import { counted } from "../shared/ago";
import type { AddServerTab } from "../shared/navigation";
import { useNavigation } from "../shared/navigation";
import { FoundConfigurations } from "./found-configurations";
import { keysOf } from "../shared/keymap";
import { ReadOnlyBanner } from "./read-only-banner";
import styles from "./first-run.module.css";

const serversIn = (files: readonly ImportFile[]): number =>
  files.reduce((sum, { entries }) => sum + entries.filter((entry) => entry.problem === null).length, 0);

function importSummary(files: readonly ImportFile[] | undefined, failed: boolean): string {
  if (failed) return "What other clients have could not be looked for. You can choose a file.";
  if (!files) return "Looking for the configurations of other clients…";
  const servers = serversIn(files);
  if (servers === 0) return "No other client lists servers on this machine. You can choose a file.";
  return `${counted(files.length, "configuration")}, ${counted(servers, "server")}.`;
}

export function FirstRun({ readOnly }: { readOnly: string | null }) {
  const openDialog = useNavigation((state) => state.open);
  const imports = useQuery(importsQuery);
  const found = imports.data !== undefined && serversIn(imports.data) > 0;
  const summary = importSummary(imports.data, imports.error !== null);
  const off = readOnly !== null;
  const open = (tab: AddServerTab) => () => openDialog({ kind: "addServer", tab });
  return (
    <main className={styles.first} data-testid="first-run">
      {readOnly ? <ReadOnlyBanner why={readOnly} /> : null}
      <div className={styles.inner}>
        <Brand />
        <h1>{found ? "Start with the servers you already have" : "Start with a server"}</h1>
        <p className={styles.about}>
          Hintsmith reads your clients’ configurations, shows what each tool claims and what it probably does, and lets
          you put it right. Your files stay as they are.
        </p>
        {found ? (
          <FoundConfigurations files={imports.data} summary={summary} readOnly={off} />
        ) : (
          <Choice icon={Download} title="Import from another client" about={<span role="status">{summary}</span>}>
            <Button data-testid="import-found" disabled={off} onClick={open("client")}>
              Import…
            </Button>
          </Choice>
        )}
        <Choice
          icon={Server}
          title="Add a server"
          about="A command, an address, an OpenAPI document, a saved list, or a registry entry."
        >
          <Button data-testid="add-server" disabled={off} onClick={open("command")}>
            Add…
          </Button>
        </Choice>
        <Choice
          icon={Box}
          title="Open the demo"
          about="A personal cloud with invented data, badly annotated on purpose. Works offline."
        >
          <Button
            look={imports.isPending || found ? "plain" : "primary"}
            data-testid="open-demo"
            disabled={off}
            onClick={open("demo")}
          >
            Open demo
          </Button>
        </Choice>
        <div className={styles.note}>
          <span>All of this can be done later, from the sidebar.</span>
          <Button look="quiet" size="small" data-testid="commands" onClick={() => openDialog({ kind: "palette" })}>
            All commands <Keys keys={keysOf("window.palette")} />
          </Button>
        </div>
      </div>
    </main>
  );
}

type ChoiceProps = { icon: LucideIcon; title: string; about: ReactNode; children: ReactNode };

function Choice({ icon: Icon, title, about, children }: ChoiceProps) {
  return (
    <section className={styles.box}>
      <div className={styles.choice}>
        <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
        <div>
          <h2>{title}</h2>
          <p>{about}</p>
        </div>
        {children}
      </div>
    </section>
  );
}

/** Logo: a solid half for declared, a dashed half for assumed, and a dot in the middle for decided. */
function Brand() {
  return (
    <svg
      width={28}
      height={28}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5" />
      <path d="M16 21H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5" strokeDasharray="3.4 3.4" />
      <circle cx="12" cy="12" r="3.2" fill="currentColor" stroke="none" />
    </svg>
  );
}
