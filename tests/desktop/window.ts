// The real window under WebDriver: starting it on a store, finding things in it, and ending it.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from "selenium-webdriver";

const programs = required("HINTSMITH_PROGRAMS");
const tauriDriver = required("TAURI_DRIVER");
export const root = resolve(import.meta.dirname, "../..");
/** The headless program, which is a server as well. */
export const program = join(programs, "hintsmith");

/** How long anything may take to show. */
const PATIENCE = 120_000;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run scripts/window-tests`);
  return value;
}

/** A store in a folder of its own, and the headless program on it: the second process. */
export class Store {
  readonly folder = mkdtempSync(join(tmpdir(), "hintsmith-window-"));
  readonly data = join(this.folder, "data");

  cli(...args: string[]): string {
    const env = { ...process.env, HINTSMITH_DATA: this.data };
    return execFileSync(program, args, { env, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
  }

  /** The program itself as a server of that many generated tools. */
  addGenerated(name: string, tools: number): void {
    this.cli("add", name, "--yes", "--", program, "demo-server", "--tools", String(tools));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }); // a process that ends may still write
  }
}

/** One running window. */
export class Window {
  private constructor(
    readonly driver: WebDriver,
    private readonly process: ChildProcess,
  ) {}

  static async open(store: Store): Promise<Window> {
    const [port, nativePort] = [await freePort(), await freePort()];
    const process_ = spawn(tauriDriver, ["--port", `${port}`, "--native-port", `${nativePort}`], {
      env: { ...process.env, HINTSMITH_DATA: store.data, HOME: store.folder },
      stdio: "ignore",
    });
    const capabilities = new Capabilities({ browserName: "wry" });
    capabilities.set("tauri:options", { application: join(programs, "hintsmith-desktop") });
    try {
      await until(() => reachable(port), "tauri-driver listens");
      const driver = await new Builder().withCapabilities(capabilities).usingServer(`http://127.0.0.1:${port}/`).build();
      await driver.manage().setTimeouts({ script: PATIENCE });
      const window = new Window(driver, process_);
      await until(() => window.count("main").then((found) => found > 0), "the page is drawn");
      return window;
    } catch (error) {
      process_.kill();
      throw error;
    }
  }

  /** Ends the window (the driver kills it at once), and waits until the driver is gone. */
  async quit(): Promise<void> {
    await this.driver.quit();
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill();
    await gone;
  }

  /** Tells the window to end, as a session manager does; it has time to clean up. */
  terminate(store: Store): void {
    for (const pid of pids(store)) process.kill(pid, "SIGTERM");
  }

  /** When the window's process was started, in milliseconds since the epoch (to 10 ms). */
  startedAt(store: Store): number | undefined {
    const [pid] = pids(store);
    if (pid === undefined) return undefined;
    const ticks = Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19]);
    const uptime = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]);
    return Date.now() - uptime * 1000 + ticks * 10;
  }

  /** The element with that `data-testid`, once it is shown. */
  async get(testId: string): Promise<WebElement> {
    return this.find(`[data-testid="${testId}"]`);
  }

  async find(css: string): Promise<WebElement> {
    return until(async () => {
      const found = await this.driver.findElements(By.css(css));
      return found[0] && (await found[0].isDisplayed()) ? found[0] : undefined;
    }, css);
  }

  /** Clicks as soon as nothing lies over it: a closing dialog still does for a moment. */
  async click(testId: string): Promise<void> {
    await this.clickOn(`[data-testid="${testId}"]`);
  }

  /**
   * Clicks what is there at that moment, once it takes a click: a page that changes may draw it anew between finding and
   * clicking, and what waits for something else says so.
   */
  async clickOn(css: string): Promise<void> {
    await until(async () => {
      const element = await this.driver.findElement(By.css(`:is(${css}):not([aria-disabled="true"])`));
      await element.click();
      return true;
    }, `${css} can be clicked`);
  }

  async count(css: string): Promise<number> {
    return (await this.driver.findElements(By.css(css))).length;
  }

  /** Keys to whatever has the focus. */
  async press(...keys: string[]): Promise<void> {
    await this.driver.actions().sendKeys(...keys).perform();
  }

  /** Selects the text of the field that has the focus. */
  async selectAll(): Promise<void> {
    await this.driver.actions().keyDown(Key.CONTROL).sendKeys("a").keyUp(Key.CONTROL).perform();
  }

  /** A number in the page's data attributes, once it fulfils the condition. */
  async total(attribute: "data-total" | "data-shown", expected: number): Promise<void> {
    await until(async () => {
      const catalog = await this.driver.findElements(By.css('[data-testid="catalog"]'));
      return catalog[0] && (await catalog[0].getAttribute(attribute)) === `${expected}`;
    }, `${attribute} is ${expected}`);
  }

  /** "destructive decided, idempotent assumed": the badges of a card on screen. */
  async badges(tool: string): Promise<string> {
    const card = await this.find(`[data-testid="card"][data-tool="${tool}"]`);
    const badges = await card.findElements(By.css("[data-hint][data-mark]"));
    const words = badges.map(async (badge) => `${await badge.getAttribute("data-hint")} ${await badge.getAttribute("data-mark")}`);
    return (await Promise.all(words)).join(", ");
  }

  async badgesBecome(tool: string, expected: string): Promise<void> {
    let last = "";
    await until(async () => (last = await this.badges(tool)) === expected, () => `badges of ${tool} are "${expected}", not "${last}"`);
  }

  async search(query: string): Promise<void> {
    await this.fill("search", query);
  }

  /** Replaces the text of an input. */
  async fill(testId: string, text: string): Promise<void> {
    await this.fillOn(`[data-testid="${testId}"]`, text);
  }

  /** The same as a person does it: what the driver itself clears, the page may draw again. */
  async fillOn(css: string, text: string): Promise<void> {
    await this.clickOn(css);
    await this.selectAll();
    await (await this.find(css)).sendKeys(text);
  }

  /** A picture of the screen. Not the driver's own: that one waits for a repaint, which may never come. */
  picture(name: string): void {
    const folder = join(root, "target/screenshots");
    mkdirSync(folder, { recursive: true });
    execFileSync("import", ["-window", "root", join(folder, `${name}.png`)]);
  }
}

