// What jsdom lacks and the page needs: sizes, observers, pointer capture. Every element is as large as the window.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

export const WIDTH = 816;
export const HEIGHT = 772;

class StillResizeObserver implements ResizeObserver {
  readonly #callback: ResizeObserverCallback;
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    const box = { inlineSize: WIDTH, blockSize: HEIGHT };
    const entry = { target, borderBoxSize: [box], contentBoxSize: [box] };
    this.#callback([entry as unknown as ResizeObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver = StillResizeObserver;
for (const [property, value] of Object.entries({
  offsetWidth: WIDTH,
  offsetHeight: HEIGHT,
  clientWidth: WIDTH,
  clientHeight: HEIGHT,
})) {
  Object.defineProperty(HTMLElement.prototype, property, { configurable: true, get: () => value });
}
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = function scrollTo(this: Element, options?: ScrollToOptions | number) {
  if (typeof options === "object") this.scrollTop = options.top ?? 0;
} as typeof Element.prototype.scrollTo;

// No style sheet is loaded here: an element without a style of its own looks like every other of its kind, which jsdom
// would find out anew each time, for a third of all time.
const computed = globalThis.getComputedStyle;
const byKind = new Map<string, CSSStyleDeclaration>();
globalThis.getComputedStyle = (element, pseudo) => {
  if (pseudo || element.hasAttribute("style")) return computed(element, pseudo);
  const kind = `${element.tagName} ${element.hasAttribute("hidden")} ${element.getAttribute("type")} ${element.hasAttribute("open")}`;
  const style = byKind.get(kind) ?? computed(element.cloneNode() as Element); // apart, so that it inherits nothing
  byKind.set(kind, style);
  return style;
};

// A machine that builds something else meanwhile is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
