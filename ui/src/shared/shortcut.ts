// A key, or keys pressed together, and what they do. "Command" stands for the platform's own command key.
export type Shortcut = { keys: readonly string[]; does: string };
