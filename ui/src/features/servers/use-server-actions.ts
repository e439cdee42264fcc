// What can be done with a server: read it, stop reading, remove it, add it.
import { useMemo } from "react";
import type { AddServerInput } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { counted } from "../../shared/ago";
import { notifyDone, notifyError, notifyPartly } from "../../shared/notify";
import { useView } from "../../shared/view-state";
import { useScans } from "./scans";

export type ServerActions = {
  read: (server: string) => Promise<void>;
  cancel: (server: string) => Promise<void>;
  remove: (server: string) => Promise<void>;
  /** Adds and then reads; resolves once it is added, so that a dialog can close. */
  add: (input: AddServerInput) => Promise<void>;
};

function actionsOn(cache: CatalogCache): ServerActions {
  const read = async (server: string) => {
    const scans = useScans.getState();
    if (server in scans.running) return;
    scans.start(server);
    try {
      const report = await backend.scanServer({ server });
      await cache.reload();
      if (report.server.state === "failed") {
        useView.getState().showCatalog(server);
      } else {
        const malformed = new Set(report.problems.map((problem) => problem.tool)).size;
        const odd = malformed > 0 ? `, ${malformed.toLocaleString("en")} malformed` : "";
        const words = `Read ${counted(report.server.tools, "tool")} from ${server}${odd}`;
        if (report.server.cut === null) notifyDone(words);
        else notifyPartly(words, report.server.cut);
      }
    } catch (error) {
      notifyError(error);
      await cache.reload();
    } finally {
      scans.end(server);
    }
  };
  return {
    read,
    cancel: (server) => backend.cancelScan({ server }).then(() => undefined, notifyError),
    remove: async (server) => {
      try {
        await backend.removeServer({ server });
        const view = useView.getState();
        if (view.server === server) view.showCatalog(null);
        await cache.reload();
        notifyDone(`${server} removed; its decisions are kept`);
      } catch (error) {
        notifyError(error);
      }
    },
    add: async (input) => {
      const added = await backend.addServer(input);
      useView.getState().showCatalog(null);
      void read(added.name);
      await cache.reload();
    },
  };
}

export function useServerActions(): ServerActions {
  const cache = useCatalogCache();
  return useMemo(() => actionsOn(cache), [cache]);
}
