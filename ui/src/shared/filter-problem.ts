// Message for a problem with a filter.
import type { FilterProblem } from "../backend";

/** Prepends the term unless the message already starts with it. */
export function problemSentence({ term, message }: FilterProblem): string {
  const key = /^-?([^:]*:)/.exec(term)?.[1]?.toLowerCase();
  return key !== undefined && message.toLowerCase().startsWith(key) ? message : `${term}: ${message}`;
}
