// Heuristic for names of secrets. It only presets the checkbox; the engine detects secrets on its own as well.
const SECRET = new Set([
  "token",
  "key",
  "keys",
  "pass",
  "pwd",
  "auth",
  "bearer",
  "jwt",
  "pat",
  "dsn",
  "pin",
  "signature",
  "session",
  "webhook",
  "apikey",
  "secret",
  "password",
  "passwd",
  "passphrase",
  "credential",
  "credentials",
  "authorization",
  "cookie",
]);
/** Last words of names that refer to a secret without being one. */
const HARMLESS_LAST_WORD = new Set(["file", "path", "url", "id", "name"]);

/** Words without a separator, as in PGPASSWORD. */
const JOINED_SUFFIX = /(password|passwd|passphrase|token|secret|apikey)$/;

export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (words.includes("webhook")) return true;
  return !HARMLESS_LAST_WORD.has(words.at(-1) ?? "") && words.some((word) => SECRET.has(word) || JOINED_SUFFIX.test(word));
}
