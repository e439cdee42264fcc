// Tests of the empty states of the catalog.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import type { ServerView } from "../../backend";
import { NoTools } from "./states";

const backend = recordedBackend("catalog");
const server = (await backend.catalog()).servers[0] as ServerView;

it.each<[string, ServerView | undefined, string, string]>([
  ["no server", undefined, "No tools yet", "Tools appear here after a server has been scanned."],
  ["a server that is off", { ...server, enabled: false }, "This server is off", "Turn the server on to see its tools."],
  ["a server without a scan", { ...server, scannedAt: null }, "This server has not been scanned yet", "Its tools appear here after the scan."],
  ["a scanned server without tools", server, "This server offers no tools", "The last scan found no tools on this server."],
])("describes %s", (_, view, title, text) => {
  fake.current = backend;
  renderPage(<NoTools server={view} />);
  expect(screen.getByRole("heading", { name: title })).toBeInTheDocument();
  expect(screen.getByText(text)).toBeInTheDocument();
});
