// Formats backend errors as sentences: their messages are lower case without a full stop.
import type { BackendError } from "../backend";

/** Capitalizes the first letter, unless the first word is a name like `notes.get_note`. */
export const sentence = (message: string): string =>
  /^\S*[._/]\S/.test(message) ? message : message.charAt(0).toUpperCase() + message.slice(1);

export const errorMessage = ({ message, hint }: BackendError): string => `${sentence(message)}. ${hint}`.trim();
