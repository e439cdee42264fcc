// Toasts about results: success with undo, partial success with warnings, failure with a hint.
import { keysOf } from "./keymap";
import { asBackendError } from "../backend";
import type { Toast } from "../kit/toast-store";
import { showToast } from "../kit/toast-store";
import { sentence } from "./error-message";
import { ServerText } from "./server-text";
import { strings } from "./strings";

type Action = NonNullable<Toast["action"]>;

const undoAction = (run: () => void): Action => ({ kind: "undo", label: strings.toast.undo, keys: keysOf("window.undo"), run });
const redoAction = (run: () => void): Action => ({ label: strings.toast.redo, keys: keysOf("window.redo"), run });

/** Partial success: `why` explains what was not done. */
export function notifyPartly(message: string, why: string, action?: Action): void {
  showToast({
    tone: "info",
    message: <ServerText text={message} />,
    hint: <ServerText text={sentence(why)} />,
    ...(action ? { action } : {}),
  });
}

/** Maximum number of listed warnings, to keep a toast short; the rest is a count. */
const MAX_WARNINGS = 3;

/** Success with warnings. */
export function notifyPartlyDone(message: string, warnings: readonly string[], undo?: () => void): void {
  const more = warnings.length - MAX_WARNINGS;
  const sentences = warnings.slice(0, MAX_WARNINGS).map((warning) => `${sentence(warning)}.`);
  if (more > 0) sentences.push(strings.toast.moreWarnings(more));
  notifyPartly(message, sentences.join(" "), undo && undoAction(undo));
}

export function notifyInfo(message: string): void {
  showToast({ tone: "info", message: <ServerText text={message} /> });
}

export function notifyDone(message: string, undo?: () => void): void {
  notifyDoneAnd(message, undo && undoAction(undo));
}

/** Success with a follow-up action. */
export function notifyDoneAnd(message: string, action?: Action): void {
  showToast({
    tone: "done",
    message: <ServerText text={message} />,
    ...(action ? { action } : {}),
  });
}

export const notifyUndone = (change: string, redo: () => void): void => notifyDoneAnd(strings.toast.undone(change), redoAction(redo));

export const notifyDoneAgain = (change: string, undo: () => void): void => notifyDoneAnd(strings.toast.redone(change), undoAction(undo));

export function notifyError(error: unknown): void {
  const { code, message, hint } = asBackendError(error);
  if (code === "cancelled") return;
  showToast({
    tone: "error",
    message: <ServerText text={sentence(message)} />,
    ...(hint ? { hint: <ServerText text={hint} /> } : {}),
  });
}
