// Draws the dialog that runs a tool.
import { screen } from "@testing-library/react";
import { vi } from "vitest";
import type { Violation, FormField, RunnerView } from "../src/backend/bindings";
import { RunDialog } from "../src/features/run/run-dialog";
import { keyOf } from "./inputs";
import { renderPage } from "./render-page";
import type { RunBackend } from "./run-backend";
import { form } from "./run-data";

export const KEY = keyOf("home_notes_delete_note");

type Over = Partial<RunnerView> & { fields?: FormField[]; readOnly?: string };

export async function renderRun(backend: RunBackend, over: Over = {}) {
  const rendered = await renderUnread(backend, over);
  await screen.findByTestId("run-go");
  return rendered;
}

/** The dialog before its form is read; `over` is what a test says of the form and the calls. */
export async function renderUnread(backend: RunBackend, { fields, readOnly, ...over }: Over = {}) {
  const given = { ...(fields ? { form: form(fields) } : {}), ...over };
  if (Object.keys(given).length > 0) backend.amend("runner", (view) => ({ ...view, ...given }));
  const onClose = vi.fn();
  const catalog = { ...(await backend.catalog()), readOnly: readOnly ?? null };
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
