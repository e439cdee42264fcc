// Disputed tools: you decided them read-only, although the server or inference strongly suggests that they change something.
import type { ToolCard } from "../../backend";

/** The engine groups a disputed tool by the careful value, and keeps the decision as its badge. */
export const isDisputed = ({ behaviour, badges }: Pick<ToolCard, "behaviour" | "badges">): boolean =>
  behaviour !== "safe" && badges.some(({ kind }) => kind === "readOnly");
