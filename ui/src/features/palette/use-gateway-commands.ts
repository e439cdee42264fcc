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
import { strings } from "./strings";

const { gateway: text } = strings;

/** Toast with the result, because other pages do not show the state of the gateway. */
function notifySwitched({ running }: GatewayView): void {
  notifyDone(running ? text.started : text.stopped);
}

export function useGatewayCommands(readOnly: boolean): Command[] {
  const { data: view } = useQuery(gatewayQuery);
  const { mutate: switchGateway } = useSwitchGateway(notifySwitched);
  if (!view) return [];
  const { running } = view;
  const start: Command = {
    id: "start gateway",
    label: text.start,
    also: "serve on",
    icon: Play,
    run: () => switchGateway(true),
  };
  const stop: Command = {
    id: "stop gateway",
    label: text.stop,
    also: "off",
    icon: Square,
    run: () => switchGateway(false),
  };
  const copy = (url: string): Command => ({
    id: "copy gateway address",
    label: text.copyAddress,
    also: "url",
    detail: url,
    icon: Copy,
    run: () => void copyText(url).then(() => notifyInfo(text.addressCopied), couldNotCopy),
  });
  return [...(readOnly ? [] : [running ? stop : start]), ...(running ? [copy(running.url)] : [])];
}
