// What can be done with servers: add, change, read, stop, sign in, turn off, remove.
import { useMemo } from "react";
import type { AddServerInput, ServerView, InferenceSettings } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDone, notifyError } from "../../shared/notify";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useNavigation } from "../../shared/navigation";
import { cancelScan, scanServer, scanServers } from "./scan-servers";
import { useScans } from "./scans";

export type ServerActions = {
  read: (server: string) => Promise<void>;
  readAll: (servers: readonly string[]) => Promise<void>;
  /** Stops a reading or a sign-in. */
  cancel: (server: string) => Promise<void>;
  remove: (server: string) => Promise<void>;
  /** Adds and then reads; resolves once it is added, so that a dialog can close. */
  add: (input: AddServerInput) => Promise<void>;
  /** Changes and then reads, if the server is on. */
  edit: (input: AddServerInput) => Promise<void>;
  enable: (server: ServerView, enabled: boolean) => Promise<void>;
  /** Waits for the browser, then reads. */
  signIn: (server: string) => Promise<void>;
  signOut: (server: string) => Promise<void>;
  /** How the tools are read; shown at once, with the way back. */
  set: (server: ServerView, settings: InferenceSettings, words: string) => Promise<void>;
  /** Shown at once, with the way back. */
  trust: (server: ServerView, trusted: boolean) => Promise<void>;
};

function actionsOn(cache: CatalogCache): ServerActions {
  const read = (server: string) => scanServer(cache, server);

  /** Runs a change of one server, then shows what it came to. */
  const change = async (run: () => Promise<unknown>): Promise<boolean> => {
    try {
      await run();
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      await cache.reload();
    }
  };

  const putSettings = (server: ServerView, settings: InferenceSettings): Promise<boolean> => {
    cache.applyServer({ ...server, settings });
    return change(() => cache.edit(() => backend.setServerSettings({ server: server.name, settings })));
  };

  const putTrust = (server: ServerView, trusted: boolean): Promise<boolean> => {
    cache.applyServer({ ...server, trusted });
    return change(() => cache.edit(() => backend.trustServer({ server: server.name, trusted })));
  };

  const turn = (server: string, enabled: boolean) => change(() => backend.enableServer({ server, enabled }));

  return {
    read,
    readAll: (servers) => scanServers(cache, servers),
    cancel: cancelScan,
    remove: async (server) => {
      const isListed = useNavigation.getState().view === "catalog" && useCatalogFilter.getState().server === server;
      if (!(await change(() => backend.removeServer({ server })))) return;
      if (isListed) useNavigation.getState().showCatalog(null);
      notifyDone(`${server} removed; its decisions are kept`);
    },
    add: async (input) => {
      const added = await backend.addServer(input);
      const { view, showServers, showCatalog } = useNavigation.getState();
      if (view === "servers") showServers(added.name);
      else showCatalog(null);
      void read(added.name);
      await cache.reload();
    },
    edit: async (input) => {
      const changed = await backend.editServer(input);
      if (changed.enabled) void read(changed.name);
      await cache.reload();
    },
    enable: async ({ name }, enabled) => {
      if (!(await turn(name, enabled))) return;
      notifyDone(`${name} is ${enabled ? "on" : "off; its tools stay"}`, () => void turn(name, !enabled));
    },
    signIn: async (server) => {
      const scans = useScans.getState();
      if (server in scans.running) return;
      scans.start(server, "signingIn");
      const signedIn = await change(() => backend.signIn({ server }));
      scans.end(server);
      if (signedIn) await read(server);
    },
    signOut: async (server) => {
      if (await change(() => backend.signOut({ server }))) notifyDone(`Signed out of ${server}`);
    },
    set: async (server, settings, words) => {
      const before = server.settings;
      if (!(await putSettings(server, settings))) return;
      notifyDone(words, () => void putSettings({ ...server, settings }, before));
    },
    trust: async (server, trusted) => {
      if (!(await putTrust(server, trusted))) return;
      const words = trusted ? `${server.name} is trusted` : `${server.name} is no longer trusted`;
      notifyDone(words, () => void putTrust({ ...server, trusted }, server.trusted));
    },
  };
}

export function useServerActions(): ServerActions {
  const cache = useCatalogCache();
  return useMemo(() => actionsOn(cache), [cache]);
}
