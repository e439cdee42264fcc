// Status of calls and of served servers: label, with icon or tone.
import { Ban, Check, CircleSlash, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { CallOutcome, CallVerdict, CallView, ServedServer, ServerState } from "../../backend";
import { strings } from "./strings";

const text = strings.callTable;

const SERVER_MARKS: Record<ServedServer["state"]["is"], ServerState> = {
  idle: "idle",
  connecting: "connecting",
  ready: "ready",
  waiting: "connecting",
  signIn: "needsSignIn",
  excluded: "off",
};

export const serverStatus = ({ state }: ServedServer): { mark: ServerState; label: string } => ({
  mark: SERVER_MARKS[state.is],
  label: strings.servers.states[state.is],
});

type Tone = "error" | "dim";
type Status = { label: string; tone: Tone };

const DECISIONS: Record<CallVerdict, { icon: LucideIcon; tone: Tone }> = {
  allowed: { icon: Check, tone: "dim" },
  denied: { icon: X, tone: "error" },
  unknown: { icon: Ban, tone: "error" },
  undecided: { icon: CircleSlash, tone: "dim" },
};

export const callDecision = (verdict: CallVerdict): Status & { icon: LucideIcon } => ({
  label: text.decisions[verdict],
  ...DECISIONS[verdict],
});

const OUTCOME_TONES: Record<CallOutcome, Tone> = {
  ok: "dim",
  error: "error",
  toolError: "error",
  cancelled: "dim",
  lost: "error",
};

/** A call that is not allowed never reaches a server, whatever response the client got. */
export function callResult({ verdict, outcome }: Pick<CallView, "verdict" | "outcome">): Status {
  if (verdict !== "allowed") return { label: text.notSent, tone: "dim" };
  return outcome === null ? { label: text.inProgress, tone: "dim" } : { label: text.outcomes[outcome], tone: OUTCOME_TONES[outcome] };
}

const REASONS: Partial<Record<CallVerdict, string>> = { unknown: text.notOffered, undecided: text.cancelledByClient };

export const callReason = ({ why, verdict }: CallView): string => why ?? REASONS[verdict] ?? "";
