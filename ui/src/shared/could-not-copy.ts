// Toast for a failed copy: loading the text failed, or the clipboard rejected it.
import { BackendError } from "../backend";
import { notifyError, notifyInfo } from "./notify";
import { strings } from "./strings";

export const couldNotCopy = (error?: unknown): void =>
  error instanceof BackendError ? notifyError(error) : notifyInfo(strings.toast.copyFailed);
