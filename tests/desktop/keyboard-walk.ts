// Keyboard walk through a view (WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11): Tab and the arrow keys reach every control with a
// visible focus, Shift+Tab visits them in reverse order, and Escape returns the focus. Many keys are sent in one request; a
// listener in the page records the focus after each key.
import { Key } from "selenium-webdriver";
import { PAGE } from "./keyboard-walk-page.ts";
import type { Window } from "./window.ts";

/** Focused element after a key; id 0 is the page itself. */
type Stop = { id: number; name: string; landmark: string; isInside: boolean; isInScope: boolean; problem: string | null };
type Control = Pick<Stop, "id" | "name">;
type Group = { id: number; name: string; key: "right" | "down" };
/** `before` and `after` are the tab stops around the landmarks of a partial walk. */
type Start = { isMenu: boolean; isWhole: boolean; before: Control | null; after: Control | null; landmarks: string[] };

/** Groups and landmarks that an earlier walk in the same window has covered. */
export type Coverage = { groups: Set<string>; landmarks: Set<string> };
export const newCoverage = (): Coverage => ({ groups: new Set(), landmarks: new Set() });

const MAX_STOPS = 400;

const call = <T>(window: Window, method: string, ...args: unknown[]): Promise<T> =>
  window.evaluate<T>(`return window.__walk.${method}(...arguments)`, ...args);

/** Starts recording the focus. Must run before a view opens, to know the element that had the focus. */
export const recordFocus = (window: Window): Promise<void> => window.evaluate(PAGE);

/** Sends keys and returns the focused element after each. */
async function send(window: Window, keys: string[], isShifted = false): Promise<Stop[]> {
  const actions = window.driver.actions();
  await (isShifted ? actions.keyDown(Key.SHIFT).sendKeys(...keys).keyUp(Key.SHIFT) : actions.sendKeys(...keys)).perform();
  return window.waitFor<Stop[]>("return window.__walk.take(arguments[0])", `the page has received ${keys.length} keys`, keys.length);
}

/**
 * Sends Tab (or Shift+Tab) from the current focus: through the whole window until the first stop, or through some landmarks
 * until it leaves them.
 */
async function tabThrough(window: Window, isBackwards: boolean, start: Start, problems: string[]): Promise<Stop[]> {
  const key = isBackwards ? "Shift+Tab" : "Tab";
  const stops: Stop[] = [];
  while (stops.length < MAX_STOPS) {
    // One more than the expected stops: the first again, or the one after the last.
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

/** The focus order must follow the landmarks: the focus enters none of them twice. */
function landmarkJumps(stops: readonly Stop[]): string[] {
  const landmarks = stops.map(({ landmark }) => landmark).filter((landmark, at, all) => landmark !== all.at(at - 1));
  return landmarks.length > new Set(landmarks).size ? [`Tab jumps between landmarks: ${landmarks.join(", ")}`] : [];
}

/** Shift+Tab must visit the stops of Tab in reverse order, regardless of the first stop. */
function orderDifferences(forwards: readonly Stop[], backwards: readonly Stop[]): string[] {
  const common = (some: readonly Stop[], others: readonly Stop[]) => some.filter(({ id }) => others.some((other) => other.id === id));
  const there = common(forwards, backwards);
  const reversed = common(backwards, forwards).reverse();
  const start = reversed.findIndex(({ id }) => id === there[0]?.id);
  const rotated = [...reversed.slice(start), ...reversed.slice(0, start)];
  const at = there.findIndex(({ id }, index) => rotated[index]?.id !== id);
  return at < 0 ? [] : [`Shift+Tab goes another way than Tab, at ${there[at]?.name} and ${rotated[at]?.name}`];
}

/** Sends a key repeatedly, with a pause: a radio group moves the focus and selects a moment after each key. */
async function sendOneByOne(window: Window, key: string, count: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let sent = 0; sent < count; sent++) {
    stops.push(...(await send(window, [key])));
    await window.driver.executeAsyncScript(TWO_FRAMES);
  }
  return stops;
}

/** Walks through every group with the arrow keys; the end of the walk reports unreached members. */
async function walkGroups(window: Window, known: Set<string>, problems: string[]): Promise<void> {
  for (const { id, name, key } of await call<Group[]>(window, "groups")) {
    const entered = await call<{ members: number; checked: string | null } | null>(window, "enter", id);
    if (!entered) continue;
    const { members, checked } = entered;
    const arrow = key === "right" ? Key.ARROW_RIGHT : Key.ARROW_DOWN;
    if (!checked) await send(window, [Key.HOME]);
    let missed = members;
    // A group that moves the focus with a delay may miss a key that follows immediately.
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

/** One step to a control from its neighbour at a user's pace, so that lazy sections render and scroll into view. */
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

/** Retries controls that were skipped or had no visible focus: keys in one request are faster than the rendering. */
async function retry(window: Window, stops: readonly Stop[], others: readonly Control[], isBackwards: boolean): Promise<string[]> {
  const controls = [...stops.filter(({ problem }) => problem), ...others.filter(({ id }) => stops.every((stop) => stop.id !== id))];
  const problems: string[] = [];
  for (const control of controls) problems.push(...(await step(window, control, isBackwards)));
  return problems;
}

/** Keyboard accessibility problems of the current view. */
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

/** Closes the topmost overlay with Escape. */
export async function pressEscape(window: Window): Promise<void> {
  const before = await call<number>(window, "overlays");
  await window.press(Key.ESCAPE);
  await window.waitFor(
    "const overlays = window.__walk.overlays(); return overlays < arguments[0] ? { ok: true } : { last: overlays }",
    "Escape has closed the overlay",
    before,
  );
}

/** Closes the overlay with Escape after a walk, and waits until the focus returns to the element that opened it. */
export async function closeWithEscape(window: Window): Promise<void> {
  await pressEscape(window);
  await window.waitFor("return window.__walk.returned()", "the focus has returned");
}
