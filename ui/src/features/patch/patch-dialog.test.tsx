// Writing decisions into a source: preview, exclusions, the state of Git, comparison after a scan, removal of decisions.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import type { PatchedTool, PatchInput, PatchPreview } from "../../backend";

const FOLDER = "/home/anna/project";

const tool = (name: string, change: Partial<PatchedTool> = {}): PatchedTool => ({
  tool: name,
  state: "changed",
  places: [`server.py:${name.length}`],
  framework: "FastMCP",
  changes: [{ field: "read-only", before: null, after: "true", because: "the name starts with *get*" }],
  remarks: [],
  ...change,
});
const unwritten = (name: string, state: PatchedTool["state"], change: Partial<PatchedTool> = {}): PatchedTool =>
  tool(name, { state, places: [], framework: null, changes: [], ...change });

const TOOLS: readonly PatchedTool[] = [
  tool("get_note"),
  tool("get_day", { changes: [{ field: "title", before: "Day", after: "Show a day\u202e", because: "decided by anna" }] }),
  tool("list_notes", { state: "upToDate", changes: [] }),
  unwritten("lost", "notFound"),
  unwritten("twice", "ambiguous", { places: ["a.py:1", "b.py:2"] }),
  unwritten("made", "generated", { remarks: ["the name is computed from a loop"] }),
  unwritten("odd", "refused", { remarks: ["the annotations are a variable"] }),
];
const DIFFERENCE = "--- a/server.py\n+++ b/server.py\n@@ -4 +4 @@\n-@mcp.tool()\n+@mcp.tool(annotations={\"readOnlyHint\": True})\n";

const preview = (change: Partial<PatchPreview> = {}): PatchPreview => ({
  folder: FOLDER,
  files: [{ path: "server.py", difference: DIFFERENCE, seen: "5ee" }],
  tools: [...TOOLS],
  warnings: ["pyproject.toml: mcp 1.0 may be installed"],
  workTree: { root: FOLDER, branch: "main", isDirty: false },
  ...change,
});

/** A patch without the tools that the user excluded. */
function answer(input: PatchInput, whole: PatchPreview): PatchPreview {
  const excluded = new Set(input.excluded);
  const tools = whole.tools.map((one) => (excluded.has(one.tool) ? { ...one, state: "excluded" as const } : one));
  return { ...whole, tools, files: tools.some(({ state }) => state === "changed") ? whole.files : [] };
}

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("servers");
  fake.current = backend;
  await backend.prepare("scanServer", { server: "notes" });
  respond(preview());
});
const respond = (whole: PatchPreview) => backend.previewPatch.mockImplementation(async (input) => answer(input, whole));

async function openDialog() {
  const app = renderApp({ view: "servers", dialog: { kind: "patch", server: "notes" } });
  await screen.findByTestId("patch-dialog");
  return app;
}
async function openPreview() {
  const app = await openDialog();
  await app.user.click(screen.getByRole("button", { name: "Choose…" }));
  await screen.findByTestId("patch-sum");
  return app;
}
const write = () => screen.getByTestId("write-patch");
const commit = () => screen.getByTestId("commit-patch");
const INPUT = { server: "notes", folder: FOLDER, environment: null, inferred: false, tests: false, excluded: [] };
const SEEN = [{ path: "server.py", seen: "5ee" }];

