// Draws the dialog that runs a tool over a fake backend.
import { screen } from "@testing-library/react";
import { vi } from "vitest";
import type { Violation, FormField, RunnerView } from "../src/backend/bindings";
import { RunDialog } from "../src/features/run/run-dialog";
import type { FakeBackend } from "./fake-backend";
import { form } from "./fake-runner";
import { catalogOf } from "./fixtures";
import { renderPage } from "./render-page";

export const KEY = { server: "demo", tool: "home_notes_delete_note" };

type Over = Partial<RunnerView> & { fields?: FormField[]; readOnly?: string };

export async function renderRun(backend: FakeBackend, over: Over = {}) {
  const rendered = renderUnread(backend, over);
  await screen.findByTestId("run-go");
  return rendered;
}

/** The dialog before its form is read. */
export function renderUnread(backend: FakeBackend, { fields, readOnly, ...over }: Over = {}) {
  const { running } = backend;
  running.view = { ...running.view, ...(fields ? { form: form(fields) } : {}), ...over };
  const onClose = vi.fn();
  const catalog = catalogOf(backend.store.fakes, { readOnly: readOnly ?? null });
  return { ...renderPage(<RunDialog catalog={catalog} tool={KEY} onClose={onClose} />), onClose };
}

export const fieldAt = (path: string): HTMLElement => {
  const found = screen.getAllByTestId("run-field").find((one) => one.dataset.path === path);
  if (!found) throw new Error(`no field at ${path}`);
  return found;
};

/** A schema that wants a text of each of these. */
export const wants =
  (...names: string[]) =>
  (text: string): Violation[] => {
    const given = JSON.parse(text) as Record<string, unknown>;
    return names.filter((name) => typeof given[name] !== "string").map((name) => ({ path: `/${name}`, message: "a text is wanted" }));
  };
