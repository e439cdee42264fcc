// Keyboard walk through a view (WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11): Tab and the arrow keys reach every control and show
// where the focus is, Shift+Tab goes back the same way, and Escape returns the focus. Many keys are sent in one request, while
// a listener in the page records where the focus is after each.
import { Key } from "selenium-webdriver";
import { PAGE } from "./keyboard-walk-page.ts";
import type { Window } from "./window.ts";

/** Where the focus was after a key; id 0 is the page itself. */
type Stop = { id: number; name: string; landmark: string; isInside: boolean; isInScope: boolean; problem: string | null };
type Control = Pick<Stop, "id" | "name">;
type Group = { id: number; name: string; key: "right" | "down" };
/** `before` and `after` are the tab stops around the landmarks, where not the whole window is walked. */
type Start = { isMenu: boolean; isWhole: boolean; before: Control | null; after: Control | null; landmarks: string[] };

/** What a walk leaves out because an earlier one through the same window has covered it. */
export type Coverage = { groups: Set<string>; landmarks: Set<string> };
export const newCoverage = (): Coverage => ({ groups: new Set(), landmarks: new Set() });

const MOST_STOPS = 400;

const call = <T>(window: Window, method: string, ...args: unknown[]): Promise<T> =>
  window.evaluate<T>(`return window.__walk.${method}(...arguments)`, ...args);

/** Starts recording the focus. Comes before a view is opened, so that it is known where the focus was. */
export const recordFocus = (window: Window): Promise<void> => window.evaluate(PAGE);

/** Sends keys, and returns where the focus was after each. */
async function send(window: Window, keys: string[], isShifted = false): Promise<Stop[]> {
  const actions = window.driver.actions();
  await (isShifted ? actions.keyDown(Key.SHIFT).sendKeys(...keys).keyUp(Key.SHIFT) : actions.sendKeys(...keys)).perform();
  return window.waitFor<Stop[]>("return window.__walk.take(arguments[0])", `the page has received ${keys.length} keys`, keys.length);
}

/**
 * Tab (or Shift+Tab) from where the focus is: through the whole window until it returns to its first stop, or through some
 * landmarks until it leaves them.
 */
async function tabThrough(window: Window, isBackwards: boolean, start: Start, problems: string[]): Promise<Stop[]> {
  const key = isBackwards ? "Shift+Tab" : "Tab";
  const stops: Stop[] = [];
  while (stops.length < MOST_STOPS) {
    // One more than there should be: the first again, or the one behind the last.
    const more = Math.max(2, (await call<number>(window, "count")) + 1 - stops.length);
    for (const stop of await send(window, Array<string>(more).fill(Key.TAB), isBackwards)) {
      const previous = stops.at(-1);
      if (stop.id === 0) {
        problems.push(`${key} loses the focus to the page after ${previous?.name ?? "the start"}`);
        return stops;
      }
      if (!stop.isInScope) {
        const next = isBackwards ? start.before : start.after;
        if (stop.id !== next?.id) problems.push(`${key} leads from ${previous?.name} to ${stop.name}, not to ${next?.name}`);
        return stops;
      }
      if (stops.some(({ id }) => id === stop.id)) {
        if (stop.id === previous?.id && stops.length > 1) problems.push(`${key} does not leave ${stop.name}`);
        else if (!start.isWhole || stop.id !== stops[0]?.id) problems.push(`${key} leads from ${previous?.name} back to ${stop.name}, not to the first`);
        return stops;
      }
      stops.push(stop);
    }
  }
  problems.push(`${key} never returns`);
  return stops;
}

/** The focus order must follow the landmarks: none of them is entered twice. */
function landmarkJumps(stops: readonly Stop[]): string[] {
  const landmarks = stops.map(({ landmark }) => landmark).filter((landmark, at, all) => landmark !== all.at(at - 1));
  return landmarks.length > new Set(landmarks).size ? [`Tab jumps between landmarks: ${landmarks.join(", ")}`] : [];
}

/** Shift+Tab must visit the stops of Tab in reverse, wherever each began. */
function orderDifferences(forwards: readonly Stop[], backwards: readonly Stop[]): string[] {
  const common = (some: readonly Stop[], others: readonly Stop[]) => some.filter(({ id }) => others.some((other) => other.id === id));
  const there = common(forwards, backwards);
  const reversed = common(backwards, forwards).reverse();
  const start = reversed.findIndex(({ id }) => id === there[0]?.id);
  const rotated = [...reversed.slice(start), ...reversed.slice(0, start)];
  const at = there.findIndex(({ id }, index) => rotated[index]?.id !== id);
  return at < 0 ? [] : [`Shift+Tab goes another way than Tab, at ${there[at]?.name} and ${rotated[at]?.name}`];
}

/** Sends a key again and again. A radio group moves the focus, and chooses, a moment after each. */
async function sendOneByOne(window: Window, key: string, count: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let sent = 0; sent < count; sent++) {
    stops.push(...(await send(window, [key])));
    await window.driver.executeAsyncScript(TWO_FRAMES);
  }
  return stops;
}

