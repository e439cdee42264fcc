// A backend error as sentences: messages arrive in lower case without a full stop.
import type { BackendError } from "../backend";

export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const errorWords = ({ message, hint }: BackendError): string => `${sentence(message)}. ${hint}`.trim();
