// Server actions: add, edit, scan, cancel, sign in and out, enable, settings, trust, remove.
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
import { strings } from "./strings";

export type ServerActions = {
  scan: (server: string) => Promise<void>;
  scanAll: (servers: readonly string[]) => Promise<void>;
  /** Scans servers that were just imported. */
  scanNew: (servers: readonly string[]) => Promise<void>;
  /** Cancels a scan or a sign-in. */
  cancel: (server: string) => Promise<void>;
  remove: (server: string) => Promise<void>;
  /** Adds and then scans; resolves once the server is added, so that the dialog can close. */
  add: (input: AddServerInput) => Promise<void>;
  /** Saves and then scans, if the server is enabled. */
  edit: (input: AddServerInput) => Promise<void>;
  enable: (server: ServerView, enabled: boolean) => Promise<void>;
  /** Waits for the browser, then scans. */
  signIn: (server: string) => Promise<void>;
  signOut: (server: string) => Promise<void>;
  /** Saves the inference settings; optimistic, with undo. */
  set: (server: ServerView, settings: InferenceSettings, message: string) => Promise<void>;
  /** Optimistic, with undo. */
  trust: (server: ServerView, trusted: boolean) => Promise<void>;
  /** Optimistic, with undo. `loosen`: the user has confirmed what this loosens. */
  trustMethods: (server: ServerView, trusted: boolean, loosen: boolean) => Promise<void>;
};

/** A filter that is left from earlier would hide the tools of new servers. */
function showNewServers(): void {
  useCatalogFilter.getState().clearFilter();
  useCatalogFilter.setState({ server: null });
}

function createServerActions(cache: CatalogCache): ServerActions {
  const scan = (server: string) => scanServer(cache, server);

  /** Runs a mutation of one server, then reloads the catalog; false: it failed. */
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

  const saveSettings = (server: ServerView, settings: InferenceSettings): Promise<boolean> => {
    cache.applyServer({ ...server, settings });
    return change(() => cache.edit(() => backend.setServerSettings({ server: server.name, settings })));
  };

  const saveTrust = (server: ServerView, trusted: boolean): Promise<boolean> => {
    cache.applyServer({ ...server, trusted });
    return change(() => cache.edit(() => backend.trustServer({ server: server.name, trusted })));
  };

  const saveMethodTrust = (server: ServerView, trusted: boolean, loosen: boolean): Promise<boolean> => {
    cache.applyServer({ ...server, settings: { ...server.settings, trustsMethods: trusted } });
    return change(() => cache.edit(() => backend.trustMethods({ server: server.name, trusted, loosen })));
  };

  const setEnabled = (server: string, enabled: boolean) => change(() => backend.enableServer({ server, enabled }));

  return {
    scan,
    scanAll: (servers) => scanServers(cache, servers),
    scanNew: (servers) => {
      showNewServers();
      return scanServers(cache, servers);
    },
    cancel: cancelScan,
    remove: async (server) => {
      const isListed = useNavigation.getState().view === "catalog" && useCatalogFilter.getState().server === server;
      if (!(await change(() => backend.removeServer({ server })))) return;
      if (isListed) useNavigation.getState().showCatalog(null);
      notifyDone(strings.actions.removed(server));
    },
    add: async (input) => {
      const added = await backend.addServer(input);
      showNewServers();
      const { view, showServers, showCatalog } = useNavigation.getState();
      if (view === "servers") showServers(added.name);
      else showCatalog(null);
      void scan(added.name);
      await cache.reload();
    },
    edit: async (input) => {
      const changed = await backend.editServer(input);
      if (changed.enabled) void scan(changed.name);
      await cache.reload();
    },
    enable: async ({ name }, enabled) => {
      if (!(await setEnabled(name, enabled))) return;
      notifyDone(enabled ? strings.actions.turnedOn(name) : strings.actions.turnedOff(name), () => void setEnabled(name, !enabled));
    },
    signIn: async (server) => {
      const scans = useScans.getState();
      if (server in scans.running) return;
      scans.start(server, "signingIn");
      const signedIn = await change(() => backend.signIn({ server }));
      scans.end(server);
      if (signedIn) await scan(server);
    },
    signOut: async (server) => {
      if (await change(() => backend.signOut({ server }))) notifyDone(strings.actions.signedOut(server));
    },
    set: async (server, settings, message) => {
      const before = server.settings;
      if (!(await saveSettings(server, settings))) return;
      notifyDone(message, () => void saveSettings({ ...server, settings }, before));
    },
    trust: async (server, trusted) => {
      if (!(await saveTrust(server, trusted))) return;
      const message = trusted ? strings.actions.trusted(server.name) : strings.actions.notTrusted(server.name);
      notifyDone(message, () => void saveTrust({ ...server, trusted }, server.trusted));
    },
    trustMethods: async (server, trusted, loosen) => {
      if (!(await saveMethodTrust(server, trusted, loosen))) return;
      const message = trusted ? strings.methods.trusted(server.name) : strings.methods.notTrusted(server.name);
      // Back to what the user had confirmed before.
      notifyDone(message, () => void saveMethodTrust(server, !trusted, !trusted));
    },
  };
}

export function useServerActions(): ServerActions {
  const cache = useCatalogCache();
  return useMemo(() => createServerActions(cache), [cache]);
}