/** Goes through every group with the arrow keys; members they do not reach are reported at the end of the walk. */
async function walkGroups(window: Window, known: Set<string>, problems: string[]): Promise<void> {
  for (const { id, name, key } of await call<Group[]>(window, "groups")) {
    const entered = await call<{ members: number; checked: string | null } | null>(window, "enter", id);
    if (!entered) continue;
    const { members, checked } = entered;
    const arrow = key === "right" ? Key.ARROW_RIGHT : Key.ARROW_DOWN;
    if (!checked) await send(window, [Key.HOME]);
    let missed = members;
    // A group that moves the focus a moment after the key may miss a key that follows at once.
    for (let round = 0; round < 3 && missed > 0; round++) {
      const stops = checked ? await sendOneByOne(window, arrow, members) : await send(window, Array<string>(members).fill(arrow));
      if (stops.some((stop) => stop.id === 0)) problems.push(`an arrow key loses the focus to the page in ${name}`);
      missed = await call<number>(window, "missedIn", id);
    }
    if (missed === 0) known.add(name);
    if (checked) {
      await window.waitFor(
        "const checked = window.__walk.checked(arguments[0]); return checked === arguments[1] ? { ok: true } : { last: checked }",
        `${name} is back at ${checked} after one round`,
        id,
        checked,
      );
    }
  }
}

const TWO_FRAMES = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))";

/** One step to a control from the one beside it, at the pace of a user who looks: near sections are drawn and scrolled to. */
async function step(window: Window, { id, name }: Control, isBackwards: boolean): Promise<string[]> {
  for (let attempt = 0; attempt < 4; attempt++) {
    if (!(await call<boolean>(window, "scrollTo", id))) {
      await window.driver.executeAsyncScript(TWO_FRAMES);
      if (!(await call<boolean>(window, "find", id))) return [`${name} is gone`];
    }
    const isBeside = await call<boolean>(window, "approach", id, isBackwards);
    await window.driver.executeAsyncScript(TWO_FRAMES);
    if (isBeside) break;
  }
  await send(window, [Key.TAB], isBackwards);
  await window.driver.executeAsyncScript(TWO_FRAMES);
  const { isThere, problem } = await call<{ isThere: boolean; problem: string | null }>(window, "arrived", id);
  if (!isThere) return [`${isBackwards ? "Shift+Tab" : "Tab"} does not reach ${name}`];
  return problem ? [`${name} ${problem}`] : [];
}

/** Keys in one request are faster than the page draws: controls they passed, or where the focus was not visible, are retried. */
async function retry(window: Window, stops: readonly Stop[], others: readonly Control[], isBackwards: boolean): Promise<string[]> {
  const controls = [...stops.filter(({ problem }) => problem), ...others.filter(({ id }) => stops.every((stop) => stop.id !== id))];
  const problems: string[] = [];
  for (const control of controls) problems.push(...(await step(window, control, isBackwards)));
  return problems;
}

/** Everything that is wrong with keyboard access to what is shown now. */
export async function walk(window: Window, coverage: Coverage): Promise<string[]> {
  const problems: string[] = [];
  const start = await call<Start | null>(window, "begin", [...coverage.groups], [...coverage.landmarks]);
  if (!start) return [];
  if (!start.isMenu) {
    const forwards = await tabThrough(window, false, start, problems);
    const missed = await call<Control[]>(window, "missedByTab");
    if (start.after) await call(window, "focus", start.after.id);
    const backwards = await tabThrough(window, true, start, problems);
    problems.push(...landmarkJumps(forwards), ...orderDifferences(forwards, backwards));
    for (const { name, isInside } of [...forwards, ...backwards]) if (!isInside) problems.push(`the focus leaves the overlay for ${name}`);
    problems.push(...(await retry(window, forwards, [...missed, ...backwards], false)), ...(await retry(window, backwards, forwards, true)));
  }
  await walkGroups(window, coverage.groups, problems);
  problems.push(...(await call<string[]>(window, "end")));
  if (problems.length === 0) for (const landmark of start.landmarks) coverage.landmarks.add(landmark);
  return [...new Set(problems)];
}

/** Escape closes the topmost overlay. */
export async function pressEscape(window: Window): Promise<void> {
  const before = await call<number>(window, "overlays");
  await window.press(Key.ESCAPE);
  await window.waitFor(
    "const overlays = window.__walk.overlays(); return overlays < arguments[0] ? { ok: true } : { last: overlays }",
    "Escape has closed the overlay",
    before,
  );
}

/** After a walk, Escape closes the overlay, and the focus returns to where it was before it was opened. */
export async function closeWithEscape(window: Window): Promise<void> {
  await pressEscape(window);
  await window.waitFor("return window.__walk.returned()", "the focus has returned");
}
