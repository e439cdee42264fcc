// Draft of a server, and its conversion into a request.
import type { NewServer, NewSource, NewVariable, ServerView, VariableView } from "../../backend";
import { formatTerms, parseTerms } from "./operation-terms";
import { isSecretName } from "./secret-name";
import { freeServerName, serverNameProblem } from "./server-name";
import { shellLine } from "./shell-line";

export type DraftKind = "command" | "address" | "openApi" | "file" | "sourceCode";

export type VariableDraft = {
  id: number;
  name: string;
  value: string;
  secret: boolean;
  /** The value is in the secret store and remains unless the user types another one. */
  stored: boolean;
  /** The user set the checkbox, so it no longer follows the name. */
  isUserChoice: boolean;
};

export type ServerDraft = {
  name: string;
  line: string;
  folder: string;
  environment: readonly VariableDraft[];
  /** Names of variables, separated by spaces or commas. */
  passEnvironment: string;
  url: string;
  headers: readonly VariableDraft[];
  clientId: string;
  clientSecret: string;
  /** File or address of an OpenAPI document. */
  location: string;
  /** Terms that choose operations of the document, as `formatTerms` writes them; empty: all of them. */
  operations: string;
  /** URL that the operations of the document are called at; empty: they are only listed. */
  baseUrl: string;
  /** Values by the security schemes of the document. */
  credentials: readonly VariableDraft[];
  /** URL that access tokens are requested at; empty: only at the origin of the base URL. */
  tokenUrl: string;
  /** File of a saved list. */
  path: string;
  /** Folder with the source code of a server. */
  sourceFolder: string;
};

let lastId = 0;

export function newVariable(from: Partial<VariableDraft> = {}): VariableDraft {
  lastId += 1;
  return { name: "", value: "", secret: false, stored: false, isUserChoice: false, ...from, id: lastId };
}

/** A credential is always secret. */
export const newCredential = (from: Partial<VariableDraft> = {}): VariableDraft =>
  newVariable({ ...from, secret: true, isUserChoice: true });

/** The checkbox follows the name until the user sets it. */
export const renamed = (variable: VariableDraft, name: string): VariableDraft => ({
  ...variable,
  name,
  secret: variable.isUserChoice ? variable.secret : isSecretName(name),
});

export const emptyDraft = (): ServerDraft => ({
  name: "",
  line: "",
  folder: "",
  environment: [],
  passEnvironment: "",
  url: "",
  headers: [],
  clientId: "",
  clientSecret: "",
  location: "",
  operations: "",
  baseUrl: "",
  credentials: [],
  tokenUrl: "",
  path: "",
  sourceFolder: "",
});

const variableDraftOf = ({ name, value, secret }: VariableView): VariableDraft =>
  newVariable({ name, value: secret ? "" : value, secret, stored: secret, isUserChoice: true });

export const KIND_OF = {
  stdio: "command",
  http: "address",
  openApi: "openApi",
  file: "file",
  sourceCode: "sourceCode",
  demo: null,
} as const;

/** Draft of an existing server. Values masked with dots may be sent back unchanged. */
export function draftOf({ name, connection }: ServerView): ServerDraft {
  const draft = { ...emptyDraft(), name };
  const variables = connection.variables.map(variableDraftOf);
  const [target = ""] = connection.command;
  switch (connection.kind) {
    case "stdio":
      return {
        ...draft,
        line: shellLine(connection.command),
        folder: connection.folder ?? "",
        environment: variables,
        passEnvironment: connection.passEnvironment.join(", "),
      };
    case "http":
      return { ...draft, url: target, headers: variables, clientId: connection.clientId ?? "" };
    case "openApi":
      return {
        ...draft,
        location: target,
        operations: formatTerms(connection.operations),
        baseUrl: connection.baseUrl ?? "",
        credentials: variables.map(newCredential),
        tokenUrl: connection.tokenUrl ?? "",
        clientId: connection.clientId ?? "",
      };
    case "file":
      return { ...draft, path: target };
    case "sourceCode":
      return { ...draft, sourceFolder: target };
    case "demo":
      return draft;
  }
}

/** Omits empty rows, which have neither name nor value. */
const newVariablesOf = (variables: readonly VariableDraft[]): NewVariable[] =>
  variables
    .filter(({ name, value }) => name.trim() !== "" || value !== "")
    .map(({ name, value, secret, stored, isUserChoice }) => ({
      name: name.trim(),
      value: stored && value === "" ? null : value,
      // If the user did not set the checkbox, the engine also considers the value.
      secret: isUserChoice ? secret : null,
    }));

function sourceOf(draft: ServerDraft, kind: DraftKind): NewSource {
  switch (kind) {
    case "command":
      return {
        kind: "commandLine",
        line: draft.line.trim(),
        folder: draft.folder.trim() || null,
        environment: newVariablesOf(draft.environment),
        passEnvironment: draft.passEnvironment.split(/[\s,]+/).filter(Boolean),
      };
    case "address":
      return {
        kind: "http",
        url: draft.url.trim(),
        headers: newVariablesOf(draft.headers),
        clientId: draft.clientId.trim() || null,
        clientSecret: draft.clientSecret || null,
      };
    case "openApi":
      return documentOf(draft);
    case "file":
      return { kind: "file", path: draft.path.trim() };
    case "sourceCode":
      return { kind: "sourceCode", folder: draft.sourceFolder.trim() };
  }
}

/** Credentials are only sent with a base URL: without one nothing is called. */
function documentOf(draft: ServerDraft): NewSource {
  const { location, operations, baseUrl, credentials, tokenUrl, clientId, clientSecret } = draft;
  const terms = parseTerms(operations);
  const document = { kind: "openApi" as const, location: location.trim(), ...(terms.length > 0 ? { operations: terms } : {}) };
  if (baseUrl.trim() === "") return document;
  const token = tokenUrl.trim() === "" ? {} : { tokenUrl: tokenUrl.trim() };
  const client = clientId.trim() === "" ? {} : { clientId: clientId.trim(), clientSecret: clientSecret || null };
  return { ...document, baseUrl: baseUrl.trim(), credentials: newVariablesOf(credentials), ...token, ...client };
}

export const newServerOf = (draft: ServerDraft, kind: DraftKind): NewServer => ({
  name: draft.name.trim(),
  source: sourceOf(draft, kind),
  storage: [],
});

const REQUIRED_FIELD = { command: "line", address: "url", openApi: "location", file: "path", sourceCode: "sourceFolder" } as const;

/** `taken`: names that the draft cannot have. */
export const isReady = (draft: ServerDraft, kind: DraftKind, taken: readonly string[]): boolean =>
  draft.name.trim() !== "" && serverNameProblem(draft.name, taken) === null && draft[REQUIRED_FIELD[kind]].trim() !== "";

/** Demo server under a free name, so that adding a second one does not fail. */
export const demoServer = (taken: readonly string[]): NewServer => ({
  name: freeServerName("demo", taken),
  source: { kind: "demo", tools: null },
  storage: [],
});
