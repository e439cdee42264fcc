// Walking through the window with Tab and the arrow keys: many keys at once, while a listener in the page writes down where
// the focus is after each.
import { Key } from "selenium-webdriver";
import { until, type Window } from "./window.ts";
import { PAGE } from "./walk-page.ts";

/** Where the focus was after a key; 0 is the page itself. */
type Stop = { id: number; words: string; landmark: string; inside: boolean; wrong: string | null };
type Place = Pick<Stop, "id" | "words">;
type Group = { id: number; name: string; key: "right" | "down" };

const MOST = 400;

/** Calls a function of the page's side of the walk. */
const ask = <T>(window: Window, what: string, ...args: unknown[]): Promise<T> =>
  window.driver.executeScript<T>(`return window.__walk.${what}(...arguments)`, ...args);

/** Begins to watch the focus; before anything is opened, so that it is known where the focus was. */
export const watch = (window: Window): Promise<void> => window.driver.executeScript(PAGE);

/** Presses a key so many times, and tells where the focus was after each. */
async function pressed(window: Window, key: string, times: number, shift = false): Promise<Stop[]> {
  const actions = window.driver.actions();
  const keys = Array<string>(times).fill(key);
  await (shift ? actions.keyDown(Key.SHIFT).sendKeys(...keys).keyUp(Key.SHIFT) : actions.sendKeys(...keys)).perform();
  return until(async () => {
    const stops = await ask<Stop[]>(window, "stops");
    return stops.length >= times ? stops : undefined;
  }, `the page has seen ${times} keys`).finally(() => ask(window, "forget"));
}

/** Where Tab leads (backwards: Shift and Tab) from where the focus is, until it comes back to where it was first. */
async function round(window: Window, backwards: boolean, wrong: string[]): Promise<Stop[]> {
  const way = backwards ? "Shift+Tab" : "Tab";
  const stops: Stop[] = [];
  while (stops.length < MOST) {
    // One more than there should be: it comes back.
    const more = Math.max(2, (await ask<number>(window, "count")) + 1 - stops.length);
    for (const stop of await pressed(window, Key.TAB, more, backwards)) {
      const before = stops.at(-1);
      if (stop.id === 0) {
        wrong.push(`${way} loses the focus to the page after ${before?.words ?? "the start"}`);
        return stops;
      }
      if (stops.some(({ id }) => id === stop.id)) {
        if (stop.id === before?.id && stops.length > 1) wrong.push(`${way} does not leave ${stop.words}`);
        else if (stop.id !== stops[0]?.id) wrong.push(`${way} leads from ${before?.words} back to ${stop.words}, not to the first`);
        return stops;
      }
      stops.push(stop);
    }
  }
  wrong.push(`${way} never comes back`);
  return stops;
}

/** The order must be that of the parts of the window: none of them is come back to. */
function jumps(stops: readonly Stop[]): string[] {
  const parts = stops.map(({ landmark }) => landmark).filter((part, at, all) => part !== all.at(at - 1));
  return parts.length > new Set(parts).size ? [`Tab jumps between the parts of the window: ${parts.join(", ")}`] : [];
}

/** Shift and Tab must go the same way as Tab, from wherever each began. */
function sameWay(there: readonly Stop[], back: readonly Stop[]): string[] {
  const common = (some: readonly Stop[], others: readonly Stop[]) => some.filter(({ id }) => others.some((other) => other.id === id));
  const forth = common(there, back);
  const reversed = common(back, there).reverse();
  const start = reversed.findIndex(({ id }) => id === forth[0]?.id);
  const turned = [...reversed.slice(start), ...reversed.slice(0, start)];
  const at = forth.findIndex(({ id }, index) => turned[index]?.id !== id);
  return at < 0 ? [] : [`Shift+Tab goes another way than Tab, at ${forth[at]?.words} and ${turned[at]?.words}`];
}

