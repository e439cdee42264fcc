// Tells the person what happened: done with a way back, or failed with the next step.
import { asBackendError } from "../backend";
import { commandKey } from "../kit/kbd";
import { showToast } from "../kit/toast-store";
import { sentence } from "./error-words";
import { ServerText } from "./server-text";

/** Something is done, but not all of what was asked. */
export function notifyPartly(message: string, why: string): void {
  showToast({ tone: "info", message: <ServerText text={message} />, hint: <ServerText text={sentence(why)} /> });
}

export function notifyDone(message: string, undo?: () => void): void {
  showToast({
    tone: "done",
    message: <ServerText text={message} />,
    ...(undo ? { action: { label: "Undo", keys: [commandKey(navigator.platform), "Z"], run: undo } } : {}),
  });
}

export function notifyError(error: unknown): void {
  const { code, message, hint } = asBackendError(error);
  if (code === "cancelled") return;
  showToast({
    tone: "error",
    message: <ServerText text={sentence(message)} />,
    ...(hint ? { hint: <ServerText text={hint} /> } : {}),
  });
}
