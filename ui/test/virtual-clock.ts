// Virtual clock for all page tests: debounces, toasts and countdowns run on fake timers that advance only while
// testing-library waits for a condition. A slow machine therefore never changes what a test observes.
import { configure, getConfig } from "@testing-library/react";
import { vi } from "vitest";

const FAKED = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "requestAnimationFrame", "cancelAnimationFrame", "Date"] as const;

/** Advances the clock; only for tests about time, all others wait for a condition. */
export const elapse = async (milliseconds: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(milliseconds));

/** Runs due timers and lets pending promises settle. A timer set by a timer is due a millisecond later. */
export const settle = (): Promise<void> => elapse(1);

declare function setImmediate(callback: () => void): void; // from Node, whose types the page does not have
/** One turn of the real event loop, in which promises settle; it resolves even after the end of the test. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Options of user-event: a delay between keys advances the virtual clock and takes no real time. */
export const USER_EVENT = { pointerEventsCheck: 0, advanceTimers: elapse } as const;

// testing-library advances fake timers only if there is a global `jest`.
Object.assign(globalThis, { jest: { advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) } });

const { asyncWrapper, getElementError, unstable_advanceTimersWrapper: advanceTimersWrapper } = getConfig();
/** React's act() around the last step of the clock; a wait that times out rejects before it resolves. */
let step: Promise<unknown> = Promise.resolve();
configure({
  // Virtual time. Nothing in the page takes longer, and a failing wait ends after a hundred checks of the page.
  asyncUtilTimeout: 5_000,
  // Prints the page only for a failed wait, not for every check before.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true ? new Error(message ?? "") : getElementError(message, container),
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      try {
        return await wait();
      } finally {
        await step;
        await settle();
      }
    }),
  unstable_advanceTimersWrapper: (advance) => {
    step = Promise.resolve(
      advanceTimersWrapper(async () => {
        await advance();
        await turn();
      }),
    );
    return step;
  },
});

/** One minute after the time of the recorded responses (src-tauri/crates/engine/src/testing/recording.rs). */
const NOW = new Date("2026-09-12T09:31:00Z");
export const startClock = (): void => void vi.useFakeTimers({ toFake: [...FAKED], now: NOW });
export const stopClock = (): void => void vi.useRealTimers();
