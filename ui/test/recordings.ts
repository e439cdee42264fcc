// Recordings by name, type-checked against the bindings.
import type { Backend } from "../src/backend";
import type { ApiError } from "../src/backend/bindings";
import type { Preparation } from "./preparation";
import app from "./recorded/app.json";
import approvals from "./recorded/approvals.json";
import bulk from "./recorded/bulk.json";
import catalog from "./recorded/catalog.json";
import clients from "./recorded/clients.json";
import empty from "./recorded/empty.json";
import environments from "./recorded/environments.json";
import exported from "./recorded/export.json";
import findings from "./recorded/findings.json";
import gateway from "./recorded/gateway.json";
import hints from "./recorded/hints.json";
import history from "./recorded/history.json";
import imported from "./recorded/import.json";
import installed from "./recorded/installed.json";
import keys from "./recorded/keys.json";
import notes from "./recorded/notes.json";
import palette from "./recorded/palette.json";
import pending from "./recorded/pending.json";
import preferences from "./recorded/preferences.json";
import registry from "./recorded/registry.json";
import review from "./recorded/review.json";
import rules from "./recorded/rules.json";
import run from "./recorded/run.json";
import search from "./recorded/search.json";
import servers from "./recorded/servers.json";
import store from "./recorded/store.json";
import tool from "./recorded/tool.json";
import toolsets from "./recorded/toolsets.json";
import type { Recording } from "./recorded-backend";

/** Type as TypeScript infers it from JSON: string literals become `string`. */
type Json<T> = T extends string
  ? string
  : T extends boolean
    ? boolean
    : T extends readonly (infer Item)[]
      ? Json<Item>[]
      : T extends object
        ? { [K in keyof T]: Json<T[K]> }
        : T;
type Commands = Backend & Preparation;
type Answer<K extends keyof Commands> = Awaited<ReturnType<Commands[K]>>;
type Input<K extends keyof Commands> = Parameters<Commands[K]> extends [infer Only] ? Only : null;
type Exchange<K extends keyof Commands> = {
  input: Json<Input<K>>;
  answer?: Json<Answer<K> | Omit<Answer<K>, "detail">>;
  error?: Json<ApiError>;
  patch?: object;
  like?: number;
  detail?: object;
};
type Checked = {
  store: string;
  states: {
    from?: number;
    prepared?: boolean;
    call?: { [K in keyof Commands]?: Exchange<K> };
    reads: { [K in keyof Backend]?: Exchange<K>[] };
  }[];
};

const CHECKED = {
  app,
  approvals,
  bulk,
  catalog,
  clients,
  empty,
  environments,
  export: exported,
  findings,
  gateway,
  hints,
  history,
  import: imported,
  installed,
  keys,
  notes,
  palette,
  pending,
  preferences,
  registry,
  review,
  rules,
  run,
  search,
  servers,
  store,
  tool,
  toolsets,
} satisfies Record<string, Checked>;

export const RECORDINGS = CHECKED as unknown as Record<keyof typeof CHECKED, Recording>;
