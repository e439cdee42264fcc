// Joins the parts of a command into one line that splits into the same parts again.
const PLAIN = /^[\p{L}\p{N}_@%+=:,./•-]+$/u;

const quoted = (part: string): string => (PLAIN.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`);

export const shellLine = (parts: readonly string[]): string => parts.map(quoted).join(" ");
