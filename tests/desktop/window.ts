// The real window under WebDriver: start, input, waiting for elements, and end.
//
// WebKitWebDriver is started directly. On Linux, tauri-driver adds only two things (crates/tauri-driver/src of
// tauri-apps/tauri): it maps `tauri:options` to `webkitgtk:browserOptions { binary, args }` (server.rs), and it sets
// TAURI_WEBVIEW_AUTOMATION=true (TAURI_AUTOMATION for Tauri 1) for the driver (webdriver.rs). The window inherits that variable,
// which tauri-runtime-wry requires for automation of the web view.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { closeAtEnd } from "./resources.ts";
import { programs, type Store } from "./store.ts";
import { DEADLINE, until } from "./wait.ts";

const application = join(programs, "hintsmith-desktop");

/** Duration in milliseconds of one wait inside the page; the test process then starts another. */
const SLICE = 2_000;

/** Evaluates `condition` every few milliseconds inside the page, which needs only one round trip for a whole wait. */
const WAIT = (condition: string) => `
  const done = arguments[arguments.length - 1];
  const values = [...arguments].slice(0, -1);
  const condition = function () { ${condition} };
  const end = performance.now() + ${SLICE};
  const evaluate = () => {
    let value = null;
    try { value = condition(...values); } catch (error) { value = { error: String(error) }; }
    if (value && value.ok !== undefined) done(value);
    else if (performance.now() > end) done(value);
    else setTimeout(evaluate, 10);
  };
  evaluate();`;

/** First matching element, if it is displayed. */
const DISPLAYED = `
  const element = document.querySelector(arguments[0]);
  const isDisplayed = element && element.getClientRects().length > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return isDisplayed ? { ok: element } : null;`;

/**
 * The element that `find` returns, once it is enabled, does not move, and receives a click at its centre. After scrolling, lazy
 * sections render near the viewport and move the content below them, so the position is valid only two frames later.
 */
const CLICKABLE = (find: string) => `
  const element = (function () { ${find} })(...arguments);
  if (!element) return { last: "not found" };
  if (element.disabled || element.ariaDisabled === "true") return { last: "disabled" };
  if (element.__isScrolling) return { last: "scrolling" };
  const isMoving = document.getAnimations().some((animation) => animation.playState === "running" && animation.effect?.target?.contains(element)
    && animation.effect.getComputedTiming().endTime < Infinity);
  if (isMoving) return { last: "moving" };
  const box = element.getClientRects()[0];
  if (!box) return { last: "not displayed" };
  const [x, y] = [(Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2, (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2];
  const top = document.elementFromPoint(x, y);
  const isPart = (target) => element.contains(target) || [...(element.labels ?? [])].some((label) => label.contains(target));
  if (top && (isPart(top) || top.contains(element))) {
    const click = (window.__click = { element, isPressed: false, isReceived: false });
    const hits = ({ target }) => isPart(target) || target === top;
    document.addEventListener("pointerdown", (event) => { click.isPressed ||= hits(event); }, { capture: true, once: true });
    document.addEventListener("click", (event) => { click.isReceived ||= hits(event); }, { capture: true, once: true });
    return { ok: element };
  }
  element.scrollIntoView({ block: "center", inline: "nearest" });
  element.__isScrolling = true;
  requestAnimationFrame(() => requestAnimationFrame(() => { element.__isScrolling = false; }));
  return { last: "covered by " + (top?.outerHTML ?? "nothing").slice(0, 120) };`;

/** Function bodies that return an element. */
const BY_CSS = "return document.querySelector(arguments[0])";
export const BY_XPATH = "return document.evaluate(arguments[0], document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue";

const CHIPS = '[data-testid="search-chips"]';

type Waited<T> = { ok: T; last?: undefined } | { ok?: undefined; last?: unknown; error?: string } | null;

export class Window {
  private isOpen = true;

  private constructor(
    readonly driver: WebDriver,
    private readonly store: Store,
    private readonly driverProcess: ChildProcess,
  ) {
    closeAtEnd(() => this.quit());
  }

  static async open(store: Store): Promise<Window> {
    const { driverProcess, port } = await startDriver(store);
    try {
      const capabilities = new Capabilities({ browserName: "wry" });
      capabilities.set("webkitgtk:browserOptions", { binary: application, args: [] });
      const driver = await new Builder().withCapabilities(capabilities).usingServer(`http://127.0.0.1:${port}/`).build();
      const window = new Window(driver, store, driverProcess);
      await driver.manage().setTimeouts({ script: DEADLINE });
      await window.waitFor("return document.querySelector('main') && { ok: true }", "the page is drawn");
      return window;
    } catch (error) {
      driverProcess.kill("SIGKILL");
      endProcesses(store);
      throw error;
    }
  }

