// Choosing the operations of an OpenAPI document, and the values that the document suggests.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { settle } from "../../../test/virtual-clock";
import type { OperationList, OperationView } from "../../backend";
import { BackendError } from "../../backend/error";
import type { OpenDialog } from "../../shared/navigation";

const operation = (name: string, method: string, path: string, over: Partial<OperationView> = {}): OperationView => ({
  name,
  method,
  path,
  tags: [],
  title: null,
  deprecated: false,
  chosen: true,
  ...over,
});
const SHOP: OperationList = {
  title: "Shop",
  version: "1.2",
  operations: [
    operation("list_orders", "GET", "/orders", { tags: ["orders"], title: "List orders" }),
    operation("cancel_order", "DELETE", "/orders/{id}", { tags: ["orders", "admin"], deprecated: true }),
    operation("ban_user", "POST", "/users/{id}/ban", { tags: ["admin"] }),
    operation("get_stats", "HEAD", "/stats"),
  ],
  baseUrls: ["https://api.example.com/v1", "https://eu.example.com/v1"],
  securitySchemes: ["apiKey", "basic"],
  problems: [],
};
const LOCATION = "https://shop.example.com/openapi.json";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("servers");
  fake.current = backend;
  backend.listOperations.mockResolvedValue(SHOP);
  backend.cancelListOperations.mockResolvedValue(null);
  backend.operationTerms.mockResolvedValue(["tag:orders", "get_stats"]);
  // No test depends on the preview.
  backend.previewServer.mockReturnValue(new Promise(() => {}));
});

async function openDialog(dialog: OpenDialog = { kind: "addServer", tab: "openApi" }) {
  const app = renderApp({ view: "servers", dialog });
  await screen.findByRole("dialog");
  return app;
}

const opener = () => screen.getByRole("button", { name: "Choose operations…" });
const counts = () => screen.getByTestId("operation-counts");
const use = () => screen.getByRole("button", { name: "Use these operations" });
const item = (name: RegExp) => screen.getByRole("treeitem", { name });
const group = (tag: string) => item(new RegExp(`^${tag} [\\d,]+ of`));
/** The check box of a group; a click elsewhere opens or closes it. */
const boxOf = (element: HTMLElement) => element.querySelector("[data-check]") as HTMLElement;
const rowTexts = () => screen.getAllByRole("treeitem").map((row) => row.textContent.replace(/\s+/g, " ").trim());
const button = (name: string) => screen.getByRole("button", { name });
const chosen = () => backend.operationTerms.mock.calls.at(-1)?.[0].operations.filter((one) => one.chosen).map(({ name }) => name);

/** Opens the dialog, and the pane for a document. */
async function requestOperations() {
  const app = await openDialog();
  await app.user.click(screen.getByTestId("openapi-location"));
  await app.user.paste(LOCATION);
  await app.user.click(opener());
  return app;
}

async function openPane() {
  const app = await requestOperations();
  await screen.findByTestId("operation-counts");
  return app;
}