describe("the preview", () => {
  it("opens from the details of a server whose source a person writes", async () => {
    const { user } = renderApp({ view: "servers" });
    const row = async (name: string) => user.click((await screen.findByTestId(`server-${name}`)).querySelector("[data-name]") as HTMLElement);
    await row("shop");
    expect(screen.queryByTestId("write-to-source")).toBeNull();
    await row("notes");
    await user.click(screen.getByTestId("write-to-source"));
    expect(await screen.findByRole("dialog", { name: "Write decisions to the source of notes" })).toBeVisible();
    expect(screen.getByTestId("patch-folder")).toHaveFocus();
    expect(write()).toBeDisabled();
    expect(backend.previewPatch).not.toHaveBeenCalled();
    expect(await violations()).toEqual([]);
  });

  it("shows each tool with its place and reasons, and those that cannot be written apart", async () => {
    await openPreview();
    expect(backend.previewPatch).toHaveBeenCalledExactlyOnceWith(INPUT);
    expect(screen.getByTestId("patch-sum")).toHaveTextContent("2 tools in 1 file");
    const [first, second] = screen.getAllByTestId("patched-tool");
    expect(first).toHaveTextContent("get_noteserver.py:8FastMCPRead-onlynot declaredbecomes truethe name starts with get");
    expect(second).toHaveTextContent("TitleDaybecomes Show a dayU+202E");
    expect(screen.getByText("The source already declares the values of 1 other tool.")).toBeVisible();
    expect(screen.getAllByTestId("unwritten-tool").map(({ textContent }) => textContent)).toEqual([
      "lostNot found in the source",
      "twiceSeveral places register this toola.py:1, b.py:2",
      "madeThe name is computed when the server runsthe name is computed from a loop",
      "oddThis place cannot be editedthe annotations are a variable",
    ]);
    expect(screen.getByTestId("patched-file")).toHaveTextContent("server.py+1−1");
    expect(screen.getByRole("region", { name: "Changes to server.py" })).toBeVisible();
    expect(screen.getByText(/mcp 1\.0 may be installed/)).toBeVisible();
    expect(screen.getByTestId("work-tree")).toHaveTextContent(`Work tree: ${FOLDER}Branch: main`);
    expect(await violations()).toEqual([]);
  });

  it("reports progress while it searches, and an error", async () => {
    const { BackendError } = await import("../../backend/error");
    let refuse: (why: unknown) => void = () => {};
    backend.previewPatch.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
    const { user } = await openDialog();
    await user.type(screen.getByTestId("patch-folder"), `${FOLDER}{Enter}`);
    expect(await screen.findByRole("progressbar", { name: "Search of the source" })).toBeVisible();
    expect(write()).toBeDisabled();
    await act(async () => refuse(new BackendError("file", "the folder does not exist", "Give the folder.")));
    expect(await within(screen.getByTestId("patch-dialog")).findByRole("alert")).toHaveTextContent("The folder does not exist. Give the folder.");
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("is repeated for inferred hints, for a test and for another environment", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, environments: ["prod"] }));
    const { user } = await openPreview();
    await user.click(screen.getByRole("checkbox", { name: /^Also write inferred hints/ }));
    await waitFor(() => expect(backend.previewPatch).toHaveBeenLastCalledWith({ ...INPUT, inferred: true }));
    await user.click(screen.getByRole("checkbox", { name: /^Also write a test/ }));
    await waitFor(() => expect(backend.previewPatch).toHaveBeenLastCalledWith({ ...INPUT, inferred: true, tests: true }));
    await user.selectOptions(screen.getByLabelText("Environment"), "prod");
    await waitFor(() => expect(backend.previewPatch).toHaveBeenLastCalledWith({ ...INPUT, inferred: true, tests: true, environment: "prod" }));
  });

  it("explains that there is nothing to write", async () => {
    respond(preview({ tools: [], files: [] }));
    const { user } = await openPreview();
    expect(screen.getByTestId("patch-sum")).toHaveTextContent(/no hint or title of this server is decided/);
    respond(preview({ tools: [tool("list_notes", { state: "upToDate", changes: [] })], files: [] }));
    await user.click(screen.getByRole("checkbox", { name: /^Also write inferred hints/ }));
    await waitFor(() => expect(screen.getByTestId("patch-sum")).toHaveTextContent("the source needs no changes"));
    expect(write()).toBeDisabled();
    expect(commit()).toBeDisabled();
  });

  it("shows the first hundred tools, and all on request", async () => {
    respond(preview({ tools: Array.from({ length: 120 }, (_, at) => tool(`get_${at}`)) }));
    const { user } = await openPreview();
    expect(screen.getAllByTestId("patched-tool")).toHaveLength(100);
    await user.click(screen.getByRole("button", { name: "Show all 120" }));
    expect(screen.getAllByTestId("patched-tool")).toHaveLength(120);
  });
});