/** Goes through every group with the arrow keys; what they do not reach is named in the end. */
async function arrows(window: Window, known: Set<string>, wrong: string[]): Promise<void> {
  for (const { id, name, key } of await ask<Group[]>(window, "groups")) {
    if (!(await ask<boolean>(window, "enter", id))) continue;
    const chosen = await ask<string | null>(window, "chosen", id);
    await pressed(window, Key.HOME, 1);
    const members = await ask<number>(window, "members", id);
    const left = () => ask<number>(window, "left", id);
    // A group that moves the focus a moment after the key may miss one that comes at once.
    for (let time = 0; time < 3 && (time === 0 || (await left()) > 0); time++) {
      const stops = await pressed(window, key === "right" ? Key.ARROW_RIGHT : Key.ARROW_DOWN, members);
      if (stops.some((stop) => stop.id === 0)) wrong.push(`an arrow key loses the focus to the page in ${name}`);
    }
    if ((await left()) === 0) known.add(name);
    if (chosen) await until(async () => (await ask(window, "chosen", id)) === chosen, `${name} is at ${chosen} again, after one round`);
  }
}

const TWO_FRAMES = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))";

/** One step to a place, from the place beside it, at the pace of somebody who looks: what is near is drawn, and has scrolled. */
async function step(window: Window, { id, words }: Place, shift: boolean): Promise<string[]> {
  for (let time = 0; time < 4; time++) {
    if (!(await ask<boolean>(window, "bring", id))) {
      await window.driver.executeAsyncScript(TWO_FRAMES);
      if (!(await ask<boolean>(window, "find", id))) return [`${words} is gone`];
    }
    const isBeside = await ask<boolean>(window, "approach", id, shift);
    await window.driver.executeAsyncScript(TWO_FRAMES);
    if (isBeside) break;
  }
  await pressed(window, Key.TAB, 1, shift);
  await window.driver.executeAsyncScript(TWO_FRAMES);
  if (!(await ask<boolean>(window, "isAt", id))) return [`${shift ? "Shift+Tab" : "Tab"} does not reach ${words}`];
  const why = await ask<string | null>(window, "hidden");
  return why ? [`${words} ${why}`] : [];
}

/** Keys that come at once are faster than the page: what they passed by, or where the focus was not seen, is gone to again. */
async function again(window: Window, stops: readonly Stop[], others: readonly Place[], shift: boolean): Promise<string[]> {
  const places = [...stops.filter(({ wrong }) => wrong), ...others.filter(({ id }) => stops.every((stop) => stop.id !== id))];
  const wrong: string[] = [];
  for (const place of places) wrong.push(...(await step(window, place, shift)));
  return wrong;
}

/** Everything that is wrong with the way of the keys through what is shown now. `known` are groups that were gone through. */
export async function walk(window: Window, known = new Set<string>()): Promise<string[]> {
  const wrong: string[] = [];
  await ask(window, "begin", [...known]);
  if (!(await ask<boolean>(window, "isMenu"))) {
    const there = await round(window, false, wrong);
    const missed = await ask<Place[]>(window, "missed");
    const back = await round(window, true, wrong);
    wrong.push(...jumps(there), ...sameWay(there, back));
    for (const { words, inside } of [...there, ...back]) if (!inside) wrong.push(`the focus leaves what lies above the page, for ${words}`);
    wrong.push(...(await again(window, there, [...missed, ...back], false)), ...(await again(window, back, there, true)));
  }
  await arrows(window, known, wrong);
  wrong.push(...(await ask<string[]>(window, "end")));
  return [...new Set(wrong)];
}

/** Escape closes what lies above the page, and the focus is where it was before that was opened. */
export async function escape(window: Window): Promise<void> {
  const before = await ask<number>(window, "layers");
  await window.press(Key.ESCAPE);
  await until(async () => (await ask<number>(window, "layers")) < before, "Escape has closed it");
  let there = { isBack: false, wanted: "", words: "" };
  await until(
    async () => (there = await ask<typeof there>(window, "returned")).isBack,
    () => `the focus is back on ${there.wanted}; it is on ${there.words}`,
  );
}
