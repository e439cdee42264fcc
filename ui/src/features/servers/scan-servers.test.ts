// Toast with the result of a scan, and its Review action.
import { beforeEach, describe, expect, it } from "vitest";
import { SERVER } from "../../../test/literals";
import { fake } from "../../../test/mock-backend";
import type { ScanReport, ServerKey, ServerView } from "../../backend";
import { CatalogCache } from "../../backend/catalog-cache";
import { createQueryClient } from "../../backend/queries";
import { useToast } from "../../kit/toast-store";
import { useNavigation } from "../../shared/navigation";
import { scanServer, scanServers } from "./scan-servers";

const reportOf = (name: string, over: Partial<ScanReport>): ScanReport => ({
  server: { ...SERVER, name },
  added: 0,
  changed: 0,
  removed: 0,
  changes: [],
  problems: [],
  ...over,
});
const reports = new Map<string, ScanReport>();
const cache = new CatalogCache(createQueryClient());
/** Text of the toast, whose message is one ServerText. */
const toastText = () => (useToast.getState().toast?.message as { props: { text: string } } | undefined)?.props.text;
const toastHint = () => (useToast.getState().toast?.hint as { props: { text: string } } | undefined)?.props.text;
const action = () => useToast.getState().toast?.action;

beforeEach(() => {
  fake.current = { scanServer: async ({ server }: ServerKey) => reports.get(server) };
  useToast.setState({ toast: null });
  useNavigation.setState(useNavigation.getInitialState(), true);
});

describe("a scan", () => {
  it("reports changed, removed and new tools, and leads to the review", async () => {
    reports.set("notes", reportOf("notes", { changed: 2, removed: 1, added: 3 }));
    await scanServer(cache, "notes");
    expect(toastText()).toBe("Scanned notes: 9 tools, 2 changed, 1 removed, 3 new");
    expect(action()?.label).toBe("Review");
    action()?.run();
    expect(useNavigation.getState().view).toBe("review");
  });

  it.each([
    [{}, "Scanned notes: 9 tools"],
    [{ added: 9 }, "Scanned notes: 9 tools"],
    [{ added: 2 }, "Scanned notes: 9 tools, 2 new"],
    [{ problems: [{ tool: "a", field: "annotations", message: "is a list" }] }, "Scanned notes: 9 tools, 1 malformed"],
    [{ problems: ["/a", "/b"].map((field) => ({ tool: "", field, message: "is skipped" })) }, "Scanned notes: 9 tools, 2 problems in the document"],
  ])("offers no review for %o", async (over, text) => {
    reports.set("notes", reportOf("notes", over));
    await scanServer(cache, "notes");
    expect(toastText()).toBe(text);
    expect(action()).toBeUndefined();
  });

  it("adds up the changes of several servers", async () => {
    reports.set("notes", reportOf("notes", { changed: 2, added: 1 }));
    reports.set("mail", reportOf("mail", { removed: 1, added: 9 }));
    await scanServers(cache, ["notes", "mail"]);
    expect(toastText()).toBe("Scanned 2 servers: 18 tools, 2 changed, 1 removed, 1 new");
    expect(action()?.label).toBe("Review");
  });

  it("offers the review for an incomplete list too", async () => {
    const server: ServerView = { ...SERVER, truncation: "more than 10000 tools" };
    reports.set("notes", reportOf("notes", { server, changed: 1 }));
    await scanServer(cache, "notes");
    expect(useToast.getState().toast?.tone).toBe("info");
    expect(action()?.label).toBe("Review");
  });

  it("of several servers lists those that failed, also if all of them did", async () => {
    const failed = (name: string) => reportOf(name, { server: { ...SERVER, name, state: "needsSignIn" } });
    reports.set("notes", reportOf("notes", { problems: [{ tool: "a", field: "annotations", message: "is a list" }] }));
    reports.set("mail", failed("mail"));
    await scanServers(cache, ["notes", "mail"]);
    expect(toastText()).toBe("Scanned 1 server: 9 tools, 1 malformed");
    expect(toastHint()).toBe("Failed: mail");
    reports.set("notes", failed("notes"));
    await scanServers(cache, ["notes", "mail"]);
    expect(toastText()).toBe("No server could be scanned");
    expect(toastHint()).toBe("Failed: notes, mail");
  });
});
