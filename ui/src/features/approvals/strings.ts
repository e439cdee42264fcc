// Text of the approval dialog.
import type { ApprovalView } from "../../backend";
import type { EndedApproval } from "./approval-queue";

/** Remaining time in minutes and seconds, such as "0:42". */
export function formatTimeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60).toLocaleString("en")}:${String(left % 60).padStart(2, "0")}`;
}

export const formatPendingCount = (count: number): string => `${count.toLocaleString("en")} pending`;

const REQUESTS: Record<ApprovalView["origin"], string> = {
  gateway: "wants to run this tool through the gateway.",
  wrap: "wants to run this tool through hintsmith wrap.",
  terminal: "wants to run this tool in a terminal.",
  window: "wants to run this tool.",
};

const ENDED: Record<EndedApproval, { title: string; about: string }> = {
  timedOut: { title: "Denied: time ran out", about: "The call was not approved in time and was not sent." },
  settled: { title: "No longer pending", about: "The call was answered elsewhere, timed out, or was cancelled by the client." },
};

export const strings = {
  head: {
    deniedIn: (secondsLeft: number) => `Denied in ${formatTimeLeft(secondsLeft)}`,
    warning: (seconds: number) => `Less than ${seconds} seconds to answer`,
    more: (count: number) => `${count.toLocaleString("en")} more pending`,
    desktopApp: "The desktop app",
    unnamedClient: "An unnamed client",
    /** Follows the name of the client. */
    requests: REQUESTS,
  },

  facts: {
    tool: "Tool",
    server: "Server",
    trusted: "trusted",
    notTrusted: "not trusted",
    client: "Client",
    noClientName: "Sent no name",
    /** Follows the name, which nothing verifies. */
    unverified: "· name not verified",
    why: "Why",
  },

  arguments: {
    none: "Called without arguments",
    label: "Exact arguments",
    copy: "Copy arguments",
    copyAll: "Copy all",
    truncated: (limit: string, total: string) => `Showing the first ${limit} of ${total}. Copy all to read the rest.`,
  },

  typedName: {
    /** Precedes the name of the tool. */
    label: (verb: string | null) => `Type the tool’s name to ${verb === null ? "run it" : verb.toLowerCase()}: `,
    matches: "Name matches",
  },

  answer: {
    deny: "Deny",
    setAside: "Decide later",
    allowSession: "Allow for this session",
    allowOnce: "Allow once",
    /** Button of a destructive call; `verb` is null if the tool's name contains no known verb. */
    runOnce: (verb: string | null) => `${verb ?? "Run"} once`,
    sessionDisabled: "“Allow for this session” is disabled: destructive calls are always confirmed.",
    preferences: "Preferences",
    notSent: "Could not send the answer.",
    outdated: "Could not refresh the pending calls, so this one may be outdated.",
  },

  setAside: {
    done: "The call stays pending. It is denied when its time runs out.",
    answer: "Answer…",
  },

  ended: { text: ENDED, next: "Next", close: "Close" },

  /** Label of the preference, until the preferences are loaded. */
  alwaysConfirm: "Always confirm destructive calls",
} as const;
