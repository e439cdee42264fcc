// Disputed tools: decided or declared to be read-only, although the server or inference strongly suggests that they change
// something.
import type { ToolCard } from "../../backend";

/** The engine groups a disputed tool by the careful value, and keeps "read-only" as its badge. */
export const isDisputed = ({ behaviour, badges }: Pick<ToolCard, "behaviour" | "badges">): boolean =>
  behaviour !== "safe" && badges.some(({ kind }) => kind === "readOnly");

/** Returns whether the user, not the server, says that a disputed tool is read-only. */
export const isDecided = ({ badges }: Pick<ToolCard, "badges">): boolean =>
  badges.some(({ kind, mark }) => kind === "readOnly" && mark === "decided");
