// Desktop notifications: one per call that needs approval, while another window has the focus.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, expect, test } from "vitest";
import { disconnectWaitingClients, requestApproval } from "./fixture.ts";
import { closeAtEnd } from "./resources.ts";
import { Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const store = new Store();
let window: Window;
/** Requests to the notification service on this worker's D-Bus session; the service itself need not run. */
let requests = "";
const notifications = () => requests.split("member=Notify").length - 1;
const untilFocus = (isFocused: boolean) =>
  window.waitFor("return document.hasFocus() === arguments[0] ? { ok: true } : null", `the window ${isFocused ? "has" : "loses"} the focus`, isFocused);

beforeAll(async () => {
  const monitor = spawn("dbus-monitor", ["--session", "type='method_call',interface='org.freedesktop.Notifications'"]);
  closeAtEnd(async () => {
    const exited = once(monitor, "exit");
    monitor.kill();
    await exited;
  });
  monitor.stdout.on("data", (chunk: Buffer) => (requests += chunk.toString()));
  await until(() => requests.includes("NameAcquired"), "dbus-monitor is connected");
  store.cli("demo");
  store.cli("env", "add", "prod");
  store.cli("preferences", "approval.patience=3600");
  window = await Window.open(store);
  await window.get("card");
});

test("a call is not announced while the window is in front", async () => {
  await untilFocus(true);
  requestApproval(store);
  await window.find('[role="alertdialog"]');
  await disconnectWaitingClients();
  await window.gone('[role="alertdialog"]');
  expect(notifications()).toBe(0);
});

test("each call is announced once while another window is in front", async () => {
  await Window.open(new Store());
  await untilFocus(false);
  requestApproval(store);
  await until(() => notifications() > 0, "the first call is announced");
  expect(requests).toContain("Tester wants to call nc_notes_delete_note of demo. It may make destructive changes.");
  requestApproval(store);
  await until(() => notifications() > 1, "the second call is announced");
  expect(notifications()).toBe(2);
});
