// Export page: targets, options, report, writing, replacing, copying, and applying a file.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint, exportOf, keyOf, ruleOf } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { resetStores } from "../../../test/reset-stores";
import type { ExportInput, ExportPreview, ExportProgress, ToolReport } from "../../backend";
import { BackendError } from "../../backend/error";

const NOTE = "home_notes_get_note";
const DELETE = "home_notes_delete_note";
const FILE = "/home/anna/hintsmith.json";
let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("export");
  fake.current = backend;
  await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
  await backend.prepare("addEnvironment", { name: "staging", copyOf: null });
  await backend.prepare("buildToolset", { name: "daily", description: null, tools: { by: "tools", tools: [keyOf(NOTE)] }, activate: false });
  await backend.prepare("decide", decideHint(NOTE, "readOnly", true));
  const titled = decideHint(NOTE, "readOnly", null, { environment: "prod", decisions: [{ field: "title", value: "Read a note" }] });
  await backend.prepare("decide", titled);
});
/** Writes a file into the home folder, as another program would. */
const writeFile = (name: string, text: string, bytes: number[] = []) => backend.prepare("writeFile", { path: `/home/anna/${name}`, text, bytes });

async function renderExport(target?: string) {
  const app = renderApp({ view: "export" });
  await screen.findByTestId("file-state");
  if (target) {
    await app.user.click(option(target));
    await screen.findByRole("heading", { name: target });
    await screen.findByTestId("file-state");
  }
  return app;
}
const options = () => within(screen.getByTestId("targets")).getAllByRole("option");
const option = (name: string) => screen.getByRole("option", { name: new RegExp(`^${name}`) });
const lastRequest = (): ExportInput | undefined => backend.previewExport.mock.lastCall?.[0];
const environment = () => screen.getByTestId("export-environment");
const writable = () => waitFor(() => expect(screen.getByTestId("export-write")).toBeEnabled());

describe("the target picker", () => {
  it("lists the targets by kind, with format and description", async () => {
    await renderExport();
    const groups = within(screen.getByRole("listbox", { name: "Targets" })).getAllByRole("group");
    expect(groups.map((group) => group.getAttribute("aria-labelledby")).map((id) => document.getElementById(id ?? "")?.textContent)).toEqual([
      "Hintsmith",
      "Gateways",
      "Clients",
      "Documents",
    ]);
    expect(option("Docker")).toHaveTextContent("Docker MCP GatewayYAMLOffers the tools of a toolset and hides the others");
    expect(option("Hintsmith")).toHaveAttribute("aria-selected", "true");
  });

  it("filters by text, and Enter selects the first match", async () => {
    const app = await renderExport();
    const all = options().length;
    await app.user.type(screen.getByTestId("filter-targets"), "approval toml");
    expect(options()).toHaveLength(1);
    await app.user.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { name: "Codex" })).toBeVisible();
    await app.user.keyboard("{Escape}");
    expect(options()).toHaveLength(all);
    await app.user.type(screen.getByTestId("filter-targets"), "nothing like it");
    expect(screen.getByText("No matching targets")).toBeVisible();
  });

  it("moves with the arrow keys, and selects only with Enter or Space", async () => {
    const app = await renderExport();
    await app.user.click(screen.getByTestId("filter-targets"));
    await app.user.keyboard("{ArrowDown}");
    expect(option("Hintsmith")).toHaveFocus();
    await app.user.keyboard("{ArrowDown}{ArrowDown}");
    expect(option("ToolHive MCPToolConfig")).toHaveFocus();
    expect(option("Hintsmith")).toHaveAttribute("aria-selected", "true");
    await app.user.keyboard("{End}");
    expect(option("Code for the author")).toHaveFocus();
    await app.user.keyboard("{ArrowUp} ");
    expect(option("CSV")).toHaveAttribute("aria-selected", "true");
    expect(options().filter((one) => one.tabIndex === 0)).toEqual([option("CSV")]);
  });

  it("remembers the last target, and the options of each target", async () => {
    const app = await renderExport("Claude Code");
    await app.user.click(screen.getByRole("switch", { name: "Deny destructive tools" }));
    await app.user.selectOptions(environment(), "prod");
    await app.user.click(option("Codex"));
    await screen.findByRole("heading", { name: "Codex" });
    expect(screen.getByRole("switch", { name: "Deny destructive tools" })).not.toBeChecked();
    await app.user.click(option("Claude Code"));
    await screen.findByRole("heading", { name: "Claude Code" });
    app.unmount();
    resetStores();
    await renderExport();
    expect(option("Claude Code")).toHaveAttribute("aria-selected", "true");
    expect(screen.getByRole("switch", { name: "Deny destructive tools" })).toBeChecked();
    expect(environment()).toHaveValue("prod");
    expect(lastRequest()).toMatchObject({ target: "claude-code", denyDestructive: true, environment: "prod" });
  });

  it("ignores invalid stored values", async () => {
    localStorage.setItem("hintsmith.export", '{"target": 3, "choices": {"hintsmith": {"environment": ["x"]}}}');
    await renderExport();
    expect(option("Hintsmith")).toHaveAttribute("aria-selected", "true");
    expect(lastRequest()).toMatchObject({ target: "hintsmith", environment: null });
  });

  it("shows an error when the targets could not be loaded, and retries", async () => {
    backend.targets.mockRejectedValueOnce(new BackendError("internal", "it broke", "Try again."));
    const app = renderApp({ view: "export" });
    await screen.findByText("Could not load the export targets");
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByTestId("file-state")).toBeVisible();
  });
});

