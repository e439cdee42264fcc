// Scans of one server, or of several with limited concurrency; one toast reports the result.
import type { ScanReport } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { notifyDoneAnd, notifyError, notifyPartly } from "../../shared/notify";
import { useNavigation } from "../../shared/navigation";
import { useScans } from "./scans";
import { strings } from "./strings";

/** Maximum number of concurrent scans. */
const MAX_CONCURRENT = 8;

type Drift = Pick<ScanReport, "added" | "changed" | "removed">;

/** Changes found by a scan; in the first scan of a server every tool is new, which is not reported. */
const driftOf = ({ server, added, changed, removed }: ScanReport): Drift => ({
  added: added === server.tools ? 0 : added,
  changed,
  removed,
});

/** Toast action: a changed or removed tool may have suspended decisions that need a review. */
const reviewAction = ({ changed, removed }: Drift) =>
  changed + removed > 0 ? { label: strings.scan.review, run: () => useNavigation.getState().showReview() } : undefined;

/** Problems without a tool are those of the OpenAPI document. */
const problemCounts = ({ problems }: ScanReport) => ({
  malformed: new Set(problems.map(({ tool }) => tool).filter((tool) => tool !== "")).size,
  inDocument: problems.filter(({ tool }) => tool === "").length,
});

function notifyScanned(report: ScanReport): void {
  const { name, tools, truncation } = report.server;
  const drift = driftOf(report);
  const message = strings.scan.server(name, { tools, ...problemCounts(report), ...drift });
  if (truncation === null) notifyDoneAnd(message, reviewAction(drift));
  else notifyPartly(message, truncation, reviewAction(drift));
}

/** Opens the explanation of the failure: on the servers page if it is open, else above the server's tools. */
function showFailure(server: string): void {
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
    if (report.server.state === "failed" || report.server.state === "needsSignIn") showFailure(server);
    else notifyScanned(report);
  } catch (error) {
    notifyError(error);
    await cache.reload();
  } finally {
    scans.end(server);
  }
}

/** Scans several servers; a server that is removed from the queue before its turn is skipped. */
export async function scanServers(cache: CatalogCache, servers: readonly string[]): Promise<void> {
  const scans = useScans.getState();
  const queue = servers.filter((server) => !(server in scans.running));
  for (const server of queue) scans.start(server, "queued");
  // Servers that were just added appear at once.
  void cache.reload();
  const sum = { scanned: 0, tools: 0, added: 0, changed: 0, removed: 0, malformed: 0, inDocument: 0, failed: [] as string[] };
  const work = async () => {
    for (let server = queue.shift(); server !== undefined; server = queue.shift()) {
      if (!(server in useScans.getState().running)) continue;
      scans.start(server);
      try {
        const report = await backend.scanServer({ server });
            if (report.server.failure || report.server.state === "needsSignIn") sum.failed.push(server);
        else {
          sum.scanned += 1;
          sum.tools += report.server.tools;
          const { malformed, inDocument } = problemCounts(report);
          sum.malformed += malformed;
          sum.inDocument += inDocument;
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
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, queue.length) }, work));
  await cache.reload();
  const message = sum.scanned > 0 ? strings.scan.servers(sum.scanned, sum) : strings.scan.noServer;
  if (sum.failed.length > 0) notifyPartly(message, strings.scan.failed(sum.failed), reviewAction(sum));
  else if (sum.scanned > 0) notifyDoneAnd(message, reviewAction(sum));
}

export async function cancelScan(server: string): Promise<void> {
  const scans = useScans.getState();
  if (scans.running[server]?.phase === "queued") {
    scans.end(server);
    return;
  }
  await backend.cancelScan({ server }).catch(notifyError);
}