describe("the operations", () => {
  it("are loaded from the document with its current terms, and the chosen ones become terms", async () => {
    const { user } = await openDialog();
    expect(opener()).toBeDisabled();
    for (const [field, value] of Object.entries({ "server-name": "papers", "openapi-location": LOCATION, operations: "tag:orders, GET /stats" })) {
      await user.click(screen.getByTestId(field));
      await user.paste(value);
    }
    expect(backend.listOperations).not.toHaveBeenCalled();
    await user.click(opener());
    const source = { kind: "openApi", location: LOCATION, operations: ["tag:orders", "GET /stats"] };
    expect(backend.listOperations).toHaveBeenCalledExactlyOnceWith({ name: "papers", source, storage: [] });
    expect(await screen.findByRole("dialog", { name: "Choose operations" })).toHaveTextContent("Shop 1.2");
    expect(screen.getByLabelText("Search operations")).toHaveFocus();
    await user.click(item(/ban_user/));
    await user.click(use());
    expect(await screen.findByRole("dialog", { name: "Add server" })).toBeVisible();
    expect(chosen()).toEqual(["list_orders", "cancel_order", "get_stats"]);
    expect(screen.getByTestId("operations")).toHaveValue("tag:orders, get_stats");
    expect(opener()).toHaveFocus();
    await user.click(screen.getByTestId("preview-server"));
    expect(backend.previewServer.mock.lastCall?.[0].source).toMatchObject({ location: LOCATION, operations: ["tag:orders", "get_stats"] });
  });

  it("are not chosen with Escape, which first empties the search field and then returns to the form", async () => {
    const { user } = await openPane();
    await user.keyboard("stats{Escape}");
    expect(screen.getByLabelText("Search operations")).toHaveValue("");
    await user.click(button("Choose none"));
    await user.keyboard("{Escape}");
    expect(screen.getByTestId("openapi-location")).toHaveValue(LOCATION);
    expect(screen.getByTestId("operations")).toHaveValue("");
    expect(opener()).toHaveFocus();
    expect(backend.operationTerms).not.toHaveBeenCalled();
  });

  it("that do not arrive are not waited for", async () => {
    let release: (list: OperationList) => void = () => {};
    backend.listOperations.mockReturnValueOnce(new Promise((resolve) => (release = resolve)));
    const { user } = await requestOperations();
    const pane = within(screen.getByTestId("operations-pane"));
    expect(pane.getByRole("progressbar", { name: "Loading the document…" })).toBeVisible();
    expect(pane.getByRole("status")).toHaveTextContent(LOCATION);
    expect(await violations()).toEqual([]);
    expect(backend.cancelListOperations).not.toHaveBeenCalled();
    await user.click(pane.getByRole("button", { name: "Back" }));
    expect(backend.cancelListOperations).toHaveBeenCalledOnce();
    await act(async () => {
      release(SHOP);
      await settle();
    });
    expect(screen.queryByTestId("operations-pane")).toBeNull();
    expect(screen.queryByRole("group", { name: /^URLs in the document/ })).toBeNull();
  });

  it("that cannot be loaded are an error with a hint, and can be loaded again", async () => {
    backend.listOperations.mockRejectedValueOnce(new BackendError("invalid", "the server answered 404", "Check the address."));
    const { user } = await requestOperations();
    const pane = screen.getByTestId("operations-pane");
    await waitFor(() => expect(pane).toHaveTextContent("The server answered 404. Check the address."));
    expect(await violations()).toEqual([]);
    await user.click(within(pane).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(counts()).toHaveTextContent("4 of 4 operations become tools."));
  });

  it("whose terms cannot be made stay chosen", async () => {
    backend.operationTerms.mockRejectedValueOnce(new BackendError("internal", "the disk is full", ""));
    const { user } = await openPane();
    await user.click(use());
    expect(await screen.findByText("The disk is full.")).toBeVisible();
    expect(counts()).toHaveTextContent("4 of 4");
  });

  it("can be none, with the problems of the document", async () => {
    backend.listOperations.mockResolvedValue({ ...SHOP, operations: [], problems: [{ tool: "", field: "paths", message: "is not an object\u202e" }] });
    await requestOperations();
    expect(await screen.findByTestId("document-problems")).toHaveTextContent("paths is not an objectU+202E");
    expect(screen.queryByRole("button", { name: "Use these operations" })).toBeNull();
  });

  it("of a server are loaded at once when its dialog opens with them", async () => {
    backend.amend("catalog", (catalog) => ({
      ...catalog,
      servers: catalog.servers.map((server) => (server.name === "shop" ? { ...server, connection: { ...server.connection, operations: ["tag:orders"] } } : server)),
    }));
    const { user } = await openDialog({ kind: "editServer", server: "shop", choosesOperations: true });
    expect(await screen.findByTestId("operation-counts")).toBeVisible();
    const source = { kind: "openApi", location: "/home/anna/shop.yaml", operations: ["tag:orders"] };
    expect(backend.listOperations).toHaveBeenCalledExactlyOnceWith({ name: "shop", source, storage: [] });
    await user.click(use());
    await waitFor(() => expect(screen.getByTestId("operations")).toHaveValue("tag:orders, get_stats"));
    expect(screen.getByRole("dialog", { name: "Edit shop" })).toBeVisible();
    expect(opener()).toHaveFocus();
  });
});

