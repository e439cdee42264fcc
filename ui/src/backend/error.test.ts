// Conversion of thrown values to errors with a message, also for values that Tauri itself rejects with.
import { expect, it, vi } from "vitest";
import { asBackendError, BackendError } from "./error";
import type * as Actual from "./index";

const FAULT = "This is a fault in Hintsmith. Restart it and try again.";

it.each([
  ["a string", "invalid args `input`: missing field `tool`", "invalid args `input`: missing field `tool`"],
  ["an error", new Error("no such command"), "no such command"],
  ["an object with a message", { message: "lost" }, "lost"],
  ["another object", { reason: 7 }, '{"reason":7}'],
  ["a number", 7, "7"],
  ["nothing", undefined, "an operation failed for an unknown reason"],
  ["an empty string", " ", "an operation failed for an unknown reason"],
  ["an error without a message", new Error(""), "an operation failed for an unknown reason"],
])("shows %s as a message with a hint", (_, thrown, message) => {
  expect(asBackendError(thrown)).toMatchObject({ name: "BackendError", code: "internal", message, hint: FAULT });
});

it("keeps the code, the message and the hint of the engine", () => {
  const error = asBackendError({ code: "conflict", message: "the tool changed", hint: "Review it." });
  expect(error).toEqual(new BackendError("conflict", "the tool changed", "Review it."));
  expect(asBackendError(error)).toBe(error);
});

it("rejects a command with the string that Tauri rejected it with", async () => {
  const message = "invalid args `input` for command `undo`: missing field `entry`";
  vi.stubGlobal("window", { __TAURI_INTERNALS__: { invoke: () => Promise.reject(message) } });
  const { backend } = await vi.importActual<typeof Actual>("./index");
  await expect(backend.undo({ entry: null })).rejects.toMatchObject({ code: "internal", message });
  vi.unstubAllGlobals();
});
