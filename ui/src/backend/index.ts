// The only door to Rust: the generated commands as functions that return data or throw, and the events.
import { commands, events } from "./bindings";
import type { ApiError, CatalogChanged, RunProgress, ScanProgress } from "./bindings";
import { BackendError } from "./error";

export type * from "./bindings";
export { BackendError, asBackendError } from "./error";

type Commands = typeof commands;
type Answer<T> = { status: "ok"; data: T } | { status: "error"; error: ApiError };
type Data<F extends (...args: never[]) => Promise<unknown>> = Extract<Awaited<ReturnType<F>>, { status: "ok" }>["data"];

/** The same functions as `commands`, with errors thrown as BackendError. */
export type Backend = {
  [K in keyof Commands]: (...args: Parameters<Commands[K]>) => Promise<Data<Commands[K]>>;
};

function throwing<A extends unknown[], T>(command: (...args: A) => Promise<Answer<T>>) {
  return async (...args: A): Promise<T> => {
    const result = await command(...args);
    if (result.status === "ok") return result.data;
    const { code, message, hint } = result.error;
    throw new BackendError(code, message, hint);
  };
}

export const backend = Object.fromEntries(
  Object.entries(commands).map(([name, command]) => [
    name,
    throwing(command as (...args: unknown[]) => Promise<Answer<unknown>>),
  ]),
) as Backend;

type Stop = () => void;

function subscribe<T>(
  source: { listen: (cb: (event: { payload: T }) => void) => Promise<Stop> },
  onPayload: (payload: T) => void,
): Stop {
  let stopped = false;
  let stop: Stop | undefined;
  void source
    .listen((event) => {
      if (!stopped) onPayload(event.payload);
    })
    .then((unlisten) => {
      if (stopped) unlisten();
      else stop = unlisten;
    });
  return () => {
    stopped = true;
    stop?.();
  };
}

export const onCatalogChanged = (cb: (payload: CatalogChanged) => void): Stop =>
  subscribe(events.catalogChanged, cb);
export const onRunProgress = (cb: (payload: RunProgress) => void): Stop => subscribe(events.runProgress, cb);
export const onScanProgress = (cb: (payload: ScanProgress) => void): Stop => subscribe(events.scanProgress, cb);
