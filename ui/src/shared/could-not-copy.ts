// What is said when something could not be copied: what was asked for it failed, or the clipboard refuses.
import { BackendError } from "../backend";
import { notifyError, notifyInfo } from "./notify";

export const couldNotCopy = (error?: unknown): void =>
  error instanceof BackendError ? notifyError(error) : notifyInfo("It could not be copied: the clipboard refuses it");
