// A call that waits while another window is in front: the desktop is asked to tell of it, once. A window that is in front shows
// it by itself.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askDemo, endAsking } from "./scene.ts";
import { Store, until, Window } from "./window.ts";

const store = new Store();
const another = new Store();
let window: Window;
let monitor: ChildProcess;
/** What is asked of the desktop on the bus of this session, whether or not somebody listens there. */
let heard = "";
const rung = () => heard.split("member=Notify").length - 1;
const hasFocus = (of: Window) => of.driver.executeScript<boolean>("return document.hasFocus()");

beforeAll(async () => {
  monitor = spawn("dbus-monitor", ["--session", "type='method_call',interface='org.freedesktop.Notifications'"]);
  monitor.stdout?.on("data", (chunk: Buffer) => (heard += chunk.toString()));
  await until(() => heard.includes("NameAcquired"), "the bus is listened to");
  store.cli("demo");
  store.cli("env", "add", "prod");
  window = await Window.open(store);
  await window.get("card");
});
afterAll(async () => {
  await endAsking();
  await window.quit();
  const gone = once(monitor, "exit");
  monitor.kill();
  await gone;
  store.remove();
  another.remove();
});

test("a call rings once while another window is in front, and not while this one is", async () => {
  expect(await hasFocus(window)).toBe(true);
  askDemo(store);
  await window.find('[role="alertdialog"]');
  await endAsking();
  await until(async () => (await window.count('[role="alertdialog"]')) === 0, "nothing waits");
  expect(rung()).toBe(0);

  const other = await Window.open(another);
  try {
    await until(async () => !(await hasFocus(window)), "the other window is in front");
    askDemo(store);
    await until(() => rung() > 0, "the desktop is told");
    expect(heard).toContain("Tester wants to call nc_notes_delete_note of demo. It may make destructive changes.");
    // A second one rings for itself; the first does not ring again.
    askDemo(store);
    await until(() => rung() > 1, "it is told of the second one");
    expect(rung()).toBe(2);
  } finally {
    await other.quit();
  }
});
