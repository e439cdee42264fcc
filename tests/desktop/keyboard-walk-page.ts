// Page script of a keyboard walk: records the focus after each key and lists the controls that must be reachable.
export const PAGE = `
document.body.style.opacity = ""; // reset after a failed walk
// A toast from before would cover part of the page until its timeout.
document.querySelectorAll("[data-testid=toast] [aria-label=Close]").forEach((button) => button.click());
if (window.__walk) return;
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu]";
const LANDMARKS = "nav, main, aside, footer, [data-toasts], [aria-label='Pane widths']";
const GROUPS = "[role=grid], [role=radiogroup], [role=tablist], [role=menu], [role=listbox]";
const CONTROLS = "button, input, select, textarea, summary, a[href], [tabindex]:not([tabindex='-1']), [role=button], [role=link], [role=radio], "
  + "[role=tab], [role=checkbox], [role=switch], [role=option], [role^=menuitem], [role=grid] [data-tool], [role=grid] [role=row][tabindex]";
const ids = new WeakMap();
let nextId = 1, stops = [], seen = new Map(), expectedControls = [], known = new Set(), byId = new Map(), opener = null, expectedOpener = null;
/** Landmarks of this walk; null: the whole window, or the topmost overlay. */
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
/** Finishes all animations except endless ones. */
const finishTransitions = () => {
  for (const animation of document.getAnimations()) if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
};
/** Styles that can indicate the focus: of the element, its pseudo-elements and its parents; in a menu also the background. */
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
/** Reason why the focused element is not visible, or null. */
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

/** An overlay that has the focus itself needs no focus style. */
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
/** Records the element that opens an overlay. A press on a menu's trigger does not focus it. */
const rememberOpener = (element) => {
  if (element && !element.closest(OVERLAYS + ", [data-toasts]")) opener = element;
};
addEventListener("focusin", ({ target }) => {
  rememberOpener(target);
  // A group may move the focus after keyup. Elements that this script focuses do not count as reached.
  if (!isScripted && !seen.has(target)) seen.set(target, null);
}, true);
addEventListener("pointerdown", ({ target }) => rememberOpener(target.closest("button, [tabindex]")), true);

const canBeReached = (control) =>
  !control.matches(":disabled, [aria-disabled=true], [data-disabled]:not([data-disabled=false]), [data-radix-focus-guard], [role=dialog], [role=alertdialog], [role=menu]")
  && !control.closest("[aria-hidden=true], [inert]")
  // The checkbox of a tool has a shortcut instead of the focus.
  && !control.matches("[role=grid] [data-tool] [role=checkbox]")
  // Tab reaches the controls of a row only after the arrow keys have reached the row, which counts as a control itself.
  && !control.matches("[role=grid] [role=row][tabindex='-1'] *")
  && isDrawn(control);
/** Names and positions to find a control that was rendered again: sections far from the viewport are not rendered. */
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
/** Entry element of a group that Tab has reached: the group, one of its members, or the field that controls it. */
const entryOf = (group) => {
  const members = [group, ...group.querySelectorAll("[tabindex='0']")];
  const fields = group.id && group.matches("[role=listbox]") ? [...document.querySelectorAll('[aria-controls="' + group.id + '"]')] : [];
  const isEntered = group.matches("[role=menu]") || [...members, ...group.querySelectorAll("[tabindex]"), ...fields].some(isReached);
  return isEntered ? [...fields, ...members.reverse()].find(({ tabIndex }) => tabIndex >= 0) ?? group : undefined;
};
/** Identifies a group across views, so that each group is walked once. */
const nameOfGroup = (group) => [group.parentElement.closest("[data-testid]")?.dataset.testid, group.getAttribute("role"), group.ariaLabel, group.querySelector("[data-tool]")?.role].join(" ");
/** Also true for a control that was rendered again during the walk. */
const isReached = (control) => seen.has(control)
  || (!control.isConnected && [...seen.keys()].some((other) => nameById.get(other) === nameById.get(control)))
  || (control.dataset.tool && [...seen.keys()].some(({ dataset }) => dataset.tool === control.dataset.tool));
/** Groups of the controls when the view opened: a virtual list unmounts rows while the walk scrolls it. */
const groupNames = new Map();
const rememberGroup = (control) => {
  const group = control.closest(GROUPS);
  if (group) groupNames.set(control, nameOfGroup(group));
};
const isMissed = (control) => {
  const group = control.closest(GROUPS);
  // The members that are still mounted tell whether the keys enter the group.
  if (!control.isConnected && known.has(groupNames.get(control))) return false;
  return !isReached(control) && !(group && known.has(nameOfGroup(group)) && entryOf(group));
};
const membersOf = (group) => expectedControls.filter((control) => control.closest(GROUPS) === group);
const checkedIn = (group) => group.querySelector("[role=radio][aria-checked=true]")?.textContent ?? null;

window.__walk = {
  /** Stops since the last call, once there are at least \`count\`. */
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
   * Begins a walk. Skips landmarks with the same tab stops in the same order as in an earlier walk, such as the sidebar and the
   * bottom bar, which all pages share. The walk starts at the tab stop before the remaining landmarks.
   */
  begin(knownGroups, walkedLandmarks) {
    expectedOpener = opener; // saved, because each focus() changes it
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
    // Transparent, because painting the page is far slower than a key press.
    document.body.style.opacity = "0";
    [stops, seen] = [[], new Map()];
    expectedControls = controls();
    expectedControls.forEach(note);
    expectedControls.forEach(rememberGroup);
    const inScope = all.filter(isInScope);
    const [before, after] = [all.at(all.indexOf(inScope[0]) - 1), all.at((all.indexOf(inScope.at(-1)) + 1) % all.length)];
    if (scope) focus(before);
    return {
      isMenu: top().matches("[role=menu]"), isWhole: scope === null, before: scope && note(before), after: scope && note(after),
      landmarks: isOverlay ? [] : entered.map(([, signature]) => signature),
    };
  },
  /** Groups with unreached members. Groups whose members change the content beside them come last. */
  groups: () => [...new Set(expectedControls.filter(isMissed).map((control) => control.closest(GROUPS)))].filter(Boolean).map((group) => ({
    id: idOf(group),
    name: nameOfGroup(group),
    key: group.matches("[role=radiogroup], [role=tablist]") || group.querySelector("[data-testid=card]") ? "right" : "down",
    isLeading: group.matches("[role=grid], [role=listbox], [role=tablist]"),
  })).sort((a, b) => a.isLeading - b.isLeading),
  /** Enters a group that Tab has reached; returns its number of members and the checked one, or null if that fails. */
  enter(id) {
    const group = byId.get(id);
    const entry = entryOf(group);
    if (entry) focus(entry);
    return entry && document.activeElement === entry ? { members: membersOf(group).length, checked: checkedIn(group) } : null;
  },
  missedIn: (id) => membersOf(byId.get(id)).filter((member) => !isReached(member)).length,
  checked: (id) => checkedIn(byId.get(id)),
  /** Tab stops that were not reached, including those rendered since the start. */
  missedByTab() {
    expectedControls.push(...controls().filter((control) => !expectedControls.includes(control)));
    return tabStops().filter((control) => !isReached(control) && !control.closest(GROUPS)).map(note);
  },
  /** True if a control is rendered; otherwise scrolls to its last position. */
  scrollTo(id) {
    if (byId.get(id).isConnected) return true;
    const position = positions.get(id);
    if (position) position.root.scrollTop = position.top - position.root.clientHeight / 2;
    return false;
  },
  /** Finds the control that replaces another. */
  find(id) {
    const found = controls().find((control) => describe(control) === nameById.get(byId.get(id)));
    if (found) byId.set(id, found), ids.set(found, id);
    return Boolean(found);
  },
  /** Focuses the tab stop before a control, or after it. */
  approach(id, isBackwards) {
    const all = allTabStops();
    const at = all.indexOf(byId.get(id));
    const from = all.at((at + (isBackwards ? 1 : all.length - 1)) % all.length);
    if (document.activeElement === from) return true;
    focus(from);
    return false;
  },
  arrived: (id) => ({ isThere: idOf(document.activeElement) === id, problem: obscured(document.activeElement) }),
  /** Problems found after all keys were sent. */
  end() {
    // A toast that appeared during the walk may close before a key can reach it.
    const missed = expectedControls.filter((control) => isMissed(control) && !control.closest("[data-testid=toast]")).map((control) => "no key reaches " + describe(control));
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
  /** Ok if the focus is on the element that opened the overlay, or within the remaining overlay. */
  returned() {
    const now = document.activeElement;
    const above = top();
    const isBack = above === document.body ? (expectedOpener?.isConnected ? now === expectedOpener : now !== document.body) : above.contains(now);
    return isBack ? { ok: true } : { last: "the focus is on " + describe(now) + ", not on " + describe(expectedOpener) };
  },
};`;
