// A backend for tests of environments, rules, search, export and the store: invented tools and layers, every call on record.
import type { Mock } from "vitest";
import { vi } from "vitest";
import type { ApplyChoice, ApplyPreview, DecideInput, PreferenceInput, UndoInput } from "../src/backend/bindings";
import { fakeBackend } from "./fake-backend";
import { FakeExports } from "./fake-exports";
import { FakeFindings } from "./fake-findings";
import { FakeGateway } from "./fake-gateway";
import { FakeLayers } from "./fake-layers";
import { FakePreferences } from "./fake-preferences";
import { findingActs } from "./finding-acts";
import { catalogOf, inventTools } from "./fixtures";
import { preferenceActs } from "./preference-acts";

type Acts = {
  [K in keyof FakeLayers as FakeLayers[K] extends (...args: never[]) => unknown ? K : never]: FakeLayers[K];
};
type GatewayActs = {
  [K in keyof FakeGateway as FakeGateway[K] extends (...args: never[]) => unknown ? K : never]: (
    ...args: Parameters<Extract<FakeGateway[K], (...args: never[]) => unknown>>
  ) => Promise<ReturnType<Extract<FakeGateway[K], (...args: never[]) => unknown>>>;
};
type Spied<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? Mock<T[K]> : never };

export const LAST_EXPORT = { target: "hintsmith", path: "/home/you/hintsmith.json", at: "2026-07-28T10:00:00Z" };

export function fakeWindow(count = 7) {
  const layers = new FakeLayers();
  const tools = fakeBackend(inventTools(count));
  tools.toolsets.environment = () => layers.current;
  const acts = Object.entries(layers).filter(([, act]) => typeof act === "function");
  const spied = Object.fromEntries(acts.map(([name, act]) => [name, vi.fn(act as () => unknown)])) as unknown;
  const gatewayFake = new FakeGateway();
  // Asked of whatever the fake is by then: a test may put another one in its place.
  const ofGateway = Object.fromEntries(
    Object.entries(gatewayFake)
      .filter(([, act]) => typeof act === "function")
      .map(([name]) => [name, vi.fn(async (...args: unknown[]) => (Reflect.get(behind.gateway, name) as (...args: unknown[]) => unknown)(...args))]),
  ) as unknown;
  const behind = { gateway: gatewayFake };
  const preferred = new FakePreferences();
  const exports = new FakeExports();
  const found = new FakeFindings();
  return {
    ...tools,
    ...preferenceActs(preferred),
    preferred,
    found,
    ...findingActs(found),
    decide: vi.fn(async (input: DecideInput) => {
      found.mend(input);
      return tools.store.decide(input);
    }),
    setPreference: vi.fn(async (input: PreferenceInput) => {
      if (input.key !== "lint.profile") return preferred.setPreference(input);
      found.profile = input.value ?? "spec";
      return { changed: 1, entry: 300 };
    }),
    ...(spied as Spied<Acts>),
    ...(ofGateway as Spied<GatewayActs>),
    behind,
    layers,
    catalog: vi.fn(async () => {
      const catalog = catalogOf(tools.store.fakes, {
        revision: tools.store.revision,
        filters: tools.bulk.filters,
        findings: found.count,
        changes: { count: preferred.changes.length, lastExport: LAST_EXPORT },
        environment: layers.current,
        environments: layers.environmentList.map(({ name }) => name),
      });
      return { ...catalog, ...tools.toolsets.shown(catalog.cards) };
    }),
    undo: vi.fn(
      async ({ entry }: UndoInput) =>
        tools.toolsets.undo(entry) ?? found.undo(entry) ?? { entry: entry ?? 0, act: "what was done" },
    ),
    exports,
    targets: vi.fn(exports.targets),
    previewExport: vi.fn(exports.previewExport),
    writeExport: vi.fn(exports.writeExport),
    previewApply: vi.fn(
      async (): Promise<ApplyPreview> => ({
        servers: 1,
        decisions: 2,
        waiting: [],
        environments: ["prod"],
        seen: "the file and the store as they are",
        changes: [
          { environment: null, subject: "demo.home_notes_get_note", tool: null, field: "read-only", before: null, after: "Yes" },
          { environment: "prod", subject: "demo.get_*", tool: null, field: "open-world", before: "No", after: "Yes" },
          { environment: null, subject: "demo.home_notes_get_note", tool: null, field: "review", before: "reviewed, for another definition", after: "reviewed" },
        ],
      }),
    ),
    applyFile: vi.fn(async ({ keep }: ApplyChoice) => ({ applied: 3 - keep.length, entry: 9 })),
    chooseFile: vi.fn(async (): Promise<string | null> => "/home/you/config.json"),
    chooseExportPath: vi.fn(async (): Promise<string | null> => "/mnt/stick/store.db"),
  };
}

export type FakeWindow = ReturnType<typeof fakeWindow>;
