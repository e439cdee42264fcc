// Labels of a server: kind, protocol, latency and last scan.
import { Box, FileJson, Link, ScrollText, SquareTerminal } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Era, ServerKind, ServerView } from "../../backend";
import { ago } from "../../shared/ago";

export const KIND: Record<ServerKind, { icon: LucideIcon; word: string }> = {
  demo: { icon: Box, word: "Demo" },
  stdio: { icon: SquareTerminal, word: "Command" },
  http: { icon: Link, word: "Address" },
  openApi: { icon: ScrollText, word: "OpenAPI document" },
  file: { icon: FileJson, word: "Saved list" },
};

export const ERA_LABELS: Record<Era, string> = { stateless: "no session", handshake: "handshake" };

/** "2025-11-25 · handshake"; empty before the first connection. */
export const formatProtocol = ({ protocol, era }: ServerView): string =>
  [protocol, era ? ERA_LABELS[era] : null].filter(Boolean).join(" · ");

export const formatLatency = (ms: number | null): string => {
  if (ms === null) return "";
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
};

export const formatScannedAt = ({ scannedAt }: ServerView, now: number): string => (scannedAt === null ? "never" : ago(scannedAt, now));

/** The server is a process whose standard error can be read. */
export const hasOutput = ({ connection }: ServerView): boolean => connection.kind === "stdio" || connection.kind === "demo";

/** The user can sign in: an HTTP server without a sign-in and without a configured Authorization header. */
export const offersSignIn = ({ connection, state, signedIn }: ServerView): boolean =>
  connection.kind === "http" &&
  (state === "needsSignIn" || signedIn === null) &&
  !connection.variables.some(({ name }) => name.toLowerCase() === "authorization");
