// Virtual clock for all page tests: debounces, toasts and countdowns run on fake timers that advance only while
// testing-library waits for a condition. A slow machine therefore never changes what a test observes.
import { configure, getConfig } from "@testing-library/react";
import { vi } from "vitest";

const FAKED = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "requestAnimationFrame", "cancelAnimationFrame", "Date"] as const;

/** Moves the clock; only for tests about time itself, everything else waits for a condition. */
export const elapse = async (milliseconds: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(milliseconds));

/** Runs what is due at once and lets pending promises settle. A timer set by a timer is due a millisecond later. */
export const settle = (): Promise<void> => elapse(1);

declare function setImmediate(callback: () => void): void; // of Node, whose types the page does not have
/** One turn of the real event loop, in which promises settle; it ends even if the test has ended meanwhile. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The options for user-event: pauses between keys are turns of the event loop, not time. */
export const USER_EVENT = { pointerEventsCheck: 0, advanceTimers: elapse } as const;

// testing-library drives fake timers only where it finds a global `jest`.
Object.assign(globalThis, { jest: { advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) } });

const { asyncWrapper, getElementError, unstable_advanceTimersWrapper: advanceTimersWrapper } = getConfig();
/** React's act() around the last step of the clock. A wait that times out rejects in the middle of it. */
let step: Promise<unknown> = Promise.resolve();
configure({
  // Virtual time. Nothing in the page takes longer, and a wait that fails ends after a hundred looks at the page.
  asyncUtilTimeout: 5_000,
  // The page is printed when a wait has failed, not for every look at it before.
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

/** A minute after the recorded answers were given (src-tauri/crates/engine/src/testing/recording.rs). */
const NOW = new Date("2026-09-12T09:31:00Z");
export const startClock = (): void => void vi.useFakeTimers({ toFake: [...FAKED], now: NOW });
export const stopClock = (): void => void vi.useRealTimers();
