// Text of the servers page, and of the dialogs that add, edit, import and remove servers.
import type { Era, ServerKind, ServerView } from "../../backend";
import { ago, counted } from "../../shared/ago";
import type { Running } from "./scans";

export const KIND_LABELS: Record<ServerKind, string> = {
  demo: "Demo",
  stdio: "stdio",
  http: "HTTP",
  openApi: "OpenAPI",
  file: "Saved list",
  sourceCode: "Source code",
};

export const ERA_LABELS: Record<Era, string> = { stateless: "stateless", handshake: "handshake" };

/** "2025-11-25 · handshake"; empty before the first connection. */
export const formatProtocol = ({ protocol, era }: ServerView): string =>
  [protocol, era ? ERA_LABELS[era] : null].filter(Boolean).join(" · ");

export const formatLatency = (ms: number | null): string => {
  if (ms === null) return "";
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
};

export const formatScannedAt = ({ scannedAt }: ServerView, now: number): string => (scannedAt === null ? "never" : ago(scannedAt, now));

/** Progress of a scan or sign-in, with the name of the server. */
export function formatScan(server: string, { phase, tools }: Running): string {
  if (phase === "signingIn") return `Waiting for your browser to sign in to ${server}…`;
  if (phase === "queued") return `${server} is queued`;
  return tools > 0 ? `Scanning ${server} · ${counted(tools, "tool")}` : `Connecting to ${server}…`;
}

/** Shorter form of `formatScan`, for use beside the server name. */
export function formatScanPhase({ phase, tools }: Running): string {
  if (phase === "signingIn") return "Waiting for your browser…";
  if (phase === "queued") return "Queued";
  return tools > 0 ? `Scanning… ${tools.toLocaleString("en")}` : "Connecting…";
}

/** "12 of 1,050 operations"; null: all become tools, or the server has none. */
export const formatOperations = ({ operations }: ServerView): string | null =>
  operations ? `${operations.chosen.toLocaleString("en")} of ${counted(operations.total, "operation")}` : null;

type ScanCounts = { tools: number; changed: number; removed: number; added: number; malformed: number; inDocument: number };