  /** Ends the window (the driver kills it), and waits until both processes have exited. */
  async quit(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    try {
      await this.driver.quit();
    } finally {
      const exited = this.driverProcess.exitCode === null && this.driverProcess.signalCode === null ? once(this.driverProcess, "exit") : undefined;
      this.driverProcess.kill();
      await exited;
      endProcesses(this.store);
      await until(() => findProcesses(this.store).length === 0, "the window has ended");
    }
  }

  /** Sends SIGTERM to the window, as a session manager does, and waits until it has exited. */
  async terminate(): Promise<void> {
    for (const pid of findProcesses(this.store)) process.kill(pid, "SIGTERM");
    await until(() => findProcesses(this.store).length === 0, "the window has ended");
  }

  /** Start time of the window's process, in milliseconds since the epoch (to 10 ms). */
  startedAt(): number | undefined {
    const [pid] = findProcesses(this.store);
    if (pid === undefined) return undefined;
    const ticks = Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19]);
    const uptime = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]);
    return Date.now() - uptime * 1000 + ticks * 10;
  }

  /** Runs a function body in the page. */
  evaluate<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.driver.executeScript<T>(script, ...args);
  }

  /**
   * Waits inside the page until a function body returns `{ ok: value }`, and returns the value. The error after a timeout
   * includes `{ last }`.
   */
  async waitFor<T>(condition: string, description: string, ...args: unknown[]): Promise<T> {
    let last: Waited<T> = null;
    await until(
      async () => (last = await this.driver.executeAsyncScript<Waited<T>>(WAIT(condition), ...args))?.ok !== undefined,
      () => `${description}; last: ${JSON.stringify(last?.last ?? last)}`,
    );
    return (last as unknown as { ok: T }).ok;
  }

  /** Waits until the element with a `data-testid` is displayed. */
  get(testId: string): Promise<WebElement> {
    return this.find(`[data-testid="${testId}"]`);
  }

  find(css: string): Promise<WebElement> {
    return this.waitFor<WebElement>(DISPLAYED, `${css} is displayed`, css);
  }

  /** Waits until no matching element is displayed. */
  hidden(css: string): Promise<unknown> {
    return this.waitFor(
      `const isDisplayed = [...document.querySelectorAll(arguments[0])].some((element) => element.getClientRects().length > 0
         && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
       return isDisplayed ? { last: "displayed" } : { ok: true };`,
      `${css} is hidden`,
      css,
    );
  }

  /** Waits until no element matches. */
  gone(css: string): Promise<unknown> {
    return this.waitFor("return document.querySelector(arguments[0]) ? { last: 'still there' } : { ok: true }", `${css} is gone`, css);
  }

  click(testId: string): Promise<WebElement> {
    return this.clickOn(`[data-testid="${testId}"]`);
  }

  clickOn(css: string): Promise<WebElement> {
    return this.clickFound(BY_CSS, css, css);
  }

  /** Clicks the element that a function body returns, once it is clickable, and returns it. */
  async clickFound(find: string, description: string, ...args: unknown[]): Promise<WebElement> {
    return until(async () => {
      const element = await this.waitFor<WebElement>(CLICKABLE(find), `${description} can be clicked`, ...args);
      await element.click();
      return (await this.hasReceivedClick()) ? element : undefined;
    }, `${description} is clicked`);
  }

  /**
   * True if the last click hit its element, which can move or be replaced after the driver has computed its position. Also true
   * if pointerdown removed the element, or if the click loaded another page, which leaves no record.
   */
  private hasReceivedClick(): Promise<boolean> {
    return this.evaluate<boolean>(`const click = window.__click;
      return !click || click.isReceived || (click.isPressed && !click.element.isConnected);`);
  }

  /** Clicks an option of a select directly, because the driver does not open its list. */
  async selectOption(css: string): Promise<void> {
    await until(async () => {
      await this.driver.findElement(By.css(css)).click();
      return true;
    }, `${css} can be chosen`);
  }

  async count(css: string): Promise<number> {
    return this.evaluate<number>("return document.querySelectorAll(arguments[0]).length", css);
  }

  /** Sends keys to the focused element. */
  async press(...keys: string[]): Promise<void> {
    await this.driver.actions().sendKeys(...keys).perform();
  }

  /** Selects the text of the focused field. */
  async selectAll(): Promise<void> {
    await this.driver.actions().keyDown(Key.CONTROL).sendKeys("a").keyUp(Key.CONTROL).perform();
  }

  /** Waits until the catalog contains (`data-total`) or shows (`data-shown`) a number of tools. */
  async total(attribute: "data-total" | "data-shown", expected: number): Promise<void> {
    await this.waitFor(
      `const value = document.querySelector('[data-testid="catalog"]')?.getAttribute(arguments[0]);
       return value === arguments[1] ? { ok: true } : { last: value };`,
      `${attribute} is ${expected}`,
      attribute,
      `${expected}`,
    );
  }

  /** Waits until the badges of a card are, for example, "destructive decided, idempotent assumed". */
  async badgesBecome(tool: string, expected: string | RegExp): Promise<void> {
    const pattern = typeof expected === "string" ? `^${expected}$` : expected.source;
    await this.waitFor(
      `const badges = [...document.querySelectorAll('[data-testid="card"][data-tool="' + arguments[0] + '"] [data-hint][data-mark]')];
       const words = badges.map(({ dataset }) => dataset.hint + " " + dataset.mark).join(", ");
       return badges.length > 0 && new RegExp(arguments[1]).test(words) ? { ok: true } : { last: words };`,
      `the badges of ${tool} are "${pattern}"`,
      tool,
      pattern,
    );
  }

  /** Replaces the whole query, including the chips, which Ctrl+A converts to text. */
  async search(query: string): Promise<void> {
    await this.click("search");
    if ((await this.count(CHIPS)) > 0) {
      await this.selectAll();
      await this.gone(CHIPS);
    }
    await this.fill("search", query);
  }

  /** Replaces the text of an input. */
  fill(testId: string, text: string): Promise<void> {
    return this.fillOn(`[data-testid="${testId}"]`, text);
  }

  /**
   * Replaces the text of an input in one editing step, as pasting does: typing would search and render after every letter.
   * Tests of typing itself use `press`.
   */
  async fillOn(css: string, text: string): Promise<void> {
    await this.clickOn(css);
    await this.waitFor(
      `const [css, text] = arguments;
       const field = document.querySelector(css);
       if (document.activeElement !== field) return { last: "no focus" };
       field.select();
       document.execCommand(text === "" ? "delete" : "insertText", false, text);
       return { ok: true };`,
      `${css} has the focus`,
      css,
      text,
    );
  }
}