describe("the tree", () => {
  it("has a group for each tag with a check box of three states, and an operation under each of its tags", async () => {
    const { user } = await openPane();
    expect(rowTexts()).toEqual([
      "admin 2 of 2",
      "DELETE /orders/{id} deprecated cancel_order",
      "POST /users/{id}/ban ban_user",
      "orders 2 of 2",
      "GET /orders list_orders List orders",
      "DELETE /orders/{id} deprecated cancel_order",
      "Other operations 1 of 1",
      "HEAD /stats get_stats",
    ]);
    await user.click(screen.getAllByRole("treeitem", { name: /cancel_order/ })[0] as HTMLElement);
    for (const tag of ["admin", "orders"]) expect(group(tag)).toHaveAttribute("aria-checked", "mixed");
    for (const row of screen.getAllByRole("treeitem", { name: /cancel_order/ })) expect(row).toHaveAttribute("aria-checked", "false");
    expect(counts()).toHaveTextContent("3 of 4 operations become tools.");
    await user.click(boxOf(group("admin")));
    expect(group("admin")).toHaveAttribute("aria-checked", "true");
    expect(counts()).toHaveTextContent("4 of 4");
    await user.click(boxOf(group("admin")));
    expect(group("admin")).toHaveAttribute("aria-checked", "false");
    expect(group("orders")).toHaveAttribute("aria-checked", "mixed");
    expect(await violations()).toEqual([]);
    await user.click(group("admin"));
    expect(group("admin")).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByRole("treeitem", { name: /ban_user/ })).toBeNull();
    await user.click(use());
    expect(chosen()).toEqual(["list_orders", "get_stats"]);
  });

  it("is used with the keyboard", async () => {
    const { user } = await openPane();
    const tree = screen.getByRole("tree", { name: "Operations by tag" });
    const active = () => document.getElementById(tree.getAttribute("aria-activedescendant") ?? "");
    act(() => tree.focus());
    expect(active()).toBe(group("admin"));
    await user.keyboard("{ArrowLeft}");
    expect(group("admin")).toHaveAttribute("aria-expanded", "false");
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowDown}");
    expect(active()).toBe(item(/ban_user/));
    await user.keyboard(" ");
    expect(active()).toHaveAttribute("aria-checked", "false");
    await user.keyboard("{ArrowLeft}");
    expect(active()).toBe(group("admin"));
    expect(active()).toHaveAttribute("aria-checked", "mixed");
    await user.keyboard(" {Enter}{End}");
    expect(group("admin")).toHaveAttribute("aria-checked", "true");
    expect(group("admin")).toHaveAttribute("aria-expanded", "false");
    expect(active()).toBe(item(/get_stats/));
    await user.keyboard("{Enter}");
    expect(counts()).toHaveTextContent("3 of 4");
  });

  it("shows hidden characters of the document as codes", async () => {
    const hidden = operation("list\u202e", "GET", "/a\u202eb", { tags: ["t\u202e"], title: "x\u202e" });
    backend.listOperations.mockResolvedValue({ ...SHOP, title: "A\u202e", operations: [hidden] });
    await openPane();
    expect(screen.getByTestId("operations-pane").textContent).not.toContain("\u202e");
    expect(item(/list/)).toHaveTextContent("/aU+202Eb");
    expect(counts()).toHaveTextContent("1 of 1 operation becomes a tool.");
  });

  it("of 20,000 operations starts closed and renders only visible rows", async () => {
    const operations = Array.from({ length: 20_000 }, (_, index) => operation(`op_${index}`, "GET", `/${index}`, { tags: [index % 2 ? "odd" : "even"] }));
    backend.listOperations.mockResolvedValue({ ...SHOP, operations });
    const { user } = await openPane();
    expect(rowTexts()).toEqual([expect.stringMatching(/^even 10,000 of 10,000/), expect.stringMatching(/^odd 10,000 of 10,000/)]);
    await user.click(group("even"));
    expect(screen.getAllByRole("treeitem").length).toBeLessThan(60);
    expect(item(/op_4 ?$/)).toHaveAttribute("aria-setsize", "10000");
    await user.type(screen.getByLabelText("Search operations"), "op_1999");
    await waitFor(() => expect(counts()).toHaveTextContent("20,000 of 20,000 operations become tools. 11 found."));
    expect(screen.getAllByRole("treeitem")).toHaveLength(13);
    await user.clear(screen.getByLabelText("Search operations"));
    await waitFor(() => expect(group("even")).toHaveAttribute("aria-expanded", "true"));
    await user.click(group("even"));
    expect(group("odd")).toHaveAttribute("aria-expanded", "false");
  });
});

