// BackendError: the error type of every backend call, with a code, a message and a hint.
import type { ErrorCode } from "./bindings";

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

/** Converts any thrown value to a BackendError, so that the UI shows every failure the same way. */
export function asBackendError(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new BackendError("internal", message, "This is a fault in Hintsmith. Restart it and try again.");
}