describe("the options", () => {
  it("offers only the environment for the hintsmith.json file: everything, the base, or one environment", async () => {
    const app = await renderExport();
    expect(within(environment()).getAllByRole("option").map((one) => one.textContent)).toEqual([
      "Everything (base and all environments)",
      "base",
      "prod",
      "staging",
    ]);
    expect(screen.queryByTestId("export-toolset")).toBeNull();
    expect(screen.queryByRole("switch")).toBeNull();
    expect(lastRequest()).toEqual({
      target: "hintsmith",
      environment: null,
      toolset: null,
      reviewedOnly: false,
      notes: true,
      denyDestructive: false,
      path: null,
      seen: [],
    });
    await app.user.selectOptions(environment(), "base");
    await waitFor(() => expect(lastRequest()).toMatchObject({ environment: "base" }));
  });

  it("offers environment, toolset and contents, as far as the target supports them", async () => {
    const app = await renderExport("ToolHive vMCP");
    expect(within(environment()).getAllByRole("option").map((one) => one.textContent)).toEqual(["base", "prod", "staging"]);
    await app.user.selectOptions(screen.getByTestId("export-toolset"), "daily");
    await app.user.click(screen.getByRole("switch", { name: "Only reviewed tools" }));
    await app.user.click(screen.getByRole("switch", { name: "Notes in descriptions" }));
    await waitFor(() => expect(lastRequest()).toMatchObject({ toolset: "daily", reviewedOnly: true, notes: false }));
    expect(screen.queryByRole("switch", { name: "Deny destructive tools" })).toBeNull();
    await app.user.click(option("Claude Code"));
    await screen.findByRole("switch", { name: "Deny destructive tools" });
    expect(screen.queryByRole("switch", { name: "Notes in descriptions" })).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it("ignores a saved toolset or environment that no longer exists", async () => {
    const missing = { environment: "gone", toolset: "gone" };
    localStorage.setItem("hintsmith.export", JSON.stringify({ target: "docker", choices: { docker: missing } }));
    await renderExport();
    expect(lastRequest()).toMatchObject({ target: "docker", environment: "base", toolset: null });
    expect(screen.getByTestId("export-toolset")).toHaveDisplayValue("All tools");
  });

  it("keeps the previous preview visible, dimmed, until the new one has loaded", async () => {
    const app = await renderExport("ToolHive vMCP");
    await writable();
    let answer = (_: ExportPreview) => {};
    const next = await backend.previewExport({ ...(lastRequest() as ExportInput), environment: "prod" });
    backend.previewExport.mockReturnValueOnce(new Promise((done) => (answer = done)));
    await app.user.selectOptions(environment(), "prod");
    expect(screen.getByTestId("export-report")).toBeVisible();
    expect(screen.getByTestId("file-state").closest("[aria-busy=true]")).not.toBeNull();
    expect(screen.getByTestId("export-write")).toBeDisabled();
    answer(next);
    await writable();
    expect(screen.getByTestId("file-state").closest("[aria-busy=true]")).toBeNull();
    expect(screen.getByText(/Read a note/)).toBeVisible();
  });
});

describe("a preview that takes a while", () => {
  /** Lets the next preview run until the test ends it; the preview of another choice is answered as usual. */
  function delayPreview() {
    let end = () => {};
    backend.previewExport.mockImplementationOnce(async () => {
      await new Promise<void>((done) => (end = done));
      throw new BackendError("cancelled", "the preview was cancelled", "");
    });
    backend.cancelPreview.mockImplementation(async () => {
      end();
      return null;
    });
  }

  it("shows its progress, can be cancelled, and started again", async () => {
    delayPreview();
    const app = renderApp({ view: "export" });
    await screen.findByTestId("export-environment");
    expect(screen.queryByTestId("preview-progress")).toBeNull();
    expect(await screen.findByRole("progressbar", { name: "Preview progress" })).toBeVisible();
    expect(await violations()).toEqual([]);
    await app.user.click(screen.getByTestId("cancel-preview"));
    expect(backend.cancelPreview).toHaveBeenCalledOnce();
    expect(await screen.findByRole("heading", { name: "Preview cancelled" })).toBeVisible();
    expect(screen.queryByTestId("toast")).toBeNull();
    await app.user.click(screen.getByTestId("retry-preview"));
    await writable();
    expect(backend.cancelPreview).toHaveBeenCalledOnce();
  });

  it("shows what it is doing, and how many tools are collected", async () => {
    delayPreview();
    let report = (_: ExportProgress) => {};
    fake.current = { ...backend, onPreviewProgress: (cb: typeof report) => ((report = cb), () => {}) };
    renderApp({ view: "export" });
    const bar = await screen.findByRole("progressbar", { name: "Preview progress" });
    expect(bar).not.toHaveAttribute("aria-valuenow");
    act(() => report({ stage: "collecting", done: 30, total: 120 }));
    expect(bar).toHaveAttribute("aria-valuenow", "25");
    act(() => report({ stage: "comparing", done: 120, total: 120 }));
    expect(screen.getByTestId("preview-progress")).toHaveTextContent("Comparing with the file on disk…");
  });

  it("is cancelled before the preview of another choice starts", async () => {
    delayPreview();
    const calls: string[] = [];
    const app = renderApp({ view: "export" });
    await screen.findByTestId("preview-progress");
    const cancel = backend.cancelPreview.getMockImplementation() as () => Promise<null>;
    backend.cancelPreview.mockImplementation(async () => {
      await new Promise((done) => setTimeout(done, 20));
      calls.push("cancelled");
      return cancel();
    });
    backend.amend("previewExport", (preview) => {
      calls.push("previewed");
      return preview;
    });
    await app.user.selectOptions(environment(), "base");
    await writable();
    expect(calls).toEqual(["cancelled", "previewed"]);
    expect(screen.queryByTestId("preview-progress")).toBeNull();
  });

  it("is cancelled when the page is left", async () => {
    backend.tool.mockReturnValue(new Promise(() => {}));
    delayPreview();
    const app = renderApp({ view: "export" });
    await screen.findByTestId("preview-progress");
    expect(backend.cancelPreview).not.toHaveBeenCalled();
    await app.user.click(screen.getByTestId("nav-all"));
    await waitFor(() => expect(backend.cancelPreview).toHaveBeenCalledOnce());
  });
});

describe("the report", () => {
  const rows = () => within(screen.getByTestId("export-report")).getAllByRole("listitem").map((row) => row.textContent);

  it("lists every tool once, with the fields that are left out, changed or kept", async () => {
    await renderExport("ToolHive vMCP");
    const tally = screen.getByTestId("export-tally");
    expect(tally).toHaveTextContent("2 tools0 exported in full2 exported in part");
    expect(tally).toHaveTextContent("Written unchanged: read-only (2 tools), title (2 tools), destructive (1 tool).");
    expect(tally).toHaveTextContent("Left out: open-world (2 tools), idempotent (1 tool).");
    expect(screen.getByTestId("export-state")).toHaveTextContent("Will create this file · 2 tools: 2 in part");
    expect(rows()).toEqual([
      "Exported in part 2",
      "demo.home_notes_get_noteOpen-world left out: No is only inferred and would loosen the tool; decide it to export itRead-only, title",
      "demo.home_notes_delete_noteIdempotent left out: Yes is only inferred and would loosen the tool; decide it to export itOpen-world left out: No is only inferred and would loosen the tool; decide it to export itRead-only, destructive, title",
    ]);
    expect(screen.queryByRole("radiogroup", { name: "Filter tools by result" })).toBeNull();
  });

  it("is filtered by how much of a tool is exported", async () => {
    backend.amend("previewExport", (preview) => {
      const [first, ...others] = preview.report.tools as (ToolReport | undefined)[];
      return first ? { ...preview, report: { ...preview.report, tools: [{ ...first, dropped: [] }, ...others] as ToolReport[] } } : preview;
    });
    const app = await renderExport("ToolHive vMCP");
    expect(rows()).toEqual([expect.stringMatching(/^Exported in part 1/), expect.anything(), expect.stringMatching(/^Exported in full 1/), expect.anything()]);
    await app.user.click(screen.getByRole("radio", { name: "In full" }));
    expect(rows()).toHaveLength(2);
  });

  it("lists once what the target cannot hold, and says what the hints become", async () => {
    await renderExport("Claude Code");
    expect(screen.getByTestId("export-tally")).toHaveTextContent(/^2 tools2 exported in full0 exported in partTranslated: runs without asking.* \(1 tool\); needs approval.* \(1 tool\)\./);
    expect(screen.getByTestId("export-unsupported")).toHaveTextContent(
      "Claude Code has no place for: title (2 tools). The counts above ignore these.",
    );
    expect(rows().join()).not.toMatch(/open-world|idempotent|title/i);
  });

  it("renders only the visible rows", async () => {
    backend.amend("previewExport", (preview) => {
      const [first] = preview.report.tools as (ToolReport | undefined)[];
      const many = (tool: ToolReport) => Array.from({ length: 10_000 }, (_, index) => ({ ...tool, tool: `demo.tool_${index}` }));
      return first ? { ...preview, report: { ...preview.report, tools: many(first) } } : preview;
    });
    await renderExport("Claude Code");
    expect(screen.getByTestId("export-tally")).toHaveTextContent("10,000 tools10,000 exported in full");
    expect(rows().length).toBeLessThan(40);
    expect(document.querySelectorAll("*").length).toBeLessThan(1500);
  });

  it("shows how the target was tested, and its caveats", async () => {
    const app = await renderExport("ToolHive vMCP");
    expect(screen.getByTestId("export-checked")).toHaveTextContent("Validated against our own schema");
    await app.user.hover(screen.getByRole("button", { name: "How this target was tested" }));
    expect(await screen.findByRole("tooltip")).toHaveTextContent("They do not run its program");
    await app.user.unhover(screen.getByRole("button", { name: "How this target was tested" }));
    expect(screen.getByTestId("export-know")).toHaveTextContent("Start it with thv vmcp serve --config vmcp-config.yaml. Set groupRef");
    expect(within(screen.getByTestId("export-know")).getByText("groupRef").closest("code")).not.toBeNull();
    await app.user.click(option("Cloudflare"));
    await screen.findByRole("heading", { name: "Cloudflare MCP portals" });
    expect(screen.getByTestId("export-checked")).toHaveTextContent("Based on its documentation");
  });

  it("shows the caveats of this export, a few at first", async () => {
    await backend.prepare("decide", decideHint(DELETE, "idempotent", true, { environment: "prod" }));
    await backend.prepare("sendTools", { server: "demo", tools: [{ name: DELETE, description: "Delete a note for good." }] });
    const app = await renderExport();
    expect(screen.queryByTestId("export-remarks")).toBeNull();
    await app.user.selectOptions(environment(), "prod");
    expect(await screen.findByTestId("export-remarks")).toHaveTextContent(
      "About this exportdemo.home_notes_delete_note: your decisions about idempotent are suspended, because the server changed the tool; they are not exported.",
    );
    const caveats = Array.from({ length: 60 }, (_, index) => `caveat ${index}`);
    backend.amend("previewExport", (preview) => ({ ...preview, report: { tools: [], caveats } }));
    await app.user.selectOptions(environment(), "staging");
    await app.user.click(await screen.findByRole("button", { name: "Show 57 more" }));
    expect(screen.getByTestId("export-remarks")).toHaveTextContent("And 10 more.");
  });
});

describe("the destination", () => {
  const destination = (name: string) => within(screen.getByRole("radiogroup", { name: "Where to write" })).getByRole("radio", { name });

  it("is a file that the program reads, for the user or for a project", async () => {
    await writeFile("project/README.md", "");
    const app = await renderExport("Claude Code");
    expect(destination("User")).toBeChecked();
    expect(screen.getByText("/home/anna/.claude/settings.json, read for you in every project.")).toBeVisible();
    expect(screen.queryByTestId("export-path")).toBeNull();
    await app.user.click(destination("Project"));
    expect(screen.getByText("Choose the project folder to preview its file.")).toBeVisible();
    expect(screen.getByTestId("export-write")).toBeDisabled();
    await app.user.click(screen.getByRole("button", { name: "Choose…" }));
    await waitFor(() => expect(lastRequest()).toMatchObject({ path: null, scope: "project", project: "/home/anna/project" }));
    expect(await violations()).toEqual([]);
    await app.user.click(destination("Local"));
    await writable();
    await app.user.click(screen.getByTestId("export-write"));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Wrote /home/anna/project/.claude/settings.local.json");
    backend.showInFolder.mockRejectedValueOnce(new BackendError("internal", "org.freedesktop.DBus.Error.ServiceUnknown: no such name", ""));
    await app.user.click(within(toast).getByRole("button", { name: "Show in folder" }));
    expect(backend.showInFolder).toHaveBeenCalledExactlyOnceWith("/home/anna/project/.claude/settings.local.json");
    const failed = (await screen.findByText("Could not open a file manager")).closest<HTMLElement>("[data-testid=toast]");
    expect(failed).toHaveTextContent("The file is /home/anna/project/.claude/settings.local.json");
    expect(failed).not.toHaveTextContent("DBus");
    await app.user.click(within(failed as HTMLElement).getByRole("button", { name: "Copy path" }));
    expect(await screen.findByText("Path copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("/home/anna/project/.claude/settings.local.json");
  });

  it("is any other file once the path is edited", async () => {
    const preview = await backend.previewExport(exportOf("claude-code", { environment: "base", notes: true }));
    const app = await renderExport("Claude Code");
    backend.previewExport.mockResolvedValue(preview);
    await app.user.click(destination("Other file"));
    expect(destination("Other file")).toBeChecked();
    expect(screen.getByTestId("export-path")).toHaveValue("/home/anna/.claude/settings.json");
    await app.user.type(screen.getByTestId("export-path"), ".bak");
    await waitFor(() => expect(lastRequest()).toMatchObject({ path: "/home/anna/.claude/settings.json.bak" }));
    await app.user.clear(screen.getByTestId("export-path"));
    expect(destination("Other file")).toBeChecked();
    await app.user.click(destination("User"));
    await waitFor(() => expect(lastRequest()).toMatchObject({ path: null, scope: "user" }));
  });

  it("is any file for a target whose program reads none on its own", async () => {
    await renderExport("ToolHive vMCP");
    expect(screen.queryByRole("radiogroup", { name: "Where to write" })).toBeNull();
  });
});

it("exports the active toolset by default", async () => {
  await backend.prepare("activateToolset", { name: "daily", environment: null });
  const app = await renderExport("Claude Code");
  expect(screen.getByTestId("export-toolset")).toHaveValue("daily");
  expect(lastRequest()).toMatchObject({ toolset: "daily" });
  expect(screen.getByTestId("export-tally")).toHaveTextContent(/^2 tools1 exported in full0 exported in part1 hidden, not in the toolset/);
  await app.user.selectOptions(screen.getByTestId("export-toolset"), "");
  await waitFor(() => expect(lastRequest()).toMatchObject({ toolset: null }));
});

it("exports the tools of the chosen servers", async () => {
  backend.amend("catalog", (catalog) => ({
    ...catalog,
    servers: [...catalog.servers, ...catalog.servers.map((server) => ({ ...server, name: "mail" }))],
  }));
  const app = await renderExport("Claude Code");
  expect(lastRequest()).not.toHaveProperty("servers");
  await app.user.click(screen.getByTestId("export-servers"));
  await app.user.click(await screen.findByRole("checkbox", { name: "demo" }));
  await waitFor(() => expect(lastRequest()).toMatchObject({ servers: ["demo"] }));
  await app.user.click(screen.getByRole("checkbox", { name: "All servers" }));
  await waitFor(() => expect(lastRequest()).not.toHaveProperty("servers"));
});

it("leaves out servers that were never scanned, unless they are chosen", async () => {
  const preview = await backend.previewExport(exportOf("claude-code", { environment: "base", notes: true }));
  backend.previewExport.mockResolvedValue(preview);
  backend.amend("catalog", (catalog) => ({
    ...catalog,
    servers: [...catalog.servers, ...catalog.servers.map((server) => ({ ...server, name: "mail", tools: 0, scannedAt: null }))],
  }));
  const app = await renderExport("Claude Code");
  expect(lastRequest()).toMatchObject({ servers: ["demo"] });
  expect(screen.getByText(/^mail has no tools yet, because no scan has completed/)).toBeVisible();
  await app.user.click(screen.getByTestId("export-servers"));
  expect(await screen.findByRole("checkbox", { name: "All scanned servers" })).toBeChecked();
  await app.user.click(screen.getByRole("checkbox", { name: "mail no tools yet" }));
  await waitFor(() => expect(lastRequest()).toMatchObject({ servers: ["mail"] }));
});

describe("the files", () => {
  it("have tabs if there are several", async () => {
    const app = await renderExport("LiteLLM");
    await writable();
    expect(screen.getByTestId("export-write")).toHaveTextContent("Write 2 files");
    await app.user.click(screen.getByRole("tab", { name: "litellm-apply.sh" }));
    expect(screen.getByText("#!/bin/sh")).toBeVisible();
    expect(await violations()).toEqual([]);
    await app.user.click(screen.getByTestId("export-write"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Wrote /home/anna/litellm.json and 1 more file");
  });

  it("are copied as displayed", async () => {
    const app = await renderExport("LiteLLM");
    await app.user.click(screen.getByRole("tab", { name: "litellm-apply.sh" }));
    await app.user.click(screen.getByTestId("export-copy"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Copied litellm-apply.sh");
    expect(await navigator.clipboard.readText()).toMatch(/^#!\/bin\/sh\n/);
  });

  it("are written to the chosen path, and are up to date afterwards", async () => {
    const app = await renderExport();
    backend.chooseExportPath.mockResolvedValueOnce("/home/anna/team.json");
    expect(screen.getByTestId("file-state")).toHaveTextContent("Will create this file.");
    await app.user.click(screen.getByRole("button", { name: "Choose…" }));
    await waitFor(() => expect(lastRequest()?.path).toBe("/home/anna/team.json"));
    await writable();
    await app.user.click(screen.getByTestId("export-write"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Wrote /home/anna/team.json");
    expect(backend.writeExport.mock.lastCall?.[0]).toMatchObject({ target: "hintsmith", path: "/home/anna/team.json", seen: [] });
    await waitFor(() => expect(screen.getByTestId("file-state")).toHaveTextContent("Up to date. Nothing to write"));
    expect(screen.getByTestId("export-state")).toHaveTextContent("Nothing to write: team.json is up to date");
    expect(screen.getByTestId("export-write")).toBeDisabled();
  });

  it("that are up to date can still be marked as exported while decisions are pending", async () => {
    const { files } = await backend.previewExport(exportOf("hintsmith", { notes: true }));
    await writeFile("hintsmith.json", files[0]?.text ?? "");
    const app = await renderExport();
    await waitFor(() => expect(screen.getByTestId("export-write")).toHaveTextContent("Mark as exported"));
    expect(screen.getByTestId("export-state")).toHaveTextContent("hintsmith.json is up to date, but not recorded as exported");
    await writable();
    await app.user.click(screen.getByTestId("export-write"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Already up to date, marked as exported: /home/anna/hintsmith.json");
  });

  it("of the user are merged with, and a copy is kept", async () => {
    await writeFile(".claude/settings.json", "{}\n");
    const app = await renderExport("Claude Code");
    expect(screen.getByTestId("file-state")).toHaveTextContent(
      "Will be merged into your file. The other content of the file is kept. A copy of the current file will be kept in the same folder.",
    );
    await writable();
    await app.user.click(screen.getByTestId("export-write"));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Wrote /home/anna/.claude/settings.json");
    expect(toast).toHaveTextContent("The previous content is kept in /home/anna/.claude/settings.json.before-hintsmith.");
  });

  it("that Hintsmith did not write are replaced only after a confirmation that lists them", async () => {
    await writeFile(".docker/mcp/tools.yaml", "mine\n");
    const app = await renderExport("Docker MCP Gateway");
    expect(screen.getByTestId("file-state")).toHaveTextContent("Not a Hintsmith file.");
    expect(screen.queryByTestId("export-write")).toBeNull();
    await waitFor(() => expect(screen.getByTestId("export-replace")).toBeEnabled());
    await app.user.click(screen.getByTestId("export-replace"));
    const dialog = await screen.findByRole("dialog", { name: "Replace this file?" });
    expect(dialog).toHaveTextContent("A copy is kept in the same folder.");
    expect(dialog).toHaveTextContent("Replaced file/home/anna/.docker/mcp/tools.yamlCopy kept as/home/anna/.docker/mcp/tools.yaml.before-hintsmith");
    expect(await violations()).toEqual([]);
    await app.user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(backend.writeExport).not.toHaveBeenCalled();
    await app.user.click(screen.getByTestId("export-replace"));
    await app.user.click(await screen.findByTestId("confirm-replace"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Wrote /home/anna/.docker/mcp/tools.yaml");
    expect(backend.writeExport.mock.lastCall?.[0]).toMatchObject({ path: "/home/anna/.docker/mcp/tools.yaml", seen: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("that changed while the confirmation was open are not replaced", async () => {
    await writeFile(".docker/mcp/tools.yaml", "mine\n");
    const app = await renderExport("Docker MCP Gateway");
    await waitFor(() => expect(screen.getByTestId("export-replace")).toBeEnabled());
    await app.user.click(screen.getByTestId("export-replace"));
    await writeFile(".docker/mcp/tools.yaml", "mine, and newer\n");
    await app.user.click(await screen.findByTestId("confirm-replace"));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("already exists and is not a Hintsmith file");
    expect(toast).toHaveTextContent("Review the difference and replace the file");
    expect(await screen.findByText("mine, and newer")).toBeVisible();
  });

  it("that another program has written since the preview are not overwritten", async () => {
    const app = await renderExport();
    await writable();
    await writeFile("hintsmith.json", "mine\n");
    await app.user.click(screen.getByTestId("export-write"));
    expect(await screen.findByTestId("export-replace")).toBeVisible();
    expect(backend.writeExport).not.toHaveBeenCalled();
  });

  it("that are not text cannot be replaced", async () => {
    await writeFile(".docker/mcp/tools.yaml", "", [0xff, 0xfe]);
    await renderExport("Docker MCP Gateway");
    expect(screen.getByTestId("file-state")).toHaveTextContent("Not a text file.");
    expect(screen.getByTestId("export-write")).toBeDisabled();
  });

  it("show why they could not be previewed, and retry", async () => {
    const app = await renderExport();
    backend.previewExport.mockRejectedValueOnce(
      new BackendError("file", "the export cannot be merged into the file: it cannot be read as JSON", "Fix the file or choose another one. The file was not changed."),
    );
    await app.user.selectOptions(environment(), "prod");
    expect(await screen.findByText(/Fix the file or choose another one/)).toBeVisible();
    expect(screen.getByTestId("export-write")).toBeDisabled();
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    await writable();
  });
});

it("shows the number of unreviewed tools when only reviewed tools are exported, and links to the review", async () => {
  backend.tool.mockReturnValue(new Promise(() => {}));
  const app = await renderExport("Docker MCP Gateway");
  expect(screen.queryByTestId("left-to-review")).toBeNull();
  await app.user.click(screen.getByRole("switch", { name: "Only reviewed tools" }));
  expect(screen.getByTestId("left-to-review")).toHaveTextContent(/\d+ of \d+ tools are not reviewed in their current version/);
  await app.user.click(screen.getByRole("button", { name: "Review now" }));
  expect(await screen.findByTestId("review")).toBeVisible();
});

describe("applying a file", () => {
  /** File from another machine: a rule decided differently here, a newer review, and a decision that does not exist here. */
  async function prepareFile() {
    const review = { tools: [{ ...keyOf(DELETE), seen: null }], environment: null, loosen: false };
    await backend.prepare("accept", review);
    await backend.prepare("sendTools", { server: "demo", tools: [{ name: DELETE, title: "Delete a note" }] });
    await backend.prepare("accept", review);
    await backend.prepare("setRule", ruleOf("demo.*_share_*", "openWorld", true, { environment: "prod" }));
    await backend.prepare("writeExport", exportOf("hintsmith"));
    await backend.prepare("undo", { entry: null });
    await backend.prepare("undo", { entry: null });
    await backend.prepare("setRule", ruleOf("demo.*_share_*", "openWorld", false, { environment: "prod" }));
    await backend.prepare("decide", decideHint(NOTE, "readOnly", null));
  }

  it("shows environment, tool or rule, field and values, and can be undone", async () => {
    await prepareFile();
    const app = renderApp({ view: "preferences" });
    await app.user.click(await screen.findByTestId("open-apply"));
    expect(screen.getByTestId("apply-path")).toHaveValue("");
    await app.user.type(screen.getByTestId("apply-path"), "/home/anna/hintsmith.json{Enter}");
    const rows = within(await screen.findByRole("table", { name: "Changes" })).getAllByRole("row");
    expect(rows[1]).toHaveTextContent("basedemo.home_notes_get_noteRead-onlynot decidedbecomes Yes");
    expect(rows[2]).toHaveTextContent("proddemo.*_share_*Open-worldNobecomes Yes");
    expect(rows[7]).toHaveTextContent("basedemo.home_notes_delete_noteReviewreviewed, for another definitionbecomes reviewed");
    await app.user.click(screen.getByTestId("apply-file"));
    expect(await screen.findByTestId("toast")).toHaveTextContent("Applied 7 changes from hintsmith.json");
    await app.user.click(screen.getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 14 }));
  });

  it("keeps existing decisions for all conflicts or for single changes, and shows the number of applied changes", async () => {
    await prepareFile();
    const app = renderApp({ view: "preferences" });
    await app.user.click(await screen.findByTestId("open-apply"));
    expect(screen.getByTestId("apply-path")).toHaveValue("");
    await app.user.type(screen.getByTestId("apply-path"), "/home/anna/hintsmith.json{Enter}");
    const conflictChoice = await screen.findByRole("radiogroup", { name: "Conflicting decisions" });
    const apply = screen.getByTestId("apply-file");
    await app.user.click(within(conflictChoice).getByRole("radio", { name: "Keep mine" }));
    expect(apply).toHaveTextContent("Apply 1 change");
    await app.user.click(screen.getByRole("checkbox", { name: "Apply demo.*_share_* open-world" }));
    expect(apply).toHaveTextContent("Apply 2 changes");
    expect(backend.previewApply).toHaveBeenLastCalledWith({ path: FILE, keep: [2, 3, 4, 5, 6] });
    await waitFor(() => expect(apply).toBeEnabled());
    expect(within(conflictChoice).queryByRole("radio", { checked: true })).toBeNull();
    await app.user.click(apply);
    const choice = { path: FILE, seen: expect.stringMatching(/^[0-9a-f]{64}$/), keep: [2, 3, 4, 5, 6], loosen: false };
    await waitFor(() => expect(backend.applyFile).toHaveBeenCalledWith(choice));
  });

  it("asks before it loosens tools, separately for each choice of changes", async () => {
    await prepareFile();
    const examples = [{ ...keyOf(NOTE), summary: "read-only Yes, though the server declares read-only No" }];
    backend.amend("previewApply", (preview) => ({ ...preview, loosens: { tools: 1, examples } }));
    backend.applyFile.mockResolvedValue({ applied: 1, entry: 14 });
    const app = renderApp({ view: "preferences" });
    await app.user.click(await screen.findByTestId("open-apply"));
    await app.user.type(screen.getByTestId("apply-path"), `${FILE}{Enter}`);
    const box = () => screen.findByRole("checkbox", { name: "Loosen this tool anyway" });
    await app.user.click(await box());
    const apply = screen.getByTestId("apply-file");
    await waitFor(() => expect(apply).toBeEnabled());
    const table = screen.getByRole("table", { name: "Changes" });
    await app.user.click(screen.getByRole("radio", { name: "Keep mine" }));
    await waitFor(async () => expect(await box()).not.toBeChecked());
    expect(screen.getByRole("table", { name: "Changes" })).toBe(table);
    expect(apply).toBeDisabled();
    expect(apply).toHaveAccessibleDescription("Confirm what is loosened.");
    await app.user.click(await box());
    await app.user.click(apply);
    const choice = expect.objectContaining({ keep: [1, 2, 3, 4, 5, 6], loosen: true });
    await waitFor(() => expect(backend.applyFile).toHaveBeenCalledExactlyOnceWith(choice));
  });

  it("shows the changes anew when the file has changed since the choice", async () => {
    await prepareFile();
    const app = renderApp({ view: "preferences" });
    await app.user.click(await screen.findByTestId("open-apply"));
    await app.user.type(screen.getByTestId("apply-path"), `${FILE}{Enter}`);
    await screen.findByRole("table", { name: "Changes" });
    const { seen } = await backend.previewApply({ path: FILE, keep: [] });
    backend.amend("previewApply", (preview) => ({ ...preview, seen: seen.replace(/^./, "x") }));
    await app.user.click(screen.getByRole("radio", { name: "Keep mine" }));
    await waitFor(() => expect(screen.getByRole("radio", { name: "Use the file’s" })).toBeChecked());
    expect(backend.previewApply).toHaveBeenLastCalledWith({ path: FILE, keep: [] });
    await waitFor(() => expect(screen.getByTestId("apply-file")).toBeEnabled());
  });
});
