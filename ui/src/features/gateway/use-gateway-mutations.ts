// What can be done with the gateway: switch it on and off, change what it serves, make a token, restart a server.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { GatewaySettings, GatewayView } from "../../backend";
import { backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDone, notifyError } from "../../shared/notify";
import { CHANGES_GATEWAY, gatewayQuery } from "./queries";

function useChange<T>(act: (input: T) => Promise<GatewayView>, onDone?: (view: GatewayView) => void) {
  const client = useQueryClient();
  const cache = useCatalogCache();
  const { queryKey } = gatewayQuery;
  return useMutation({
    mutationKey: CHANGES_GATEWAY,
    mutationFn: async (input: T) => {
      await client.cancelQueries({ queryKey });
      return cache.edit(() => act(input));
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

/** On or off. */
export const useSwitchGateway = (onDone?: (view: GatewayView) => void) =>
  useChange((on: boolean) => (on ? backend.startGateway() : backend.stopGateway()), onDone);

export const useNewToken = (onDone: () => void) => useChange(() => backend.newGatewayToken(), onDone);

/** Shown at once, with the way back. */
export function useSetGateway(): (over: Partial<GatewaySettings>, words: string) => void {
  const client = useQueryClient();
  const { mutateAsync } = useChange((settings: GatewaySettings) => backend.setGateway(settings));
  const put = async (over: Partial<GatewaySettings>): Promise<GatewaySettings | null> => {
    const view = client.getQueryData(gatewayQuery.queryKey);
    if (!view) return null;
    const settings = { ...view.settings, ...over };
    client.setQueryData(gatewayQuery.queryKey, { ...view, settings });
    await mutateAsync(settings);
    return view.settings;
  };
  const set = async (over: Partial<GatewaySettings>, words: string) => {
    const before = await put(over);
    if (!before) return;
    const back = Object.fromEntries(Object.keys(over).map((key) => [key, before[key as keyof GatewaySettings]]));
    notifyDone(words, () => void put(back as Partial<GatewaySettings>).catch(() => undefined));
  };
  return (over, words) => void set(over, words).catch(() => undefined);
}

export function useRestartServed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (server: string) => backend.restartServed(server),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: gatewayQuery.queryKey }),
  });
}
