// Renders the run dialog.
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

/** Renders the dialog without waiting for its form; `over` replaces parts of the form and of the runner view. */
export async function renderUnread(backend: RunBackend, { fields, readOnly, ...over }: Over = {}) {
  const changes = { ...(fields ? { form: form(fields) } : {}), ...over };
  if (Object.keys(changes).length > 0) backend.amend("runner", (view) => ({ ...view, ...changes }));
  const onClose = vi.fn();
  const catalog = { ...(await backend.catalog()), readOnly: readOnly ?? null };
  return { ...renderPage(<RunDialog catalog={catalog} tool={KEY} onClose={onClose} />), onClose };
}

export const fieldAt = (path: string): HTMLElement => {
  const found = screen.getAllByTestId("run-field").find((one) => one.dataset.path === path);
  if (!found) throw new Error(`no field at ${path}`);
  return found;
};

/** Validator of a schema that requires a string for each name. */
export const wants =
  (...names: string[]) =>
  (text: string): Violation[] => {
    const given = JSON.parse(text) as Record<string, unknown>;
    return names.filter((name) => typeof given[name] !== "string").map((name) => ({ path: `/${name}`, message: "a text is wanted" }));
  };
