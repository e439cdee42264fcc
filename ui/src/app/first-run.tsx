// First-run page, shown while there are no servers: import from other clients, add a server, or open the demo.
import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { Box, Download, Server } from "lucide-react";
import type { ReactNode } from "react";
import type { ImportFile } from "../backend";
import { importsQuery } from "../backend/queries";
import { Button } from "../kit/button";
import { Keys } from "../kit/kbd";
import type { AddServerTab } from "../shared/navigation";
import { useNavigation } from "../shared/navigation";
import { FoundConfigurations } from "./found-configurations";
import { keysOf } from "../shared/keymap";
import { ReadOnlyBanner } from "./read-only-banner";
import { strings } from "./strings";
import styles from "./first-run.module.css";

const { firstRun: text } = strings;

const serversIn = (files: readonly ImportFile[]): number =>
  files.reduce((sum, { entries }) => sum + entries.filter((entry) => entry.problem === null).length, 0);

function importSummary(files: readonly ImportFile[] | undefined, failed: boolean): string {
  if (failed) return text.searchFailed;
  if (!files) return text.searching;
  const servers = serversIn(files);
  if (servers === 0) return text.noneFound;
  return text.found(files.length, servers);
}

export function FirstRun({ readOnly }: { readOnly: string | null }) {
  const openDialog = useNavigation((state) => state.open);
  const imports = useQuery(importsQuery);
  const found = imports.data !== undefined && serversIn(imports.data) > 0;
  const summary = importSummary(imports.data, imports.error !== null);
  const disabled = readOnly !== null;
  const open = (tab: AddServerTab) => () => openDialog({ kind: "addServer", tab });
  return (
    <main className={styles.first} data-testid="first-run">
      {readOnly ? <ReadOnlyBanner reason={readOnly} /> : null}
      <div className={styles.inner}>
        <Brand />
        <h1>{found ? text.titleWithImports : text.title}</h1>
        <p className={styles.about}>{text.about}</p>
        {found ? (
          <FoundConfigurations files={imports.data} summary={summary} readOnly={disabled} />
        ) : (
          <Choice icon={Download} title={text.importTitle} about={<span role="status">{summary}</span>}>
            <Button data-testid="import-found" disabled={disabled} onClick={open("client")}>
              {text.import}
            </Button>
          </Choice>
        )}
        <Choice icon={Server} title={text.addTitle} about={text.aboutAdd}>
          <Button data-testid="add-server" disabled={disabled} onClick={open("command")}>
            {text.add}
          </Button>
        </Choice>
        <Choice icon={Box} title={text.demoTitle} about={text.aboutDemo}>
          <Button
            look={imports.isPending || found ? "plain" : "primary"}
            data-testid="open-demo"
            disabled={disabled}
            onClick={open("demo")}
          >
            {text.demo}
          </Button>
        </Choice>
        <div className={styles.note}>
          <span>{text.later}</span>
          <Button look="quiet" size="small" data-testid="commands" onClick={() => openDialog({ kind: "palette" })}>
            {text.allCommands} <Keys keys={keysOf("window.palette")} />
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
