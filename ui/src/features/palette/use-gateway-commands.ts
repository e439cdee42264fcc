// Gateway commands, available on every page: start, stop, copy the address.
import { useQuery } from "@tanstack/react-query";
import { Copy, Play, Square } from "lucide-react";
import type { GatewayView } from "../../backend";
import { copyText } from "../../kit/copy-text";
import { couldNotCopy } from "../../shared/could-not-copy";
import { notifyDone, notifyInfo } from "../../shared/notify";
import { gatewayQuery } from "../gateway/queries";
import { useSwitchGateway } from "../gateway/use-gateway-mutations";
import type { Command } from "./command";

/** Toast with the result, because other pages do not show the state of the gateway. */
function notifySwitched({ running }: GatewayView): void {
  notifyDone(running ? "The gateway is on" : "The gateway is off");
}

export function useGatewayCommands(readOnly: boolean): Command[] {
  const { data: view } = useQuery(gatewayQuery);
  const { mutate: switchGateway } = useSwitchGateway(notifySwitched);
  if (!view) return [];
  const { running } = view;
  const start: Command = {
    id: "start gateway",
    label: "Start the gateway",
    also: "serve on",
    icon: Play,
    run: () => switchGateway(true),
  };
  const stop: Command = {
    id: "stop gateway",
    label: "Stop the gateway",
    also: "off",
    icon: Square,
    run: () => switchGateway(false),
  };
  const copy = (url: string): Command => ({
    id: "copy gateway address",
    label: "Copy the gateway’s address",
    also: "copy gateway address",
    detail: url,
    icon: Copy,
    run: () => void copyText(url).then(() => notifyInfo("The gateway’s address is copied"), couldNotCopy),
  });
  return [...(readOnly ? [] : [running ? stop : start]), ...(running ? [copy(running.url)] : [])];
}
