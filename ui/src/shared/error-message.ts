// A backend error as sentences: messages arrive in lower case without a full stop.
import type { BackendError } from "../backend";

/** Begins with a capital, unless the first word is a name like `notes.get_note`. */
export const sentence = (words: string): string =>
  /^\S*[._/]\S/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);

export const errorMessage = ({ message, hint }: BackendError): string => `${sentence(message)}. ${hint}`.trim();
