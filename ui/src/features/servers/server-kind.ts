// Traits of a server that follow from its kind: icon, output, sign-in, calls and source code.
import { Box, FileCode, FileJson, Link, ScrollText, SquareTerminal } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ServerKind, ServerView } from "../../backend";

export const KIND_ICONS: Record<ServerKind, LucideIcon> = {
  demo: Box,
  stdio: SquareTerminal,
  http: Link,
  openApi: ScrollText,
  file: FileJson,
  sourceCode: FileCode,
};

/** The server is a process whose standard error can be read. */
export const hasOutput = ({ connection }: ServerView): boolean => connection.kind === "stdio" || connection.kind === "demo";

/** The user can sign in: to an HTTP server without a configured Authorization header, or as a user of an API's client. */
export const offersSignIn = ({ connection, state, signedIn }: ServerView): boolean =>
  (state === "needsSignIn" || signedIn === null) &&
  (connection.kind === "openApi"
    ? connection.clientId !== null
    : connection.kind === "http" && !connection.variables.some(({ name }) => name.toLowerCase() === "authorization"));

/** The tools of the server can be called now. */
export const isCallable = ({ connection: { kind, baseUrl }, enabled, tools }: ServerView): boolean =>
  enabled && tools > 0 && kind !== "file" && kind !== "sourceCode" && (kind !== "openApi" || baseUrl !== null);

/** Decisions can be written into source code, if a person writes the code of the server. */
export const hasSource = ({ connection }: ServerView): boolean => connection.kind !== "demo" && connection.kind !== "openApi";
