// Tells the person what happened: done with a way back, or failed with the next step.
import { keysOf } from "./keymap";
import { asBackendError } from "../backend";
import type { Toast } from "../kit/toast-store";
import { showToast } from "../kit/toast-store";
import { sentence } from "./error-message";
import { ServerText } from "./server-text";

type Action = NonNullable<Toast["action"]>;

const undoing = (run: () => void): Action => ({ label: "Undo", keys: keysOf("window.undo"), run });
const redoing = (run: () => void): Action => ({ label: "Redo", keys: keysOf("window.redo"), run });

/** Something is done, but not all of what was asked. */
export function notifyPartly(message: string, why: string, action?: Action): void {
  showToast({
    tone: "info",
    message: <ServerText text={message} />,
    hint: <ServerText text={sentence(why)} />,
    ...(action ? { action } : {}),
  });
}

/** A toast is read in passing: the rest is counted. */
const WARNINGS = 3;

/** Done, with what was left out or should be known. */
export function notifyPartlyDone(message: string, warnings: readonly string[], undo?: () => void): void {
  const more = warnings.length - WARNINGS;
  const told = warnings.slice(0, WARNINGS).map((warning) => `${sentence(warning)}.`);
  if (more > 0) told.push(`And ${more.toLocaleString("en")} more.`);
  notifyPartly(message, told.join(" "), undo && undoing(undo));
}

export function notifyInfo(message: string): void {
  showToast({ tone: "info", message: <ServerText text={message} /> });
}

export function notifyDone(message: string, undo?: () => void): void {
  notifyDoneAnd(message, undo && undoing(undo));
}

/** Done, and something may follow from it. */
export function notifyDoneAnd(message: string, action?: Action): void {
  showToast({
    tone: "done",
    message: <ServerText text={message} />,
    ...(action ? { action } : {}),
  });
}

export const notifyUndone = (act: string, redo: () => void): void => notifyDoneAnd(`Undid: ${act}`, redoing(redo));

export const notifyDoneAgain = (act: string, undo: () => void): void => notifyDoneAnd(`Did again: ${act}`, undoing(undo));

export function notifyError(error: unknown): void {
  const { code, message, hint } = asBackendError(error);
  if (code === "cancelled") return;
  showToast({
    tone: "error",
    message: <ServerText text={sentence(message)} />,
    ...(hint ? { hint: <ServerText text={hint} /> } : {}),
  });
}
