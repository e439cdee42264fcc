// The page's side of a keyboard walk: records where the focus is after each key, and knows which controls must be reached.
export const PAGE = `
document.body.style.opacity = ""; // after a walk that failed
// A toast that is left over lies over the page until its time is up.
document.querySelectorAll("[data-testid=toast] [aria-label=Close]").forEach((button) => button.click());
if (window.__walk) return;
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu]";
const LANDMARKS = "nav, main, aside, footer, [data-toasts], [aria-label='Edges of the panes']";
const GROUPS = "[role=grid], [role=radiogroup], [role=tablist], [role=menu], [role=listbox]";
const CONTROLS = "button, input, select, textarea, summary, a[href], [tabindex]:not([tabindex='-1']), [role=button], [role=link], [role=radio], "
  + "[role=tab], [role=checkbox], [role=switch], [role=option], [role^=menuitem], [role=grid] [data-tool], [role=grid] [role=row][tabindex]";
const ids = new WeakMap();
let nextId = 1, stops = [], seen = new Map(), wanted = [], known = new Set(), byId = new Map(), opener = null, expectedOpener = null;
/** The landmarks that this walk goes through; null: all of the window, or the overlay on top. */
let scope = null;

const idOf = (element) => {
  if (!element || element === document.body) return 0;
  if (!ids.has(element)) byId.set(nextId, element), ids.set(element, nextId++);
  return ids.get(element);
};
const describe = (element) => {
  if (!element || element === document.body) return "the page itself";
  const name = (element.ariaLabel || element.innerText || element.placeholder || element.dataset.testid || element.id || "").trim();
  return (element.getAttribute("role") ?? element.tagName.toLowerCase()) + ' "' + name.replaceAll("\\n", " ").slice(0, 60) + '"';
};
const isDrawn = (element) => {
  const box = element.getBoundingClientRect();
  if (box.width < 1 || box.height < 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
  // The body itself is transparent during a walk.
  for (let at = element; at && at !== document.body; at = at.parentElement) if (getComputedStyle(at).opacity === "0") return false;
  return true;
};
const overlays = () => [...document.querySelectorAll(OVERLAYS)].filter((overlay) => overlay.dataset.state !== "closed");
const top = () => overlays().at(-1) ?? document.body;
const isInScope = (element) => scope === null || scope.has(landmarkOf(element));
/** Only the end of a transition counts; an endless animation has none. */
const finishTransitions = () => {
  for (const animation of document.getAnimations()) if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
};
/** What shows the focus: styles of the element, around it, or of its parents. In a menu the background does. */
const focusStyleOf = (element) => {
  let text = "";
  for (let at = element, depth = 0; at && depth < 3; at = at.parentElement, depth++) {
    for (const part of [null, "::before", "::after"]) {
      const style = getComputedStyle(at, part);
      text += [style.outlineStyle === "none" ? "" : style.outline, style.boxShadow, part ? style.backgroundColor : style.borderColor].join("|") + ";";
    }
  }
  return element.matches("[role^=menuitem]") ? text + getComputedStyle(element).backgroundColor : text;
};
/** Why the focused element cannot be seen, or null. */
const obscured = (element) => {
  if (!isDrawn(element)) return "has the focus and is invisible";
  const box = element.getBoundingClientRect();
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [up, down] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  if (right - left < 1 || down - up < 1) return "has the focus and is outside of the window";
  const parts = [0.5, 0.25, 0.75, 0.05, 0.95];
  const isHit = (hit) => hit && (element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit)));
  const isSeen = parts.some((x) => parts.some((y) => isHit(document.elementFromPoint(left + (right - left) * x, up + (down - up) * y))));
  return isSeen ? null : "has the focus and lies under something else";
};
const landmarkOf = (element) => {
  let found = "none";
  for (let at = element; at; at = at.parentElement) if (at.matches(LANDMARKS)) found = at.tagName.toLowerCase() + (at.ariaLabel ? " " + at.ariaLabel : "");
  return found;
};

/** An overlay that takes the focus itself needs no focus style: that it is open shows it. */
const see = (element) => {
  if (!seen.get(element)) seen.set(element, element.matches(OVERLAYS) ? null : focusStyleOf(element));
};
addEventListener("keyup", ({ key }) => {
  if (key === "Shift") return;
  finishTransitions();
  const element = document.activeElement;
  const id = idOf(element);
  if (id === 0) return void stops.push({ id, name: describe(element), landmark: "", isInside: false, isInScope: true, problem: null });
  see(element);
  note(element);
  const active = document.getElementById(element.getAttribute("aria-activedescendant"));
  if (active) seen.set(active, null);
  stops.push({ id, name: describe(element), landmark: landmarkOf(element), isInside: top().contains(element), isInScope: isInScope(element), problem: obscured(element) });
}, true);

let isScripted = false;
const focus = (element) => {
  isScripted = true;
  element.focus();
  isScripted = false;
};
/** Where the focus was before an overlay was opened. A menu's trigger is pressed without getting the focus. */
const rememberOpener = (element) => {
  if (element && !element.closest(OVERLAYS + ", [data-toasts]")) opener = element;
};
addEventListener("focusin", ({ target }) => {
  rememberOpener(target);
  // A group may move the focus only after keyup. An element that is focused by this script is not reached by a key.
  if (!isScripted && !seen.has(target)) seen.set(target, null);
}, true);
addEventListener("pointerdown", ({ target }) => rememberOpener(target.closest("button, [tabindex]")), true);

const canBeReached = (control) =>
  !control.matches(":disabled, [aria-disabled=true], [data-disabled]:not([data-disabled=false]), [data-radix-focus-guard], [role=dialog], [role=alertdialog], [role=menu]")
  && !control.closest("[aria-hidden=true], [inert]")
  // A key ticks the tool that has the focus.
  && !control.matches("[role=grid] [data-tool] [role=checkbox]")
  // Tab reaches the controls of a row once the arrow keys have reached the row, which is a member itself.
  && !control.matches("[role=grid] [role=row][tabindex='-1'] *")
  && isDrawn(control);
/** How a control is found again when it is drawn anew: sections far from the viewport may not be drawn. */
const nameById = new WeakMap(), positions = new Map();
const note = (control) => {
  nameById.set(control, describe(control));
  const root = control.closest("[data-scrolls]");
  if (root) positions.set(idOf(control), { root, top: root.scrollTop + control.getBoundingClientRect().top - root.getBoundingClientRect().top });
  return { id: idOf(control), name: describe(control) };
};
const controls = () => [...top().querySelectorAll(CONTROLS)].filter((control) => isInScope(control) && canBeReached(control));
const allTabStops = () => [...top().querySelectorAll(CONTROLS)].filter((control) => control.tabIndex >= 0 && canBeReached(control));
const tabStops = () => controls().filter((control) => control.tabIndex >= 0);
/** Where the arrow keys enter a group that Tab has reached: the group, one of its members, or the field it belongs to. */
const entryOf = (group) => {
  const members = [group, ...group.querySelectorAll("[tabindex='0']")];
  const fields = group.id && group.matches("[role=listbox]") ? [...document.querySelectorAll('[aria-controls="' + group.id + '"]')] : [];
  const isEntered = group.matches("[role=menu]") || [...members, ...group.querySelectorAll("[tabindex]"), ...fields].some(isReached);
  return isEntered ? [...fields, ...members.reverse()].find(({ tabIndex }) => tabIndex >= 0) ?? group : undefined;
};
/** Identifies a group across views, so that each is walked once. */
const nameOfGroup = (group) => [group.parentElement.closest("[data-testid]")?.dataset.testid, group.getAttribute("role"), group.ariaLabel, group.querySelector("[data-tool]")?.role].join(" ");
/** A tool may be drawn anew during the walk. */
const isReached = (control) => seen.has(control)
  || (!control.isConnected && [...seen.keys()].some((other) => nameById.get(other) === nameById.get(control)))
  || (control.dataset.tool && [...seen.keys()].some(({ dataset }) => dataset.tool === control.dataset.tool));
const isMissed = (control) => {
  const group = control.closest(GROUPS);
  return !isReached(control) && !(group && known.has(nameOfGroup(group)) && entryOf(group));
};
const membersOf = (group) => wanted.filter((control) => control.closest(GROUPS) === group);
const checkedIn = (group) => group.querySelector("[role=radio][aria-checked=true]")?.textContent ?? null;

window.__walk = {
  /** The stops since the last call, once there are that many. */
  take(count) {
    if (stops.length < count) return { last: stops.length };
    const taken = stops;
    stops = [];
    return { ok: taken };
  },
  overlays: () => overlays().length,
  count: () => tabStops().length,
  focus: (id) => focus(byId.get(id)),
  /**
   * Begins a walk. Landmarks with the same tab stops in the same order as in an earlier walk are left out: a page beside the
   * catalog has the same sidebar and the same bottom bar. What is left is entered from the tab stop before it.
   */
  begin(knownGroups, walkedLandmarks) {
    expectedOpener = opener; // focusing anything changes it
    [known, scope] = [new Set(knownGroups), null];
    const all = allTabStops();
    const content = new Map();
    for (const control of all) {
      const grid = control.closest("[role=grid]");
      const landmark = landmarkOf(control);
      content.set(landmark, (content.get(landmark) ?? landmark) + " · " + (grid ? nameOfGroup(grid) : describe(control)));
    }
    const isOverlay = top() !== document.body;
    const isNew = [...content.values()].map((signature) => isOverlay || !walkedLandmarks.includes(signature));
    const [first, last] = [isNew.indexOf(true), isNew.lastIndexOf(true)];
    const entered = [...content].slice(first, last + 1);
    if (!isOverlay && (first > 0 || last < isNew.length - 1)) scope = new Set(entered.map(([landmark]) => landmark));
    if (first < 0 && !isOverlay) return null;
    // Painting the page costs far more than a key does.
    document.body.style.opacity = "0";
    [stops, seen] = [[], new Map()];
    wanted = controls();
    wanted.forEach(note);
    const inScope = all.filter(isInScope);
    const [before, after] = [all.at(all.indexOf(inScope[0]) - 1), all.at((all.indexOf(inScope.at(-1)) + 1) % all.length)];
    if (scope) focus(before);
    return {
      isMenu: top().matches("[role=menu]"), isWhole: scope === null, before: scope && note(before), after: scope && note(after),
      landmarks: isOverlay ? [] : entered.map(([, signature]) => signature),
    };
  },
  /** The groups with members that were not reached yet. Those whose members change what is beside them come last. */
  groups: () => [...new Set(wanted.filter(isMissed).map((control) => control.closest(GROUPS)))].filter(Boolean).map((group) => ({
    id: idOf(group),
    name: nameOfGroup(group),
    key: group.matches("[role=radiogroup], [role=tablist]") || group.querySelector("[data-testid=card]") ? "right" : "down",
    isLeading: group.matches("[role=grid], [role=listbox], [role=tablist]"),
  })).sort((a, b) => a.isLeading - b.isLeading),
  /** Enters a group that Tab has reached: how many members it has and which is checked, or null if it cannot be entered. */
  enter(id) {
    const group = byId.get(id);
    const entry = entryOf(group);
    if (entry) focus(entry);
    return entry && document.activeElement === entry ? { members: membersOf(group).length, checked: checkedIn(group) } : null;
  },
  missedIn: (id) => membersOf(byId.get(id)).filter((member) => !isReached(member)).length,
  checked: (id) => checkedIn(byId.get(id)),
  /** What Tab alone must have reached, now that more of the page may be drawn. */
  missedByTab() {
    wanted.push(...controls().filter((control) => !wanted.includes(control)));
    return tabStops().filter((control) => !isReached(control) && !control.closest(GROUPS)).map(note);
  },
  /** Whether a control is drawn; if not, scrolls to where it was. */
  scrollTo(id) {
    if (byId.get(id).isConnected) return true;
    const position = positions.get(id);
    if (position) position.root.scrollTop = position.top - position.root.clientHeight / 2;
    return false;
  },
  /** Finds the control that is drawn in place of another. */
  find(id) {
    const found = controls().find((control) => describe(control) === nameById.get(byId.get(id)));
    if (found) byId.set(id, found), ids.set(found, id);
    return Boolean(found);
  },
  /** Focuses the tab stop before a control, or behind it. */
  approach(id, isBackwards) {
    const all = allTabStops();
    const at = all.indexOf(byId.get(id));
    const from = all.at((at + (isBackwards ? 1 : all.length - 1)) % all.length);
    if (document.activeElement === from) return true;
    focus(from);
    return false;
  },
  arrived: (id) => ({ isThere: idOf(document.activeElement) === id, problem: obscured(document.activeElement) }),
  /** Everything that is wrong once all keys were pressed. */
  end() {
    // A toast that came meanwhile is gone again before anybody could walk to it.
    const missed = wanted.filter((control) => isMissed(control) && !control.closest("[data-testid=toast]")).map((control) => "no key reaches " + describe(control));
    const positive = controls().filter(({ tabIndex }) => tabIndex > 0).map((control) => describe(control) + " has a positive tabindex");
    const focused = document.activeElement;
    focused.blur();
    finishTransitions();
    const same = [...seen].filter(([element, style]) => style !== null && element.isConnected && focusStyleOf(element) === style)
      .map(([element]) => describe(element) + " looks the same with the focus as without it");
    focused.focus();
    document.body.style.opacity = "";
    return [...missed, ...positive, ...same];
  },
  /** Whether the focus is back where it was before the overlay was opened, or within the overlay that is left. */
  returned() {
    const now = document.activeElement;
    const above = top();
    const isBack = above === document.body ? (expectedOpener?.isConnected ? now === expectedOpener : now !== document.body) : above.contains(now);
    return isBack ? { ok: true } : { last: "the focus is on " + describe(now) + ", not on " + describe(expectedOpener) };
  },
};`;
