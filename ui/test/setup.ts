// Setup of every page test: virtual clock, and cleanup of all shared state, because test files share one document and one set
// of modules (see vite.config.ts).
import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type * as zustandModule from "zustand";
import "./jsdom-gaps";
import { fake } from "./mock-backend";
import { takeUnrecorded } from "./recorded-backend";
import { resetStores } from "./reset-stores";
import { startClock, stopClock } from "./virtual-clock";

vi.mock("zustand", async (importOriginal) => {
  const zustand = await importOriginal<typeof zustandModule>();
  const { registeringCreate } = await import("./reset-stores");
  return { ...zustand, create: registeringCreate(zustand.create) };
});

beforeEach(startClock);

afterEach(() => {
  cleanup();
  stopClock();
  localStorage.clear();
  resetStores();
  fake.current = {};
  window.innerWidth = 1024;
  document.body.replaceChildren();
  expect(takeUnrecorded()).toEqual([]);
});
