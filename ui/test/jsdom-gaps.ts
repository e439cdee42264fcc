// Polyfills for jsdom: element sizes, ResizeObserver, pointer capture, scrolling. Every element is as large as the window.
import * as React from "react";

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

// Cached getComputedStyle. No style sheet is loaded, so elements of one kind with the same style attribute have the same
// styles; jsdom would match its default style sheet for each element of each query, which is a third of the run time.
const computed = globalThis.getComputedStyle;
const byKind = new Map<string, CSSStyleDeclaration>();
globalThis.getComputedStyle = (element, pseudo) => {
  const attribute = (name: string) => element.getAttribute(name) ?? "-";
  const kind = `${element.tagName} ${attribute("hidden")} ${attribute("type")} ${attribute("open")} ${pseudo ?? ""} ${attribute("style")}`;
  const style = byKind.get(kind) ?? computed(element.cloneNode() as Element, pseudo); // a detached clone inherits nothing
  byKind.set(kind, style);
  return style;
};

// Disables owner stacks: React's development build captures a stack trace for every element, a fifth of the run time, to
// name the owner in warnings. It stops at a limit per second; this counter reports that the limit is reached.
const internals = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE") as object;
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set: () => undefined });
