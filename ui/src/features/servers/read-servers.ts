// Reading servers: one, or many a few at a time; what came of it is told once.
import type { ScanReport } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { counted } from "../../shared/ago";
import { notifyDone, notifyError, notifyPartly } from "../../shared/notify";
import { useView } from "../../shared/view-state";
import { useScans } from "./scans";

/** How many are read at the same time when all are. */
const AT_ONCE = 8;

function tell(report: ScanReport): void {
  const { name, tools, cut } = report.server;
  const malformed = new Set(report.problems.map((problem) => problem.tool)).size;
  const odd = malformed > 0 ? `, ${malformed.toLocaleString("en")} malformed` : "";
  const words = `Read ${counted(tools, "tool")} from ${name}${odd}`;
  if (cut === null) notifyDone(words);
  else notifyPartly(words, cut);
}

/** To where what went wrong is explained: the page of servers if it is shown, else the server's own tools. */
function showTrouble(server: string): void {
  const view = useView.getState();
  if (view.view === "servers") view.showServers(server);
  else view.showCatalog(server);
}

export async function readServer(cache: CatalogCache, server: string): Promise<void> {
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
export async function readServers(cache: CatalogCache, servers: readonly string[]): Promise<void> {
  const scans = useScans.getState();
  const queue = servers.filter((server) => !(server in scans.running));
  for (const server of queue) scans.start(server, "queued");
  // Those that were just added show at once.
  void cache.reload();
  const sum = { read: 0, tools: 0, failed: [] as string[] };
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
  const words = `Read ${counted(sum.tools, "tool")} from ${counted(sum.read, "server")}`;
  if (sum.failed.length > 0) notifyPartly(words, `not read: ${sum.failed.join(", ")}`);
  else if (sum.read > 0) notifyDone(words);
}

export async function cancelRead(server: string): Promise<void> {
  const scans = useScans.getState();
  if (scans.running[server]?.phase === "queued") {
    scans.end(server);
    return;
  }
  await backend.cancelScan({ server }).catch(notifyError);
}
