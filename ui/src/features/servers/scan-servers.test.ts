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
const action = () => useToast.getState().toast?.action;

beforeEach(() => {
  fake.current = { scanServer: async ({ server }: ServerKey) => reports.get(server) };
  useToast.setState({ toast: null });
  useNavigation.setState(useNavigation.getInitialState(), true);
});

describe("reading", () => {
  it("says what changed, went and came, and leads to the review", async () => {
    reports.set("notes", reportOf("notes", { changed: 2, removed: 1, added: 3 }));
    await scanServer(cache, "notes");
    expect(toastText()).toBe("Read 9 tools from notes: 2 changed, 1 gone, 3 new");
    expect(action()?.label).toBe("Review");
    action()?.run();
    expect(useNavigation.getState().view).toBe("review");
  });

  it.each([
    [{}, "Read 9 tools from notes"],
    [{ added: 9 }, "Read 9 tools from notes"],
    [{ added: 2 }, "Read 9 tools from notes: 2 new"],
    [{ problems: [{ tool: "a", field: "annotations", message: "is a list" }] }, "Read 9 tools from notes; 1 malformed"],
  ])("does not send anybody to a review for %o", async (over, words) => {
    reports.set("notes", reportOf("notes", over));
    await scanServer(cache, "notes");
    expect(toastText()).toBe(words);
    expect(action()).toBeUndefined();
  });

  it("adds up what several servers changed", async () => {
    reports.set("notes", reportOf("notes", { changed: 2, added: 1 }));
    reports.set("mail", reportOf("mail", { removed: 1, added: 9 }));
    await scanServers(cache, ["notes", "mail"]);
    expect(toastText()).toBe("Read 18 tools from 2 servers: 2 changed, 1 gone, 1 new");
    expect(action()?.label).toBe("Review");
  });

  it("keeps the way to the review when the list was cut", async () => {
    const server: ServerView = { ...SERVER, truncation: "more than 10000 tools" };
    reports.set("notes", reportOf("notes", { server, changed: 1 }));
    await scanServer(cache, "notes");
    expect(useToast.getState().toast?.tone).toBe("info");
    expect(action()?.label).toBe("Review");
  });
});
