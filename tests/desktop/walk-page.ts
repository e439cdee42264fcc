// The page's side of a walk: writes down where the focus is after each key, and knows what there is to be reached.
export const PAGE = `
document.body.style.opacity = "";
// A toast that is left over lies over the page, and goes by itself.
document.querySelectorAll("[data-testid=toast] [aria-label=Close]").forEach((button) => button.click());
if (window.__walk) return;
const ABOVE = "[role=dialog], [role=alertdialog], [role=menu]";
const LANDMARKS = "nav, main, aside, footer, [data-toasts], [aria-label='Edges of the panes']";
const GROUPS = "[role=grid], [role=radiogroup], [role=tablist], [role=menu], [role=listbox]";
const CONTROLS = "button, input, select, textarea, summary, a[href], [tabindex]:not([tabindex='-1']), [role=button], [role=link], [role=radio], "
  + "[role=tab], [role=checkbox], [role=switch], [role=option], [role^=menuitem], [role=grid] [data-tool], [role=grid] [role=row][tabindex]";
const ids = new WeakMap();
let next = 1, stops = [], seen = new Map(), wanted = [], gone = new Set(), byId = new Map(), opener = null, before = null;

const idOf = (element) => {
  if (!element || element === document.body) return 0;
  if (!ids.has(element)) byId.set(next, element), ids.set(element, next++);
  return ids.get(element);
};
const wordsOf = (element) => {
  if (!element || element === document.body) return "the page itself";
  const words = (element.ariaLabel || element.innerText || element.placeholder || element.dataset.testid || element.id || "").trim();
  return (element.getAttribute("role") ?? element.tagName.toLowerCase()) + ' "' + words.replaceAll("\\n", " ").slice(0, 60) + '"';
};
const isDrawn = (element) => {
  const box = element.getBoundingClientRect();
  if (box.width < 1 || box.height < 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
  // Above it nothing is painted while it is walked.
  for (let at = element; at && at !== document.body; at = at.parentElement) if (getComputedStyle(at).opacity === "0") return false;
  return true;
};
const layers = () => [...document.querySelectorAll(ABOVE)].filter((layer) => layer.dataset.state !== "closed");
const top = () => layers().at(-1) ?? document.body;
/** Only where a change of looks ends counts; what turns for ever has no end. */
const settle = () => {
  for (const animation of document.getAnimations()) if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
};
/** How the focus is shown: on it, around it, or on what it stands in. In a list the colour of the ground does. */
const looksOf = (element) => {
  let text = "";
  for (let at = element, depth = 0; at && depth < 3; at = at.parentElement, depth++) {
    for (const part of [null, "::before", "::after"]) {
      const style = getComputedStyle(at, part);
      text += [style.outlineStyle === "none" ? "" : style.outline, style.boxShadow, part ? style.backgroundColor : style.borderColor].join("|") + ";";
    }
  }
  return element.matches("[role^=menuitem]") ? text + getComputedStyle(element).backgroundColor : text;
};
/** What keeps the focus from being seen where it is. */
const hidden = (element) => {
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

/** What takes the focus to show that it is open shows that by being there. */
const see = (element) => {
  if (!seen.get(element)) seen.set(element, element.matches(ABOVE) ? null : looksOf(element));
};
addEventListener("keyup", ({ key }) => {
  if (key === "Shift") return;
  settle();
  const element = document.activeElement;
  const id = idOf(element);
  if (id === 0) return void stops.push({ id, words: wordsOf(element), landmark: "", inside: false, wrong: null });
  see(element);
  note(element);
  const active = document.getElementById(element.getAttribute("aria-activedescendant"));
  if (active) seen.set(active, null);
  stops.push({ id, words: wordsOf(element), landmark: landmarkOf(element), inside: top().contains(element), wrong: hidden(element) });
}, true);

let isGiven = false;
const give = (element) => {
  isGiven = true;
  element.focus();
  isGiven = false;
};
/** Where the focus was last before something was opened; the trigger of a menu is pressed without being given it. */
const remember = (element) => {
  if (element && !element.closest(ABOVE + ", [data-toasts]")) opener = element;
};
addEventListener("focusin", ({ target }) => {
  remember(target);
  // A group may move the focus only after the key is up. What is given the focus from here is not reached by a key.
  if (!isGiven && !seen.has(target)) seen.set(target, null);
}, true);
addEventListener("pointerdown", ({ target }) => remember(target.closest("button, [tabindex]")), true);

const canBeReached = (control) =>
  !control.matches(":disabled, [aria-disabled=true], [data-disabled]:not([data-disabled=false]), [data-radix-focus-guard], [role=dialog], [role=alertdialog], [role=menu]")
  && !control.closest("[aria-hidden=true], [inert]")
  // The tick of a tool is set by a key while the tool has the focus.
  && !control.matches("[role=grid] [data-tool] [role=checkbox]")
  // What stands in a row is reached by Tab once the arrows have gone to the row, which is a member itself.
  && !control.matches("[role=grid] [role=row][tabindex='-1'] *")
  && isDrawn(control);
/** How it is found again when it is drawn anew: what is far from what is seen may not be drawn. */
const namesOf = new WeakMap(), places = new Map();
const note = (control) => {
  namesOf.set(control, wordsOf(control));
  const root = control.closest("[data-scrolls]");
  if (root) places.set(idOf(control), { root, top: root.scrollTop + control.getBoundingClientRect().top - root.getBoundingClientRect().top });
  return { id: idOf(control), words: wordsOf(control) };
};
const tabbed = () => controls().filter((control) => control.tabIndex >= 0);
const controls = () => [...top().querySelectorAll(CONTROLS)].filter(canBeReached);
/** Where the arrow keys go through a group from, if Tab has reached it: itself, one of its members, or the field it belongs to. */
const entryOf = (group) => {
  const members = [group, ...group.querySelectorAll("[tabindex='0']")];
  const fields = group.id && group.matches("[role=listbox]") ? [...document.querySelectorAll('[aria-controls="' + group.id + '"]')] : [];
  const isEntered = group.matches("[role=menu]") || [...members, ...group.querySelectorAll("[tabindex]"), ...fields].some(isReached);
  return isEntered ? [...fields, ...members.reverse()].find(({ tabIndex }) => tabIndex >= 0) ?? group : undefined;
};
/** Where it stands and what it is called: a group is gone through once, wherever it is met again. */
const nameOf = (group) => [group.parentElement.closest("[data-testid]")?.dataset.testid, group.getAttribute("role"), group.ariaLabel, group.querySelector("[data-tool]")?.role].join(" ");
/** A tool may be drawn anew while it is decided about. */
const isReached = (control) => seen.has(control) || (!control.isConnected && [...seen.keys()].some((other) => namesOf.get(other) === namesOf.get(control))) || (control.dataset.tool && [...seen.keys()].some(({ dataset }) => dataset.tool === control.dataset.tool));
const isLeft = (control) => {
  const group = control.closest(GROUPS);
  return !isReached(control) && !(group && gone.has(nameOf(group)) && entryOf(group));
};
const membersOf = (group) => wanted.filter((control) => control.closest(GROUPS) === group);

window.__walk = {
  stops: () => stops,
  forget: () => void (stops = []),
  layers: () => layers().length,
  isMenu: () => top().matches("[role=menu]"),
  count: () => tabbed().length,
  begin(known) {
    before = opener; // To give the focus back is to give it to something.
    gone = new Set(known);
    // To paint the page costs far more than what a key does in it. It is painted again when the next walk is prepared.
    document.body.style.opacity = "0";
    [stops, seen] = [[], new Map()];
    wanted = controls();
    wanted.forEach(note);
  },
  /** Those that change what stands beside them come last. */
  groups: () => [...new Set(wanted.filter(isLeft).map((control) => control.closest(GROUPS)))].filter(Boolean).map((group) => ({
    id: idOf(group),
    name: nameOf(group),
    key: group.matches("[role=radiogroup], [role=tablist]") || group.querySelector("[data-testid=card]") ? "right" : "down",
    leads: group.matches("[role=grid], [role=listbox], [role=tablist]"),
  })).sort((a, b) => a.leads - b.leads),
  /** Whether the group has been entered with Tab, and can be still. */
  enter(id) {
    const entry = entryOf(byId.get(id));
    if (entry) give(entry);
    return Boolean(entry) && document.activeElement === entry;
  },
  members: (id) => membersOf(byId.get(id)).length,
  left: (id) => membersOf(byId.get(id)).filter((member) => !isReached(member)).length,
  chosen: (id) => byId.get(id).querySelector("[role=radio][aria-checked=true]")?.textContent ?? null,
  /** What Tab alone must have reached, now that more of the page may be drawn. */
  missed() {
    wanted.push(...controls().filter((control) => !wanted.includes(control)));
    return tabbed().filter((control) => !isReached(control) && !control.closest(GROUPS)).map(note);
  },
  /** Scrolls to where it was, if it is not drawn now. */
  bring(id) {
    if (byId.get(id).isConnected) return true;
    const place = places.get(id);
    if (place) place.root.scrollTop = place.top - place.root.clientHeight / 2;
    return false;
  },
  /** What is drawn in its place. */
  find(id) {
    const found = controls().find((control) => wordsOf(control) === namesOf.get(byId.get(id)));
    if (found) byId.set(id, found), ids.set(found, id);
    return Boolean(found);
  },
  isAt: (id) => idOf(document.activeElement) === id,
  /** Gives the focus to what stands before it, or behind. */
  approach(id, isBack) {
    const all = tabbed();
    const at = all.indexOf(byId.get(id));
    const from = all.at((at + (isBack ? 1 : all.length - 1)) % all.length);
    if (document.activeElement === from) return true;
    give(from);
    return false;
  },
  hidden: () => hidden(document.activeElement),
  end() {
    const missed = wanted.filter(isLeft).map((control) => "no key reaches " + wordsOf(control));
    const pushed = controls().filter(({ tabIndex }) => tabIndex > 0).map((control) => wordsOf(control) + " comes before what stands before it");
    const focused = document.activeElement;
    focused.blur();
    settle();
    const same = [...seen].filter(([element, looks]) => looks !== null && element.isConnected && looksOf(element) === looks)
      .map(([element]) => wordsOf(element) + " looks the same with the focus as without it");
    focused.focus();
    return [...missed, ...pushed, ...same];
  },
  returned() {
    const now = document.activeElement;
    const above = top();
    // Where something else still lies above the page, it is there.
    const isBack = above === document.body ? (before?.isConnected ? now === before : now !== document.body) : above.contains(now);
    return { isBack, wanted: wordsOf(before), words: wordsOf(now) };
  },
};`;
