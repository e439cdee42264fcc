// Text of the gateway page.
import type { CallOutcome, CallVerdict, ChangedToolPolicy, ConnectedClient, ProxyTransport, ServedServer } from "../../backend";
import { counted } from "../../shared/ago";

export const TRANSPORT_LABELS: Record<ProxyTransport, string> = { stdio: "stdio", http: "HTTP" };

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();
const formatDay = (at: Date): string => at.toLocaleDateString("en-GB", { day: "numeric", month: "short" });

/** Time such as "13:47", preceded by the date if that is not today. */
export function formatClock(at: string, now: number, seconds = false): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "";
  const isToday = isSameDay(time, new Date(now));
  const hours = time.toLocaleTimeString("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds && isToday ? { second: "2-digit" } : {}),
  });
  return isToday ? hours : `${formatDay(time)} ${hours}`;
}

/** Time without a call after which a client is idle, in ms. */
const IDLE = 5 * 60_000;

export function formatActivity({ since, lastCall }: ConnectedClient, now: number): string {
  const idle = now - Date.parse(lastCall ?? since);
  if (!(idle >= IDLE)) return `since ${formatClock(since, now)}`;
  const minutes = Math.floor(idle / 60_000);
  if (minutes < 60) return `idle for ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `idle for ${hours} h` : `idle for ${counted(Math.floor(hours / 24), "day")}`;
}

const SERVER_STATES: Record<ServedServer["state"]["is"], string> = {
  idle: "Idle",
  connecting: "Connecting…",
  ready: "Ready",
  waiting: "Restarting",
  signIn: "Needs sign-in",
  excluded: "Excluded",
};

/** `isOn`: the gateway is on, so that tools are served. */
export function formatServedStatus({ state, transport, tools, offered }: ServedServer, isOn: boolean): string {
  const count = `${offered.toLocaleString("en")} of ${counted(tools, "tool")} served`;
  switch (state.is) {
    case "idle":
      return isOn ? `${count} · connects on demand` : `Would serve ${offered.toLocaleString("en")} of ${counted(tools, "tool")}`;
    case "waiting":
      return `Attempt ${state.attempt.toLocaleString("en")}, ${state.seconds > 0 ? `next in ${state.seconds.toLocaleString("en")} s` : "now"}`;
    case "signIn":
      return "Sign in to serve its tools";
    case "excluded":
      return "No tools served";
    case "ready":
      return [TRANSPORT_LABELS[transport], count, ...(state.connections > 1 ? [`${state.connections.toLocaleString("en")} connections`] : [])].join(" · ");
    case "connecting":
      return `${TRANSPORT_LABELS[transport]} · ${count}`;
  }
}

const CHANGED_TOOLS: Record<ChangedToolPolicy, { label: string; saved: string }> = {
  careful: { label: "Strictest hints", saved: "Changed tools are served with the strictest hints" },
  hidden: { label: "Hide until reviewed", saved: "Changed tools are hidden until reviewed" },
};

const DECISIONS: Record<CallVerdict, string> = {
  allowed: "Allowed",
  denied: "Denied",
  unknown: "Not offered",
  undecided: "Cancelled",
};

const OUTCOMES: Record<CallOutcome, string> = {
  ok: "OK",
  error: "Error",
  toolError: "Tool error",
  cancelled: "Cancelled",
  lost: "No response",
};

export const strings = {
  page: {
    title: "Gateway",
    switch: "Gateway",
    starting: "Starting…",
    stopping: "Stopping…",
    since: (clock: string) => `since ${clock}`,
    live: " · edits reach clients at once",
    environment: "Environment",
    toolset: "Toolset",
    activeToolset: (name: string | null) => `active toolset (${name ?? "all tools"})`,
    loading: "Loading gateway",
    failed: "Could not load the gateway",
    outdated: "Could not refresh the gateway, so this page may be outdated:",
    // Toasts.
    servesEnvironment: (environment: string) => `The gateway serves environment ${environment}`,
    servesActiveToolset: "The gateway serves the active toolset",
    servesToolset: (toolset: string) => `The gateway serves toolset ${toolset}`,
  },

  /** Errors above the sections; the reason from the backend is shown between the two parts. */
  problem: {
    noTools: "The gateway offers no tools.",
    noToolsAction: "Choose another environment or toolset above.",
    notRunning: "The gateway is not running.",
    notRunningAction: "If the port is taken, choose another port below, then try again.",
    retry: "Try again",
  },

  address: {
    title: "Address",
    http: "HTTP",
    off: "Gateway is off",
    copyAddress: "Copy address",
    token: "Token",
    noToken: "Created at first start",
    hiddenToken: "Hidden, ends in ",
    copyToken: "Copy token",
    stdio: "stdio",
    copyCommand: "Copy command",
    port: "Port",
    portRange: (last: number) => `1 to ${last}`,
    portSaved: (port: number) => `Gateway port set to ${port}`,
    menu: "Address actions",
    copyConfiguration: "Copy configuration",
    configurationCopied: "Configuration copied. It contains the token, which gives access to your tools.",
    newToken: "Create new token…",
  },

  changedTools: {
    label: "Changed tools",
    choices: CHANGED_TOOLS,
    tip: "About changed tools",
    about: "Applies to tools that their server changed after you reviewed them or decided their hints, until you review them again.",
    carefulAbout: "the tool is offered, but neither its new definition nor an earlier decision can loosen its hints.",
    hiddenAbout: "the tool is not offered. A call fails as if the tool did not exist, and never reaches the server.",
  },

  approval: {
    label: "Approval",
    here: "Hintsmith asks",
    hereSaved: "Hintsmith asks for approval of calls",
    hereAbout:
      "a call that needs approval, by its hints, its approval mode and the preferences, waits for an answer in this window. It is denied when its time runs out.",
    clients: "Clients ask",
    clientsSaved: "Clients ask for approval of calls",
    clientsAbout: "every call is passed on, and approval is left to the client. Only tools with the mode Block are denied.",
    tip: "About approval",
  },

  logValues: {
    label: "Log argument values",
    on: "Argument values are logged",
    off: "Argument values are no longer logged",
    tip: "About logging argument values",
    offLabel: "Off",
    offAbout: "the log contains the name and type of each argument, but never its value.",
    onLabel: "On",
    onAbout:
      "values are logged too, from now on. They may contain passwords and other secrets, and stay in the store and its backups until you clear the log.",
  },

  newToken: {
    title: "Create a new token?",
    about: "The old token stops working. HTTP clients are refused until you give them the new token.",
    commands: "Clients that run the command need no token and are not affected. This cannot be undone.",
    cancel: "Cancel",
    create: "Create token",
    created: "New token created. Give it to your clients.",
  },

  clients: {
    title: "Clients",
    emptyOn: "No clients yet. Give a client the address and the token, or the command.",
    emptyOff: "No clients. Turn the gateway on for HTTP clients. Clients that run the command do not need it.",
    alternative: "“Connect a client…” works without the gateway: it puts Hintsmith before one server in a client’s configuration.",
    connect: "Connect a client…",
    copyConfiguration: "Copy configuration",
    configuration: "An mcpServers entry with the token, which gives access to your tools.",
    unnamed: "Unnamed client",
    since: (time: string) => `Since ${time}`,
    /** Precedes the name of the server. */
    wraps: "connected to",
    calls: (count: number) => counted(count, "call"),
  },

  servers: {
    title: "Upstream servers",
    /** Instead of `ready` while the gateway is off. */
    count: (all: number) => all.toLocaleString("en"),
    ready: (ready: number, all: number) => `${ready.toLocaleString("en")} of ${all.toLocaleString("en")} connected`,
    empty: "No servers. Servers that are turned on appear here.",
    states: SERVER_STATES,
    signIn: "Sign in…",
    signInTo: (server: string) => `Sign in to ${server}…`,
    signingIn: "Waiting…",
    details: "Details",
    detailsOf: (server: string) => `Details of ${server}`,
    tools: "Approval…",
    toolsOf: (server: string) => `Tools of ${server} and their approval modes`,
    retry: "Retry now",
    retryServer: (server: string) => `Retry ${server} now`,
    restart: "Restart",
    restartServer: (server: string) => `Restart ${server}`,
  },

  calls: {
    title: "Calls",
    all: "All",
    pending: "Pending",
    denied: "Denied",
    failed: "Failed",
    filter: "Filter calls",
    visible: (count: number) => `${counted(count, "call")} shown`,
    noPending: "No pending calls",
    noMatch: "No matching calls",
    showAll: "Show all calls",
    loadFailed: "Could not load the calls",
    // Menu.
    menu: "Call log actions",
    copyAll: "Copy as JSON",
    copySome: (count: number) => `Copy ${counted(count, "call")} as JSON`,
    copied: (count: number) => `${counted(count, "call")} copied`,
    exportAll: "Export to file…",
    exportMatching: "Export matching calls to file…",
    exported: (count: number, path: string) => `${counted(count, "call")} exported to ${path}`,
    clear: "Clear log…",
  },

  callTable: {
    label: "Calls",
    columns: {
      time: "Time",
      client: "Client",
      tool: "Tool",
      behaviour: "Behaviour",
      decision: "Decision",
      reason: "Reason",
      latency: "Latency",
      result: "Result",
    },
    noClient: "–",
    argumentsOf: (tool: string) => `Arguments of ${tool}`,
    decisions: DECISIONS,
    outcomes: OUTCOMES,
    notSent: "Not sent",
    inProgress: "In progress",
    // Reasons, if the backend gives none.
    notOffered: "Tool not offered to this client",
    cancelledByClient: "The client cancelled the call before the decision",
  },

  pendingRow: {
    group: "Pending approvals",
    desktopApp: "Desktop app",
    decision: "Pending",
    reason: (timeLeft: string, because: string) => `Denied in ${timeLeft} · ${because}`,
    answer: "Answer…",
    answerTool: (tool: string) => `Answer… (${tool})`,
  },

  callDetail: {
    copy: "Copy call as JSON",
    approvalMode: "Approval mode…",
    approvalModeOf: (tool: string) => `Approval mode of ${tool}…`,
    noArguments: "Called without arguments",
    arguments: "Arguments",
    more: (count: number) => `and ${count.toLocaleString("en")} more, included in the copy`,
  },

  clear: {
    title: "Clear the call log?",
    about: (count: number) =>
      `${counted(count, "logged call")} ${count === 1 ? "is" : "are"} deleted, including argument values. This cannot be undone.`,
    cancel: "Cancel",
    clear: "Clear log",
    cleared: "Call log cleared",
  },

  /** Empty states of the call log. */
  noCalls: {
    onTitle: "No calls yet",
    on: "Calls from clients appear here, with the decision and the result.",
    offTitle: "One address for all your servers",
    off: "The gateway sits between clients and your servers. Clients get the tools with your hints, titles and notes, your edits reach them at once, and every call is listed here.",
    start: "Start gateway",
  },
} as const;
