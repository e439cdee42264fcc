// BackendError: the error type of every backend call, with a code, a message and a hint.
import type { ApiError, ErrorCode } from "./bindings";

export class BackendError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint: string) {
    super(message);
    this.name = "BackendError";
    this.code = code;
    this.hint = hint;
  }
}

const UNKNOWN = "an operation failed for an unknown reason";
const FAULT = "This is a fault in Hintsmith. Restart it and try again.";

const isApiError = (error: unknown): error is ApiError =>
  typeof error === "object" && error !== null && "code" in error && "message" in error && "hint" in error && typeof error.message === "string";

/** Message of a value that is no ApiError. Tauri rejects a command with a string if its arguments cannot be deserialised. */
function messageOf(error: unknown): string {
  if (typeof error === "string") return error.trim() || UNKNOWN;
  if (typeof error !== "object" || error === null) return error === undefined || error === null ? UNKNOWN : String(error);
  if ("message" in error && typeof error.message === "string") return error.message.trim() || UNKNOWN;
  return JSON.stringify(error) ?? UNKNOWN;
}

/** Converts any thrown value to a BackendError, so that the UI shows every failure the same way. */
export function asBackendError(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  if (isApiError(error)) return new BackendError(error.code, error.message, error.hint);
  return new BackendError("internal", messageOf(error), FAULT);
}