/** Starts a driver for one window. Retries if another process takes the port before the driver listens on it. */
async function startDriver(store: Store): Promise<{ driverProcess: ChildProcess; port: number }> {
  const environment = { ...store.environment, TAURI_WEBVIEW_AUTOMATION: "true" };
  return until(async () => {
    const port = await freePort();
    // The kernel ends the driver if this process exits without closing the window.
    const args = ["--pdeathsig", "KILL", "--", "WebKitWebDriver", `--port=${port}`, "--host=127.0.0.1"];
    const driverProcess = spawn("setpriv", args, { env: environment, stdio: "ignore" });
    await once(driverProcess, "spawn");
    const isListening = await until(async () => {
      if (driverProcess.exitCode !== null) return "no";
      return (await fetch(`http://127.0.0.1:${port}/status`)).ok ? "yes" : undefined;
    }, "WebKitWebDriver listens");
    return isListening === "yes" ? { driverProcess, port } : undefined;
  }, "WebKitWebDriver has a port");
}

/** Starts a second window on a store and returns its exit code. */
export async function openSecondWindow(store: Store): Promise<number | null> {
  const second = spawn(application, [], { env: store.environment, stdio: "ignore" });
  const timer = setTimeout(() => second.kill("SIGKILL"), DEADLINE);
  const [code] = (await once(second, "exit")) as [number | null];
  clearTimeout(timer);
  return code;
}

/** Process ids of the windows on a store. */
export function findProcesses(store: Store): number[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return ""; // the process has exited
    }
  };
  const isWindow = (pid: string) =>
    read(pid, "comm").startsWith("hintsmith-deskt") &&
    read(pid, "environ").split("\0").includes(`HINTSMITH_DATA=${store.data}`);
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isWindow(name)).map(Number);
}

function endProcesses(store: Store): void {
  for (const pid of findProcesses(store)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has exited.
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
