// What the person has typed so far about a server, and what of it is sent.
import type { NewServer, NewSource, NewVariable, ServerView, VariableView } from "../../backend";
import { soundsSecret } from "./secret-name";
import { shellLine } from "./shell-line";

export type DraftKind = "command" | "address" | "openApi" | "file";

export type VariableDraft = {
  id: number;
  name: string;
  value: string;
  secret: boolean;
  /** Its value is in the secret store; it stays as it is unless another one is typed. */
  kept: boolean;
  /** The tick was set by hand and no longer follows the name. */
  ticked: boolean;
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
  /** Of an OpenAPI document. */
  location: string;
  /** Of a saved list. */
  path: string;
};

let lastId = 0;

export function newVariable(from: Partial<VariableDraft> = {}): VariableDraft {
  lastId += 1;
  return { name: "", value: "", secret: false, kept: false, ticked: false, ...from, id: lastId };
}

/** The tick follows the name until it is set by hand. */
export const renamed = (variable: VariableDraft, name: string): VariableDraft => ({
  ...variable,
  name,
  secret: variable.ticked ? variable.secret : soundsSecret(name),
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
  path: "",
});

const keptVariable = ({ name, value, secret }: VariableView): VariableDraft =>
  newVariable({ name, value: secret ? "" : value, secret, kept: secret, ticked: true });

export const KIND_OF = { stdio: "command", http: "address", openApi: "openApi", file: "file", demo: null } as const;

/** A server as it is reached now. What is shown with dots may be sent back with dots. */
export function draftOf({ name, connection }: ServerView): ServerDraft {
  const draft = { ...emptyDraft(), name };
  const variables = connection.variables.map(keptVariable);
  const [place = ""] = connection.command;
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
      return { ...draft, url: place, headers: variables, clientId: connection.clientId ?? "" };
    case "openApi":
      return { ...draft, location: place };
    case "file":
      return { ...draft, path: place };
    case "demo":
      return draft;
  }
}

/** Rows without a name and a value are rows nobody filled in. */
const sent = (variables: readonly VariableDraft[]): NewVariable[] =>
  variables
    .filter(({ name, value }) => name.trim() !== "" || value !== "")
    .map(({ name, value, secret, kept, ticked }) => ({
      name: name.trim(),
      value: kept && value === "" ? null : value,
      // Where nobody ticked, the engine judges by the value too.
      secret: ticked ? secret : null,
    }));

function sourceOf(draft: ServerDraft, kind: DraftKind): NewSource {
  switch (kind) {
    case "command":
      return {
        kind: "commandLine",
        line: draft.line.trim(),
        folder: draft.folder.trim() || null,
        environment: sent(draft.environment),
        passEnvironment: draft.passEnvironment.split(/[\s,]+/).filter(Boolean),
      };
    case "address":
      return {
        kind: "http",
        url: draft.url.trim(),
        headers: sent(draft.headers),
        clientId: draft.clientId.trim() || null,
        clientSecret: draft.clientSecret || null,
      };
    case "openApi":
      return { kind: "openApi", location: draft.location.trim() };
    case "file":
      return { kind: "file", path: draft.path.trim() };
  }
}

export const newServerOf = (draft: ServerDraft, kind: DraftKind): NewServer => ({
  name: draft.name.trim(),
  source: sourceOf(draft, kind),
  storage: [],
});

const NEEDED = { command: "line", address: "url", openApi: "location", file: "path" } as const;

export const isReady = (draft: ServerDraft, kind: DraftKind): boolean =>
  draft.name.trim() !== "" && draft[NEEDED[kind]].trim() !== "";

/** The demo under a free name, so that a second one does not fail for its name. */
export function demoServer(taken: readonly string[]): NewServer {
  let name = "demo";
  for (let number = 2; taken.includes(name); number += 1) name = `demo-${number}`;
  return { name, source: { kind: "demo", tools: null }, storage: [] };
}
