// The invented preferences as functions of a backend.
import { vi } from "vitest";
import type { PreferenceInput } from "../src/backend/bindings";
import { FakePreferences } from "./fake-preferences";

export function preferenceActs(preferences = new FakePreferences()) {
  return {
    preferences: vi.fn(async () => preferences.preferences()),
    setPreference: vi.fn(async (input: PreferenceInput) => preferences.setPreference(input)),
    pending: vi.fn(async () => preferences.pending()),
    discard: vi.fn(async () => preferences.discard()),
    zoom: vi.fn(async (_: number | null) => null),
    registryAddress: vi.fn(async () => "https://registry.modelcontextprotocol.io"),
  };
}