describe("writing", () => {
  beforeEach(() => {
    backend.writePatch.mockImplementation(async ({ branch }) => ({
      files: [`${FOLDER}/server.py`],
      tools: 2,
      commit: branch ? "0123456789abcdef" : null,
      description: "| tool | value |",
    }));
  });

  it("leaves out the tools that the user clears, after a new preview", async () => {
    const { user } = await openPreview();
    await user.click(screen.getByRole("checkbox", { name: "get_note" }));
    expect(screen.getByRole("checkbox", { name: "get_note" })).not.toBeChecked();
    await waitFor(() => expect(screen.getByTestId("patch-sum")).toHaveTextContent("1 tool in 1 file"));
    expect(screen.getByRole("checkbox", { name: "get_day" })).toBeChecked();
    await user.click(write());
    const patch = { ...INPUT, excluded: ["get_note"] };
    expect(backend.writePatch).toHaveBeenCalledExactlyOnceWith({ patch, seen: SEEN, allowDirty: false, allowNoVcs: false, branch: null });
    expect(await screen.findByTestId("written-patch")).toHaveTextContent(`1 file changed${FOLDER}/server.py`);
  });

  it("with every tool cleared is not possible", async () => {
    const { user } = await openPreview();
    for (const name of ["get_note", "get_day"]) await user.click(screen.getByRole("checkbox", { name }));
    await waitFor(() => expect(screen.getByTestId("patch-sum")).toHaveTextContent("the source needs no changes"));
    expect(write()).toBeDisabled();
    await user.click(screen.getByRole("checkbox", { name: "get_day" }));
    await waitFor(() => expect(write()).toBeEnabled());
  });

  it("needs a confirmation while changes are not committed", async () => {
    respond(preview({ workTree: { root: FOLDER, branch: null, isDirty: true } }));
    const { user } = await openPreview();
    expect(screen.getByTestId("work-tree")).toHaveTextContent("Branch: none checked out");
    expect(write()).toBeDisabled();
    expect(commit()).toBeDisabled();
    await user.click(screen.getByRole("checkbox", { name: "Write although changes are not committed" }));
    expect(commit()).toBeEnabled();
    await user.click(write());
    expect(backend.writePatch.mock.calls[0]?.[0]).toMatchObject({ allowDirty: true, allowNoVcs: false });
  });

  it("needs a confirmation without a repository, and offers no branch", async () => {
    respond(preview({ workTree: null }));
    const { user } = await openPreview();
    expect(write()).toBeDisabled();
    expect(screen.queryByTestId("patch-branch")).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Write without version control" }));
    expect(commit()).toBeDisabled();
    await user.click(write());
    expect(backend.writePatch.mock.calls[0]?.[0]).toMatchObject({ allowDirty: false, allowNoVcs: true });
  });

  it("can commit on a new branch", async () => {
    const { user } = await openPreview();
    await user.clear(screen.getByTestId("patch-branch"));
    expect(commit()).toBeDisabled();
    await user.type(screen.getByTestId("patch-branch"), " hints ");
    await user.click(commit());
    expect(backend.writePatch.mock.calls[0]?.[0]).toMatchObject({ branch: "hints" });
    expect(await screen.findByTestId("written-patch")).toHaveTextContent("Committed as 0123456789 on the branch hints");
  });

  it("shows why it failed, and a new preview", async () => {
    const { BackendError } = await import("../../backend/error");
    backend.writePatch.mockRejectedValueOnce(new BackendError("conflict", "server.py has changed since it was shown", "Review the preview again."));
    const { user } = await openPreview();
    backend.previewPatch.mockClear();
    await user.click(write());
    expect(await within(screen.getByTestId("patch-dialog")).findByRole("alert")).toHaveTextContent("server.py has changed since it was shown. Review the preview again.");
    await waitFor(() => expect(backend.previewPatch).toHaveBeenCalledOnce());
    await waitFor(() => expect(write()).toBeEnabled());
  });
});

describe("afterwards", () => {
  const agreeing = [{ tool: "get_note", field: "read-only", decided: "true", declared: "true" }];
  const differing = [{ tool: "get_day", field: "title", decided: "Show a day", declared: null }];

  it("the server is scanned again, and its declarations are compared with the decisions", async () => {
    backend.writePatch.mockResolvedValue({ files: [`${FOLDER}/server.py`], tools: 2, commit: null, description: "| tool | value |" });
    backend.compareDeclared.mockResolvedValue({ agreeing, differing });
    let scans = 0;
    backend.amend("catalog", (catalog) => ({
      ...catalog,
      servers: catalog.servers.map((server) => (server.name === "notes" && scans > 0 ? { ...server, scannedAt: "2026-10-01T10:00:00Z" } : server)),
    }));
    backend.scanServer.mockImplementation(async ({ server }) => {
      scans += 1;
      const view = (await backend.catalog()).servers.find(({ name }) => name === server);
      if (!view) throw new Error("no such server");
      return { server: view, added: 0, changed: 0, removed: 0, changes: [], problems: [] };
    });
    const { user } = await openPreview();
    await user.click(write());
    expect(await screen.findByRole("button", { name: "Copy pull request description" })).toBeVisible();
    expect(screen.queryByTestId("declared-sum")).toBeNull();
    await user.click(screen.getByTestId("scan-patched"));
    await waitFor(() => expect(screen.getByTestId("declared-sum")).toHaveTextContent("The server declares 1 of 2 decisions itself."));
    expect(screen.getByRole("table", { name: "Decisions and declared values" })).toHaveAttribute("aria-rowcount", "3");
    expect(await violations()).toEqual([]);
  });

  it("decisions that the server declares itself are removed after a preview, with undo", async () => {
    backend.compareDeclared.mockResolvedValue({ agreeing, differing: [] });
    backend.previewRetire.mockResolvedValue({ decisions: agreeing, askedAgain: ["get_note"] });
    backend.retire.mockResolvedValue({ changed: 1, entry: 7 });
    backend.undo.mockResolvedValue({ entry: 8, summary: "Removed 1 decision" });
    const { user } = await openDialog();
    await user.click(screen.getByRole("button", { name: "Compare with the last scan" }));
    await user.click(await screen.findByTestId("open-retire"));
    expect(await screen.findByText(/will ask about 1 tool again/)).toHaveTextContent("get_note");
    expect(backend.retire).not.toHaveBeenCalled();
    expect(await violations()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove 1 decision" }));
    expect(backend.retire).toHaveBeenCalledExactlyOnceWith({ server: "notes" });
    const toast = within(await screen.findByTestId("toast"));
    expect(toast.getByText("Removed 1 decision that notes declares itself")).toBeVisible();
    expect(await screen.findByTestId("declared-sum")).toBeVisible();
    await user.click(toast.getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledExactlyOnceWith({ entry: 7 }));
  });
});
