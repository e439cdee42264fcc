// Whether a name sounds like a secret. Only sets the tick beforehand; the engine keeps what it finds secret anyway.
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
/** A name that ends like this speaks about a secret without being one. */
const HARMLESS_END = new Set(["file", "path", "url", "id", "name"]);

/** Words written together, as in PGPASSWORD. */
const TOGETHER = /(password|passwd|passphrase|token|secret|apikey)$/;

export function soundsSecret(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (words.includes("webhook")) return true;
  return !HARMLESS_END.has(words.at(-1) ?? "") && words.some((word) => SECRET.has(word) || TOGETHER.test(word));
}