/** "Scanned notes: 9 tools, 2 changed, 1 removed". Zero counts are omitted, except that of the tools. */
function formatScanResult(scanned: string, { tools, malformed, inDocument, ...drift }: ScanCounts): string {
  const { changed, removed, added } = drift;
  const parts = Object.entries({ changed, removed, new: added, malformed })
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${count.toLocaleString("en")} ${label}`);
  if (inDocument > 0) parts.push(`${counted(inDocument, "problem")} in the document`);
  return `Scanned ${scanned}: ${[counted(tools, "tool"), ...parts].join(", ")}`;
}

export const strings = {
  page: {
    title: "Servers",
    scanning: (servers: number) => `Scanning ${counted(servers, "server")}…`,
    signingIn: "Waiting for your browser…",
    ready: (ready: number, all: number) => `${ready.toLocaleString("en")} of ${all.toLocaleString("en")} ready`,
    stopAll: "Stop all",
    scanAll: "Scan all",
    add: "Add server…",
    connectClient: "Connect a client…",
    detail: "Server details",
    emptyTitle: "No servers yet",
    empty: "Servers appear here once you add one: by command, address or document, from another client, or from a registry.",
  },

  table: {
    server: "Server",
    state: "State",
    tools: "Tools",
    protocol: "Protocol",
    latency: "Latency",
    scannedAt: "Last scan",
    actions: "Actions",
    scan: (server: string) => `Scan ${server}`,
    stopScan: (server: string) => `Stop scan of ${server}`,
    cancelSignIn: (server: string) => `Cancel sign-in to ${server}`,
    live: "live",
    outdatedTools: "outdated tools",
    /** Follows the number of tools. */
    ofOperations: (total: number) => `of ${total.toLocaleString("en")}`,
    /** For screen readers, after it. */
    operations: " operations",
  },

  actions: {
    group: "Server actions",
    menu: (server: string) => `Actions for ${server}`,
    details: "Details",
    signIn: "Sign in…",
    cancelSignIn: "Cancel sign-in",
    signOut: "Sign out",
    scan: "Scan",
    scanAgain: "Scan again",
    tryTool: "Try a tool…",
    stopScan: "Stop scan",
    edit: "Edit…",
    writeToSource: "Write to source…",
    turnOff: "Turn off",
    turnOn: "Turn on",
    remove: "Remove…",
    // Toasts.
    turnedOn: (server: string) => `${server} turned on`,
    turnedOff: (server: string) => `${server} turned off; its tools stay in the catalog`,
    trusted: (server: string) => `${server} is trusted`,
    notTrusted: (server: string) => `${server} is no longer trusted`,
    signedOut: (server: string) => `Signed out of ${server}`,
    removed: (server: string) => `Server ${server} removed; its decisions are kept`,
  },

  /** Toasts about finished scans. */
  scan: {
    server: (name: string, counts: ScanCounts) => formatScanResult(name, counts),
    servers: (count: number, counts: ScanCounts) => formatScanResult(counted(count, "server"), counts),
    noServer: "No server could be scanned",
    failed: (servers: readonly string[]) => `failed: ${servers.join(", ")}`,
    review: "Review",
    progress: (server: string) => `Scanning ${server}`,
    cancel: "Cancel",
  },

  /** Loading state of the catalog during the first scan. */
  firstScan: {
    title: "Scanning…",
    about: "Hintsmith only lists the tools. No tool is called.",
  },

  failure: {
    label: "Scan failure",
    signIn: "requires sign-in",
    failed: "could not be scanned",
    scanAgain: "Scan again",
    output: "Last lines of standard error",
  },

  detail: {
    live: "· connected, tool list updates automatically",
    signInPage: "Sign in using your browser",
    signInPageAbout: "If no page opened, open this address:",
    signInRequired: "Sign-in required",
    scanFailed: "Scan failed",
    outdated: (tools: number, scannedAt: string) => `Showing ${counted(tools, "tool")} from the last successful scan, ${scannedAt}.`,
    problems: "Problems in the last scan",
    moreProblems: (count: number) => `and ${counted(count, "more problem")}`,
    truncated: "Incomplete tool list",
    hidden: "Hidden from clients",
    /** Precedes the name of the toolset. */
    hiddenBy: "None of its tools is in the active toolset",
    hiddenAction: "Add tools of this server to the toolset, or deactivate the toolset.",
    openToolset: "Open toolset",
    connection: "Connection",
  },

  trust: {
    title: "Trust",
    label: "Trust this server",
    tip: "About trusting a server",
    about: "Hintsmith fetches and shows the server’s icons, and approvals may rely on the hints that it declares. Off by default.",
  },

  inference: {
    title: "Inference settings",
    tip: (setting: string) => `About the ${setting} setting`,
    scope: "Applies only where neither the server nor you set the hint.",
    destructive: {
      label: "Destructive",
      question: "What counts as destructive?",
      narrow: "Narrow",
      narrowAbout: "deleting, overwriting, revoking, cancelling",
      broad: "Broad",
      broadAbout: "any change, including creating",
      saved: (choice: string, server: string) => `Destructive set to ${choice} for ${server}`,
    },
    openWorld: {
      label: "Open-world",
      question: "What do this server’s tools reach?",
      byTool: "By tool",
      byToolAbout: "inferred from each tool’s name and description",
      own: "Own data",
      ownAbout: "no tool is open-world: they reach only the server’s own files, database or service",
      external: "External system",
      externalAbout: "every tool is open-world: they reach data in another system, such as a remote Nextcloud",
      web: "Open web",
      webAbout: "every tool is open-world: they reach pages, searches or messages that anyone can write",
      saved: (choice: string, server: string) => `Open-world set to ${choice} for ${server}`,
    },
  },

  /** Questions about a new server. */
  world: {
    title: "Questions about the server",
    about: "Applies only where neither the server nor you set the hint. You can change this later in the details of the server.",
    guessed: "Guess:",
  },

  /** Trust in the HTTP methods of a server’s tools. */
  methods: {
    label: "Trust HTTP methods",
    tip: "About trusting HTTP methods",
    about:
      "Treats the HTTP method of a tool as a declaration of the server: GET is read-only, DELETE is destructive, PUT and DELETE are idempotent. This loosens tools, so clients ask less often. Off by default.",
    cancel: "Cancel",
    trusted: (server: string) => `HTTP methods of ${server} are trusted`,
    notTrusted: (server: string) => `HTTP methods of ${server} are no longer trusted`,
  },

  facts: {
    title: "Last scan",
    when: "When",
    protocol: "Protocol",
    latency: "Latency",
    parameters: "Parameters",
    signedIn: "Signed in",
    malformed: "Malformed",
    malformedTools: (tools: number) => counted(tools, "tool"),
    showMalformed: "Show malformed tools",
  },

  output: {
    title: "Standard error",
    lines: (count: number) => (count === 1 ? "last line" : `last ${count.toLocaleString("en")} lines`),
    reload: "Reload standard error",
    loading: "Loading…",
    empty: "No output",
    label: "Standard error output",
  },

  /** Parts of a connection, in the details of a server and in the preview of a new one. */
  connection: {
    address: "Address",
    document: "Document",
    file: "File",
    headers: "Headers",
    clientId: "OAuth client",
    operations: "Operations",
    baseUrl: "Base URL",
    noBaseUrl: "None. The tools are listed, but cannot be called. To call them, edit the server.",
    /** Precedes the base URL. */
    calledAt: "Its operations will be called at:",
    credentials: "Credentials",
    tokenUrl: "Token URL",
    calls: "Calls",
    noCalls: "None. The server is not started, so its tools cannot be called.",
    program: "Program",
    programNotFound: "not found",
    arguments: "Arguments",
    folder: "Folder",
    ownFolder: "Hintsmith’s data folder",
    variables: "Variables",
    passedVariables: "Passed through",
    none: "None",
    inSecretStore: "in the secret store",
    storeAsSecret: "Store as a secret",
    /** For screen readers, after the label. */
    storeAsSecretSuffix: (value: string) => `: ${value}`,
  },

  /** Dialogs that add or edit a server. */
  add: {
    title: "Add server",
    about: "You review exactly what runs, or which address is contacted, before anything starts.",
    tabs: "Connection type",
    command: "Command",
    address: "Address",
    openApi: "OpenAPI",
    file: "Saved list",
    sourceCode: "Source code",
    json: "Paste JSON",
    client: "From a client",
    registry: "From a registry",
    demo: "Try the demo",
    cancel: "Cancel",
    next: "Next",
  },
  /** A pasted mcpServers object; the problems say what to change. */
  json: {
    label: "Configuration",
    note: "The “mcpServers” object from a client’s configuration file or a server’s README. Comments and trailing commas are allowed.",
    placeholder: '{ "mcpServers": { "notes": { "command": "npx", "args": ["-y", "notes-mcp"] } } }',
    found: (servers: number, first: string) => (servers === 1 ? `Found the server ${first}` : `Found ${counted(servers, "server")}`),
    servers: "Servers to add",
    serversNote: "You review each of them before it starts.",
    addedAs: (name: string) => `added as ${name}`,
    renamed: (server: string) => `The name ${server} is taken or cannot be used here, so the server gets another one.`,
    notJson: (error: string) => `This is not valid JSON. ${error}.`,
    cutOff: "This is not valid JSON: the end is missing. Paste the whole object, with both outer braces.",
    noServers: 'There is no "mcpServers" object with servers in this JSON.',
    notAnObject: (server: string) => `${server} is not an object.`,
    noSource: (server: string) => `${server} has neither a command nor an HTTP address that Hintsmith can use.`,
    notText: (server: string, member: string) => `“${member}” of ${server} must be a string.`,
    notTexts: (server: string, member: string) => `“${member}” of ${server} must be a list of strings.`,
    notTextMembers: (server: string, member: string) => `“${member}” of ${server} must be an object whose values are strings.`,
    ignored: (members: readonly string[]) => `Settings of the client are not used: ${members.join(", ")}.`,
    unknown: (server: string, members: readonly string[]) => `Hintsmith does not support these settings of ${server}: ${members.join(", ")}. Remove them.`,
    hasVariables: (server: string) =>
      `${server} contains variables such as \${HOME}. Replace them with their values, or save the configuration in a file and import it.`,
  },
  edit: {
    title: (server: string) => `Edit ${server}`,
    about: "Decisions and settings are kept. Values shown as dots stay unchanged unless you replace them.",
    confirm: (server: string) => `Save changes to ${server}?`,
    save: "Save",
    saveAndScan: "Save and scan",
  },

  /** Preview of what will run, before the user agrees. */
  agreement: {
    back: "Back",
    skip: "Skip this server",
    /** Follows the title while several servers are added. */
    position: (position: number, total: number) => ` (${position} of ${total})`,
    start: {
      title: (server: string) => `Start ${server}?`,
      about: "Hintsmith starts exactly this command and lists its tools. No tool is called.",
      agree: "Start server",
    },
    connect: {
      title: (server: string) => `Connect to ${server}?`,
      about: "Hintsmith connects to exactly this address and lists its tools. No tool is called.",
      agree: "Connect",
    },
    read: {
      title: (server: string) => `Add ${server}?`,
      about: "Hintsmith reads exactly this document. No tool is called.",
      agree: "Add server",
    },
    readSource: {
      title: (server: string) => `Add ${server}?`,
      about: "Hintsmith reads the source files in exactly this folder. The server is not started, and its tools cannot be called.",
      agree: "Add server",
    },
    /** A document whose operations can be called later. */
    readToCall: {
      title: (server: string) => `Add ${server}?`,
      about: "Hintsmith reads exactly this document. No tool is called until you or a client calls it.",
      agree: "Add server",
    },
  },

  form: {
    name: "Name",
    nameNote: "Shown before each tool of this server.",
    command: {
      label: "Command",
      note: "Split at spaces and quotes. Not run in a shell: no variables, no pipes.",
      editNote: "The dots stand for a stored secret. Leave that argument unchanged, or type a new value.",
    },
    folder: "Working folder (optional)",
    environment: { title: "Environment variables (optional)", noun: "variable" },
    passEnvironment: {
      label: "Variables to pass through (optional)",
      note: "Names of variables in your own environment. By default the server gets only basic ones such as PATH, HOME and proxies.",
    },
    address: {
      label: "Address",
      note: "URL of a Streamable HTTP server. If it requires sign-in, you can sign in after adding it.",
    },
    headers: { title: "Headers (optional)", noun: "header" },
    advanced: "Advanced",
    clientId: {
      label: "OAuth client ID (optional)",
      note: "ID of a pre-registered client, or the https URL of a client metadata document.",
      apiNote: "ID of a client that is registered with the API, with the redirect URI http://127.0.0.1/callback. You sign in after adding the server.",
    },
    clientSecret: { label: "OAuth client secret (optional)", editNote: "Leave empty to keep the stored secret." },
    openApi: {
      label: "OpenAPI document",
      note: "A file or an address. Each operation becomes a tool.",
    },
    operations: {
      label: "Operations (optional)",
      note: "Which operations become tools: by tag, by method and path, or by name, where * is any text. A hyphen before a term excludes. A term that contains a comma is in double quotes. Leave it empty for all.",
    },
    baseUrl: {
      label: "Base URL for calls (optional)",
      note: "Tools are called here. Leave it empty to only list them. The servers that the document names are not called.",
    },
    credentials: {
      title: "Credentials (optional)",
      noun: "credential",
      note: "The name is that of a security scheme in the document. For HTTP Basic, enter user:password as the value.",
    },
    tokenUrl: {
      label: "Token URL (optional)",
      note: "Only for OAuth 2.0 clients (credential CLIENT_ID:CLIENT_SECRET). The secret is sent to no other origin than the base URL’s unless you give this URL.",
    },
    file: { label: "Saved list", note: "JSON file with a server’s response to tools/list." },
    source: {
      label: "Source folder",
      note: "Folder with the source code of a server, such as a Git checkout. Hintsmith reads it and does not start the server, so its tools cannot be called.",
    },
    // Examples of the expected format.
    placeholders: {
      name: "github",
      command: "npx -y @acme/notes-mcp --read-only",
      folder: "/home/you/project",
      variable: "GITHUB_TOKEN",
      passEnvironment: "AWS_PROFILE, SSH_AUTH_SOCK",
      address: "https://mcp.example.com/mcp",
      header: "Authorization",
      openApi: "/home/you/openapi.yaml or https://api.example.com/openapi.json",
      operations: "tag:orders, GET /items/*, -delete_*",
      baseUrl: "https://api.example.com/v1",
      credential: "apiKey",
      file: "/home/you/tools.json",
      tokenUrl: "https://login.example.com/oauth/token",
      source: "/home/you/notes-mcp",
    },
  },

  /** Choice of the operations of an OpenAPI document that become tools. */
  operations: {
    open: "Choose operations…",
    title: "Choose operations",
    about: "Each chosen operation becomes a tool. No operation is called.",
    back: "Back",
    use: "Use these operations",
    loading: "Loading the document…",
    failed: "Could not load the document",
    emptyTitle: "No operations",
    empty: "The document has no operation that can become a tool.",
    search: "Search operations",
    searchPlaceholder: "Search by path, name, title, tag or method",
    noMatch: "No matching operations",
    counts: (chosen: number, total: number) =>
      `${chosen.toLocaleString("en")} of ${counted(total, "operation")} ${total === 1 ? "becomes a tool" : "become tools"}.`,
    found: (count: number) => `${count.toLocaleString("en")} found.`,
    chooseAll: "Choose all",
    chooseNone: "Choose none",
    chooseReads: "Choose only reads",
    chooseReadsAbout: "Operations with the method GET or HEAD",
    chooseFound: "Choose all found",
    tree: "Operations by tag",
    untagged: "Other operations",
    ofGroup: (chosen: number, total: number) => `${chosen.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    ofFound: (chosen: number, found: number) => `${chosen.toLocaleString("en")} of ${found.toLocaleString("en")} found`,
    deprecated: "deprecated",
    problems: (count: number) => `${counted(count, "problem")} in the document`,
    // What the choice means for operations that the document gains.
    none: "Choose at least one operation.",
    all: "New operations become tools too.",
    tags: "New operations become tools only in tags chosen as a whole.",
    names: "New operations do not become tools.",
    tagGrows: "New operations with this tag become tools too",
  },

  /** Notice about operations that a document has gained. */
  newOperations: {
    title: "New operations",
    /** Precedes their names. */
    added: (count: number) => `${counted(count, "operation was", "operations were")} added to the document since you chose:`,
    separator: ", ",
    more: (count: number) => ` and ${count.toLocaleString("en")} more`,
  },

  /** Values from an OpenAPI document that was loaded. */
  suggestions: {
    baseUrls: "URLs in the document. Calls go to the one you use:",
    credentials: "Security schemes in the document:",
    useBaseUrl: (url: string) => `Use ${url}`,
    addCredential: (scheme: string) => `Add ${scheme}`,
  },

  /** Rows of environment variables, headers or credentials; `noun` is "variable", "header" or "credential". */
  variableRows: {
    row: (noun: string, number: number) => `${noun} ${number}`,
    name: (noun: string, number: number) => `Name of ${noun} ${number}`,
    value: (label: string) => `Value of ${label}`,
    storedPlaceholder: "stored; type to replace",
    valuePlaceholder: "value",
    isSecret: (label: string) => `${label} is a secret`,
    secret: "Secret",
    remove: (label: string) => `Remove ${label}`,
    add: (noun: string) => `Add ${noun}`,
  },

  /** Problems of a new server's name. */
  name: {
    characters: "Use only the characters a-z, A-Z, 0-9, - and _.",
    tooLong: (max: number) => `Use at most ${max} characters.`,
    taken: "A server with this name already exists.",
    use: (name: string) => `Use ${name}`,
  },

  secretNotice: {
    notWritable: "Secrets cannot be stored on this machine right now, so servers with secrets cannot be added.",
  },

  import: {
    chooseFile: "Choose another file…",
    close: "Close",
    cancel: "Cancel",
    add: (count: number) => (count === 0 ? "Add servers" : `Add ${counted(count, "server")}`),
    failed: "Could not search for client configurations",
    searchingTitle: "Searching for configurations…",
    searching: "Hintsmith reads only the files in which MCP clients list their servers.",
    emptyTitle: "No client configurations found",
    empty: "Servers from the configurations of other MCP clients appear here. You can also choose a file.",
    problems: (added: number, failed: number) => `${counted(added, "server")} added, ${failed.toLocaleString("en")} failed:`,
    // Files and their entries.
    servers: (count: number) => counted(count, "server"),
    skipped: "skipped",
    skippedBecause: (problem: string) => `Skipped: ${problem}`,
    knownAs: "Already added as",
    disabled: "Disabled in this client",
  },

  registry: {
    search: "Search registry",
    searchPlaceholder: "Search by name",
    loading: "Loading registry…",
    failed: "Could not load the registry",
    noMatchTitle: "No matching servers",
    noMatch: "Registries search by name only. Try part of a name.",
    count: (count: number, hasMore: boolean) => `${counted(count, "server")}${hasMore ? ", more available" : ""}`,
    loadMore: "Load more",
    loadingMore: "Loading…",
    // Entries.
    noOptions: "The registry lists no way to install or reach this server.",
    optional: " (optional)",
    secretInput: " Stored in the secret store.",
    tools: {
      title: (count: number) => counted(count, "tool"),
      claims: "according to the listing. These claims are not verified, and Hintsmith does not use them.",
      about: "Claimed by the listing, not verified",
      noHints: "no hints",
      more: (count: number) => `and ${count.toLocaleString("en")} more`,
    },
    // Address of the registry.
    changeAddress: "Change registry",
    address: "Registry address",
    addressPlaceholder: "leave empty for the public registry",
    saveAddress: "Save",
    cancelAddress: "Cancel",
  },

  remove: {
    title: (server: string) => `Remove ${server}?`,
    about:
      "Its tools are removed from the catalog. Your decisions are kept and apply again if you re-add a server with this name.",
    cancel: "Cancel",
    remove: "Remove server",
  },
} as const;
