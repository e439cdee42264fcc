// Labels of clients, servers and calls.
import { Ban, Check, CircleSlash, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { CallOutcome, CallVerdict, CallView, ConnectedClient, ServedServer, ServerState, ProxyTransport } from "../../backend";
import { counted } from "../../shared/ago";

export const TRANSPORT_LABELS: Record<ProxyTransport, string> = { stdio: "stdio", http: "HTTP" };

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();
const dayOf = (at: Date): string => at.toLocaleDateString("en-GB", { day: "numeric", month: "short" });

/** Time such as "13:47", preceded by the date if that is not today. */
export function clock(at: string, now: number, seconds = false): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "";
  const today = isSameDay(time, new Date(now));
  const hours = time.toLocaleTimeString("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds && today ? { second: "2-digit" } : {}),
  });
  return today ? hours : `${dayOf(time)} ${hours}`;
}

/** Time without a call after which a client is idle, in ms. */
const IDLE = 5 * 60_000;

export function formatActivity({ since, lastCall }: ConnectedClient, now: number): string {
  const idle = now - Date.parse(lastCall ?? since);
  if (!(idle >= IDLE)) return `since ${clock(since, now)}`;
  const minutes = Math.floor(idle / 60_000);
  if (minutes < 60) return `idle for ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `idle for ${hours} h` : `idle for ${counted(Math.floor(hours / 24), "day")}`;
}

type StateLabel = { mark: ServerState; word: string };

export function stateOf({ state }: ServedServer): StateLabel {
  switch (state.is) {
    case "idle":
      return { mark: "idle", word: "Idle" };
    case "connecting":
      return { mark: "connecting", word: "Connecting…" };
    case "ready":
      return { mark: "ready", word: "Ready" };
    case "waiting":
      return { mark: "connecting", word: "Restarting" };
    case "signIn":
      return { mark: "needsSignIn", word: "Needs sign-in" };
    case "excluded":
      return { mark: "off", word: "Left out" };
  }
}

export function formatServedStatus({ state, transport, tools, offered }: ServedServer): string {
  const count = `${offered.toLocaleString("en")} of ${counted(tools, "tool")} served`;
  switch (state.is) {
    case "idle":
      return `${count} · connects when a client does`;
    case "waiting":
      return `Attempt ${state.attempt.toLocaleString("en")}, ${state.seconds > 0 ? `next in ${state.seconds.toLocaleString("en")} s` : "now"}`;
    case "signIn":
      return "Its tools are not served until you sign in";
    case "excluded":
      return "None of its tools is served";
    case "ready":
      return [TRANSPORT_LABELS[transport], count, ...(state.connections > 1 ? [`${state.connections.toLocaleString("en")} connections`] : [])].join(" · ");
    case "connecting":
      return `${TRANSPORT_LABELS[transport]} · ${count}`;
  }
}

type Tone = "error" | "dim";

export const DECISION: Record<CallVerdict, { word: string; icon: LucideIcon; tone: Tone }> = {
  allowed: { word: "Allowed", icon: Check, tone: "dim" },
  denied: { word: "Denied", icon: X, tone: "error" },
  unknown: { word: "Not offered", icon: Ban, tone: "error" },
  undecided: { word: "Withdrawn", icon: CircleSlash, tone: "dim" },
};

const OUTCOME: Record<CallOutcome, { word: string; tone: Tone }> = {
  ok: { word: "OK", tone: "dim" },
  error: { word: "Error", tone: "error" },
  toolError: { word: "Tool error", tone: "error" },
  cancelled: { word: "Cancelled", tone: "dim" },
  lost: { word: "Lost", tone: "error" },
};

/** A call that is not allowed never reaches a server, whatever response the client got. */
export function resultOf({ verdict, outcome }: Pick<CallView, "verdict" | "outcome">): { word: string; tone: Tone } {
  if (verdict !== "allowed") return { word: "Not sent", tone: "dim" };
  return outcome === null ? { word: "Under way", tone: "dim" } : OUTCOME[outcome];
}

const WHY: Partial<Record<CallVerdict, string>> = {
  unknown: "This client is offered no such tool",
  undecided: "The client took it back before it was decided",
};

export const whyOf = ({ why, verdict }: CallView): string => why ?? WHY[verdict] ?? "";
