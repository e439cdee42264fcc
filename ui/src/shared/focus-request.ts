// Focus on its way to a text field: text typed before the field has the focus goes into the field and runs no shortcut.
import { create } from "zustand";
import { isTyping } from "./key-target";

/** Marks the search field of a page. */
export const PAGE_SEARCH = { "data-page-search": true } as const;
const SEARCH_FIELD = "[data-page-search]";

/** After this time the field is not coming, and keys are shortcuts again. */
const TIMEOUT_MS = 2000;

type Request = { selector: string; typed: string; until: number };
const useRequest = create<{ request: Request | null }>()(() => ({ request: null }));
const put = (request: Request | null) => useRequest.setState({ request });

function pendingRequest(): Request | null {
  const { request } = useRequest.getState();
  return request && Date.now() < request.until ? request : null;
}

/** Collects typed text until a field has the focus; another key, a press, or the focus of another field ends it. */
export const awaitTextField = (selector: string): void => put({ selector, typed: "", until: Date.now() + TIMEOUT_MS });

function onKeyDown(event: KeyboardEvent): void {
  const request = pendingRequest();
  if (!request || event.key === "Shift") return;
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isTyping(event.target) || !(isText || event.key === "Backspace")) return put(null);
  put({ ...request, typed: isText ? request.typed + event.key : request.typed.slice(0, -1) });
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onFocusIn({ target }: FocusEvent): void {
  const request = pendingRequest();
  if (!request || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  put(null);
  // No other field, such as one that confirms a destructive call, gets the text.
  if (request.typed === "" || !target.matches(request.selector)) return;
  target.setRangeText(request.typed, target.selectionStart ?? 0, target.selectionEnd ?? 0, "end");
  target.dispatchEvent(new InputEvent("input", { bubbles: true, data: request.typed, inputType: "insertText" }));
}

window.addEventListener("keydown", onKeyDown, { capture: true });
window.addEventListener("pointerdown", () => put(null), { capture: true });
document.addEventListener("focusin", onFocusIn);

function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>(SEARCH_FIELD);
  field?.focus();
  return field !== null && document.activeElement === field;
}

export const hasPageSearch = (): boolean => document.querySelector(SEARCH_FIELD) !== null;

/** Focuses the search field of the page in the same event, or as soon as it is mounted. */
export function focusPageSearch(): void {
  if (focusSearchField()) return;
  awaitTextField(SEARCH_FIELD);
  const observer = new MutationObserver(() => {
    if (!pendingRequest() || focusSearchField()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Leaves a search field for the list below it, where the keys of the page work; without a list, only the field. */
export function leaveSearch(field: HTMLElement): void {
  const lists = document.querySelectorAll("main [role=grid], main [role=treegrid], main [role=listbox]");
  for (const list of lists) {
    const target = list.querySelector<HTMLElement>('[tabindex="0"]') ?? (list instanceof HTMLElement && list.tabIndex === 0 ? list : null);
    target?.focus();
    if (target !== null && document.activeElement === target) return;
  }
  field.blur();
}