/** Starts one more window on a store, and gives its exit code. */
export async function secondWindow(store: Store): Promise<number | null> {
  const env = { ...process.env, HINTSMITH_DATA: store.data, HOME: store.folder };
  const second = spawn(join(programs, "hintsmith-desktop"), [], { env, stdio: "ignore" });
  const timer = setTimeout(() => second.kill("SIGKILL"), PATIENCE);
  const code = await new Promise<number | null>((done) => second.once("exit", done));
  clearTimeout(timer);
  return code;
}

/** The processes of the windows on a store. */
export function pids(store: Store): number[] {
  const of = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return ""; // it ended while we looked
    }
  };
  const ours = (pid: string) =>
    of(pid, "comm").startsWith("hintsmith-deskt") &&
    of(pid, "environ").split("\0").includes(`HINTSMITH_DATA=${store.data}`);
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && ours(name)).map(Number);
}

/** Waits until a condition gives something truthy, and gives that. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string | (() => string),
): Promise<NonNullable<T>> {
  const deadline = Date.now() + PATIENCE;
  let error: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
    } catch (caught) {
      error = caught; // An element may go stale while the page changes; the next look finds the new one.
    }
    if (Date.now() > deadline) {
      throw new Error(`waited in vain until ${typeof what === "string" ? what : what()}`, { cause: error });
    }
    await new Promise((soon) => setTimeout(soon, 25));
  }
}

async function reachable(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/status`);
  return response.ok;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