describe("the buttons", () => {
  it("choose all, none, or only what reads", async () => {
    const { user } = await openPane();
    await user.click(button("Choose only reads"));
    expect(counts()).toHaveTextContent("2 of 4");
    await user.click(button("Choose all"));
    expect(counts()).toHaveTextContent("4 of 4");
    await user.click(button("Choose none"));
    expect(counts()).toHaveTextContent("0 of 4");
    expect(use()).toHaveAttribute("aria-disabled", "true");
    expect(use()).toHaveAccessibleDescription("Choose at least one operation.");
    await user.click(use());
    expect(backend.operationTerms).not.toHaveBeenCalled();
  });

  it("choose what a search found, and a group in it only its found operations", async () => {
    const { user } = await openPane();
    await user.click(button("Choose none"));
    await user.type(screen.getByLabelText("Search operations"), "orders");
    await waitFor(() => expect(counts()).toHaveTextContent("2 found."));
    expect(rowTexts()).toEqual([
      "admin 0 of 1 found",
      "DELETE /orders/{id} deprecated cancel_order",
      "orders 0 of 2 found",
      "GET /orders list_orders List orders",
      "DELETE /orders/{id} deprecated cancel_order",
    ]);
    await user.click(boxOf(group("admin")));
    expect(counts()).toHaveTextContent("1 of 4");
    await user.click(button("Choose all found"));
    expect(counts()).toHaveTextContent("2 of 4 operations become tools. 2 found.");
    expect(await violations()).toEqual([]);
    await user.type(screen.getByLabelText("Search operations"), "zzz");
    expect(await screen.findByText("No matching operations")).toBeVisible();
    expect(button("Choose all found")).toBeDisabled();
  });

  it("show what the choice means for new operations", async () => {
    const { user } = await openPane();
    const meaning = () => screen.getByTestId("choice-meaning");
    expect(meaning()).toHaveTextContent("New operations become tools too.");
    expect(group("orders")).not.toHaveTextContent("New operations");
    await user.click(item(/get_stats/));
    expect(meaning()).toHaveTextContent("New operations become tools only in tags chosen as a whole.");
    expect(group("orders")).toHaveTextContent("New operations with this tag become tools too");
    await user.click(boxOf(group("orders")));
    expect(group("orders")).not.toHaveTextContent("New operations");
    expect(meaning()).toHaveTextContent("New operations do not become tools.");
  });
});

describe("values of the document", () => {
  const suggested = (title: RegExp) => screen.queryByRole("group", { name: title });

  it("are suggested as base URL and credentials, and used only on request", async () => {
    const { user } = await openPane();
    await user.click(button("Back"));
    const baseUrl = screen.getByTestId("base-url");
    expect(baseUrl).toHaveValue("");
    expect(within(suggested(/^URLs in the document/) as HTMLElement).getAllByRole("button")).toHaveLength(2);
    expect(await violations()).toEqual([]);
    await user.click(button("Use https://eu.example.com/v1"));
    expect(baseUrl).toHaveValue("https://eu.example.com/v1");
    expect(baseUrl).toHaveFocus();
    expect(suggested(/^URLs in the document/)).toBeNull();
    expect(screen.queryByLabelText("Name of credential 1")).toBeNull();
    await user.click(button("Add basic"));
    expect(screen.getByLabelText("Name of credential 1")).toHaveValue("basic");
    expect(screen.getByLabelText("Value of basic")).toHaveFocus();
    expect(screen.getByLabelText("Value of basic")).toHaveAttribute("type", "password");
    expect(within(suggested(/^Security schemes/) as HTMLElement).getAllByRole("button").map((one) => one.textContent)).toEqual(["apiKey"]);
    expect(await violations()).toEqual([]);
  });

  it("are not suggested for another document", async () => {
    const { user } = await openPane();
    await user.click(button("Back"));
    expect(suggested(/^URLs in the document/)).not.toBeNull();
    await user.type(screen.getByTestId("openapi-location"), "x");
    expect(suggested(/^URLs in the document/)).toBeNull();
  });
});
