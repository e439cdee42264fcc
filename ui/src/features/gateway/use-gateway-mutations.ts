// Mutations of the gateway: start, stop, settings, token, restart of a server.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { GatewaySettings, GatewayView } from "../../backend";
import { backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDone, notifyError } from "../../shared/notify";
import { CHANGES_GATEWAY, gatewayQuery } from "./queries";

function useChange<T>(request: (input: T) => Promise<GatewayView>, onDone?: (view: GatewayView) => void) {
  const client = useQueryClient();
  const cache = useCatalogCache();
  const { queryKey } = gatewayQuery;
  return useMutation({
    mutationKey: CHANGES_GATEWAY,
    mutationFn: async (input: T) => {
      await client.cancelQueries({ queryKey });
      return cache.edit(() => request(input));
    },
    onSuccess: (view) => {
      client.setQueryData(queryKey, view);
      onDone?.(view);
    },
    onError: (error) => {
      notifyError(error);
      void client.invalidateQueries({ queryKey });
    },
  });
}

/** Starts the gateway (true) or stops it (false). */
export const useSwitchGateway = (onDone?: (view: GatewayView) => void) =>
  useChange((on: boolean) => (on ? backend.startGateway() : backend.stopGateway()), onDone);

export const useNewToken = (onDone: () => void) => useChange(() => backend.newGatewayToken(), onDone);

/** Optimistic update of the settings; the toast shows `message` and offers undo. */
export function useSetGateway(): (over: Partial<GatewaySettings>, message: string) => void {
  const client = useQueryClient();
  const { mutateAsync } = useChange((settings: GatewaySettings) => backend.setGateway(settings));
  const save = async (over: Partial<GatewaySettings>): Promise<GatewaySettings | null> => {
    const view = client.getQueryData(gatewayQuery.queryKey);
    if (!view) return null;
    const settings = { ...view.settings, ...over };
    client.setQueryData(gatewayQuery.queryKey, { ...view, settings });
    await mutateAsync(settings);
    return view.settings;
  };
  const set = async (over: Partial<GatewaySettings>, message: string) => {
    const before = await save(over);
    if (!before) return;
    const previous = Object.fromEntries(Object.keys(over).map((key) => [key, before[key as keyof GatewaySettings]]));
    notifyDone(message, () => void save(previous as Partial<GatewaySettings>).catch(() => undefined));
  };
  return (over, message) => void set(over, message).catch(() => undefined);
}

export function useRestartServed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (server: string) => backend.restartServed(server),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: gatewayQuery.queryKey }),
  });
}
