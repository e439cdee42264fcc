// A problem with a filter as one sentence.
import type { FilterProblem } from "../backend";

/** Names the term once: most messages name it themselves. */
export function problemSentence({ term, message }: FilterProblem): string {
  const key = /^-?([^:]*:)/.exec(term)?.[1]?.toLowerCase();
  return key !== undefined && message.toLowerCase().startsWith(key) ? message : `${term}: ${message}`;
}
