// Store: recovery from failures, backups, restore and checks.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import type { ErrorCode } from "../../backend";
import { BackendError } from "../../backend/error";
import { useRestoreOutcome } from "./restore-outcome";
import { formatBackupSize, formatBackupTime } from "./strings";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("store");
  fake.current = backend;
  useRestoreOutcome.setState({ outcome: null });
});

const FOLDER = "/home/anna/.local/share/hintsmith";
const NEWEST_PATH = `${FOLDER}/backups/hintsmith-20260912-080000.db`;
const NEWEST = `Restore the backup of ${formatBackupTime("2026-09-12T08:00:00Z")}`;

async function renderBroken(code: ErrorCode) {
  backend.catalog.mockRejectedValue(new BackendError(code, "the file is torn", "The file was not touched."));
  const app = renderApp();
  return { app, page: within(await screen.findByTestId("store-failed")) };
}

describe("a damaged store", () => {
  it("shows the error and lists the backups", async () => {
    const { page } = await renderBroken("damaged");
    expect(page.getByRole("heading", { level: 1 })).toHaveTextContent("The store is damaged");
    expect(page.getByText("The file is torn", { exact: false })).toBeInTheDocument();
    expect(page.getByText("The file was not touched.")).toBeInTheDocument();
    const items = within(await page.findByTestId("backups")).getAllByRole("listitem");
    expect(items[0]).toHaveTextContent(/1 hour ago · \d+ KB/);
    expect(items[1]).toHaveTextContent(/\d+ KB · before an upgrade of the store format/);
    expect(await violations()).toEqual([]);
  });

  it("restores a backup after a confirmation, shows the paths of the files, and restarts", async () => {
    const { app, page } = await renderBroken("damaged");
    await app.user.click(await page.findByRole("button", { name: NEWEST }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("The damaged file is kept in the same folder, unchanged.")).toBeInTheDocument();
    expect(backend.restore).not.toHaveBeenCalled();
    await app.user.click(dialog.getByTestId("confirm-restore"));
    expect(backend.restore).toHaveBeenCalledWith({ path: NEWEST_PATH });
    const done = within(await screen.findByTestId("store-restored"));
    expect(done.getByText(NEWEST_PATH)).toBeInTheDocument();
    expect(done.getByText(/hintsmith-set-aside/)).toBeInTheDocument();
    expect(await violations()).toEqual([]);
    await app.user.click(done.getByRole("button", { name: "Restart Hintsmith" }));
    expect(backend.startAgain).toHaveBeenCalledOnce();
  });

  it("shows why a backup cannot be used, and keeps the page", async () => {
    const { app, page } = await renderBroken("damaged");
    backend.restore.mockRejectedValueOnce(new BackendError("store", "the backup cannot be used: it is empty", "Take another."));
    await app.user.click(await page.findByRole("button", { name: NEWEST }));
    await app.user.click(screen.getByTestId("confirm-restore"));
    expect(await page.findByRole("alert")).toHaveTextContent("The backup cannot be used: it is empty. Take another.");
    expect(screen.queryByTestId("store-restored")).toBeNull();
  });

  it("is checked on demand", async () => {
    await backend.prepare("decide", decideHint("home_notes_get_note", "readOnly", true));
    await backend.prepare("damageDecisions");
    const { app, page } = await renderBroken("damaged");
    expect(backend.doctor).not.toHaveBeenCalled();
    await app.user.click(page.getByRole("button", { name: "Check the store" }));
    const checks = within(await page.findByTestId("checks")).getAllByRole("listitem");
    expect(checks[0]).toHaveTextContent("Store, passed: the store opens");
    expect(checks[3]).toHaveTextContent("Decisions, failed: ");
    expect(page.getByText("1 of 7 checks found a problem.")).toBeInTheDocument();
  });

  it("shows a message when there is no backup", async () => {
    backend.amend("backups", () => []);
    const { page } = await renderBroken("damaged");
    expect(await page.findByText(/No backups yet/)).toBeInTheDocument();
  });
});

describe("an unusable store", () => {
  it("shows the error, and retries", async () => {
    const { app, page } = await renderBroken("store");
    expect(page.getByRole("heading", { level: 1 })).toHaveTextContent("The store cannot be used");
    backend.catalog.mockImplementation(recordedBackend("store").catalog);
    await app.user.click(page.getByRole("button", { name: "Try again" }));
    expect(await screen.findAllByTestId("card")).not.toHaveLength(0);
  });

  it("differs from other failures, which keep the window", async () => {
    backend.catalog.mockRejectedValue(new BackendError("internal", "it broke", "Try again."));
    renderApp();
    expect(await screen.findByText("Could not load the catalog")).toBeInTheDocument();
    expect(screen.queryByTestId("store-failed")).toBeNull();
  });
});

describe("the store dialog", () => {
  async function openStore() {
    const app = renderApp({ view: "preferences" });
    await app.user.click(await screen.findByTestId("nav-store"));
    return { app, dialog: within(await screen.findByRole("dialog")) };
  }

  it("shows the path of the store and its checks", async () => {
    const { dialog } = await openStore();
    expect(await dialog.findByTestId("store-path")).toHaveTextContent(`${FOLDER}/hintsmith.db`);
    expect(await dialog.findByTestId("checks")).toBeInTheDocument();
  });

  it("backs up to its folder or to a chosen path, and not when the choice is cancelled", async () => {
    const { app, dialog } = await openStore();
    await app.user.click(dialog.getByRole("button", { name: "Back up now" }));
    expect(backend.backUp).toHaveBeenLastCalledWith({ path: null });
    expect(await screen.findByTestId("toast")).toHaveTextContent(`Backed up to ${FOLDER}/backups/hintsmith-20260912-093000.db`);
    await waitFor(() => expect(within(dialog.getByTestId("backups")).getAllByRole("listitem")).toHaveLength(3));
    await app.user.click(dialog.getByRole("button", { name: "Back up to…" }));
    await waitFor(() => expect(backend.backUp).toHaveBeenLastCalledWith({ path: "/home/anna/stick/store.db" }));
    backend.chooseExportPath.mockResolvedValueOnce(null);
    await app.user.click(dialog.getByRole("button", { name: "Back up to…" }));
    await waitFor(() => expect(backend.chooseExportPath).toHaveBeenCalledTimes(2));
    expect(backend.backUp).toHaveBeenCalledTimes(2);
  });

  it("shows only the restart when a restore failed, because the store is closed", async () => {
    const { app, dialog } = await openStore();
    backend.restore.mockRejectedValueOnce(new BackendError("store", "it is open in another Hintsmith process", "Close it."));
    await app.user.click(await dialog.findByRole("button", { name: NEWEST }));
    expect(screen.getByText("The current file is kept in the same folder, unchanged.")).toBeInTheDocument();
    await app.user.click(screen.getByTestId("confirm-restore"));
    const page = within(await screen.findByTestId("store-restored"));
    expect(page.getByRole("heading")).toHaveTextContent("Could not restore the backup");
    expect(page.getByText("The store was closed for the restore.", { exact: false })).toBeInTheDocument();
    expect(screen.queryByTestId("catalog")).toBeNull();
    expect(page.getByTestId("start-again")).toBeEnabled();
  });
});

describe("formats", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1000, "1.0 KB"],
    [2_412_544, "2.4 MB"],
    [123_456_789, "123 MB"],
    [4_294_967_295, "4.3 GB"],
  ])("%i bytes as %s", (bytes, text) => {
    expect(formatBackupSize(bytes)).toBe(text);
  });
  it("returns an invalid time unchanged", () => {
    expect(formatBackupTime("then")).toBe("then");
  });
});
