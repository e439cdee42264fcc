// What is said when the clipboard refuses.
import { notifyInfo } from "../../shared/notify";

export const couldNotCopy = (): void => notifyInfo("It could not be copied: the clipboard refuses it");
