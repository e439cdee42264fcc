// Reading servers: one, or many a few at a time; what came of it is told once.
import type { ScanReport } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { counted } from "../../shared/ago";
import { notifyDoneAnd, notifyError, notifyPartly } from "../../shared/notify";
import { useNavigation } from "../../shared/navigation";
import { useScans } from "./scans";

/** How many are read at the same time when all are. */
const AT_ONCE = 8;

type Drifted = Pick<ScanReport, "added" | "changed" | "removed">;

/** What a reading found; at the first of a server everything is new, and that is not worth a word. */
const driftOf = ({ server, added, changed, removed }: ScanReport): Drifted => ({
  added: added === server.tools ? 0 : added,
  changed,
  removed,
});

/** ": 2 changed, 1 gone, 3 new"; nothing when all is as it was. */
function driftWords({ changed, removed, added }: Drifted): string {
  const found = Object.entries({ changed, gone: removed, new: added }).filter(([, count]) => count > 0);
  const words = found.map(([word, count]) => `${count.toLocaleString("en")} ${word}`);
  return words.length > 0 ? `: ${words.join(", ")}` : "";
}

/** A tool that changed or went may have decisions that wait: that deserves a look. */
const toReview = ({ changed, removed }: Drifted) =>
  changed + removed > 0 ? { label: "Review", run: () => useNavigation.getState().showReview() } : undefined;

function tell(report: ScanReport): void {
  const { name, tools, truncation } = report.server;
  const malformed = new Set(report.problems.map((problem) => problem.tool)).size;
  const odd = malformed > 0 ? `; ${malformed.toLocaleString("en")} malformed` : "";
  const drift = driftOf(report);
  const words = `Read ${counted(tools, "tool")} from ${name}${driftWords(drift)}${odd}`;
  if (truncation === null) notifyDoneAnd(words, toReview(drift));
  else notifyPartly(words, truncation, toReview(drift));
}

/** To where what went wrong is explained: the page of servers if it is shown, else the server's own tools. */
function showTrouble(server: string): void {
  const { view, showServers, showCatalog } = useNavigation.getState();
  if (view === "servers") showServers(server);
  else showCatalog(server);
}

export async function scanServer(cache: CatalogCache, server: string): Promise<void> {
  const scans = useScans.getState();
  if (server in scans.running) return;
  scans.start(server);
  try {
    const report = await backend.scanServer({ server });
    await cache.reload();
    if (report.server.state === "failed" || report.server.state === "needsSignIn") showTrouble(server);
    else tell(report);
  } catch (error) {
    notifyError(error);
    await cache.reload();
  } finally {
    scans.end(server);
  }
}

/** Reads several; one that was taken out of the queue before its turn is left alone. */
export async function scanServers(cache: CatalogCache, servers: readonly string[]): Promise<void> {
  const scans = useScans.getState();
  const queue = servers.filter((server) => !(server in scans.running));
  for (const server of queue) scans.start(server, "queued");
  // Those that were just added show at once.
  void cache.reload();
  const sum = { read: 0, tools: 0, added: 0, changed: 0, removed: 0, failed: [] as string[] };
  const work = async () => {
    for (let server = queue.shift(); server !== undefined; server = queue.shift()) {
      if (!(server in useScans.getState().running)) continue;
      scans.start(server);
      try {
        const report = await backend.scanServer({ server });
        if (report.server.failure || report.server.state === "needsSignIn") sum.failed.push(server);
        else {
          sum.read += 1;
          sum.tools += report.server.tools;
          const drift = driftOf(report);
          sum.added += drift.added;
          sum.changed += drift.changed;
          sum.removed += drift.removed;
        }
        await cache.reload();
      } catch (error) {
        notifyError(error);
      } finally {
        scans.end(server);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, work));
  await cache.reload();
  const words = `Read ${counted(sum.tools, "tool")} from ${counted(sum.read, "server")}${driftWords(sum)}`;
  if (sum.failed.length > 0) notifyPartly(words, `not read: ${sum.failed.join(", ")}`, toReview(sum));
  else if (sum.read > 0) notifyDoneAnd(words, toReview(sum));
}

export async function cancelScan(server: string): Promise<void> {
  const scans = useScans.getState();
  if (scans.running[server]?.phase === "queued") {
    scans.end(server);
    return;
  }
  await backend.cancelScan({ server }).catch(notifyError);
}
