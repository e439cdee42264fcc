// Tauri IPC, the only access to Rust: the generated commands as functions that return data or throw, and event listeners.
import { commands, events } from "./bindings";
import type { ApiError, CatalogChanged, ExportPreviewProgress, RunProgress, ScanProgress } from "./bindings";
import { asBackendError } from "./error";

export type * from "./bindings";
export { BackendError, asBackendError } from "./error";

type Commands = typeof commands;
/** The generated type promises an ApiError; Tauri itself rejects with a string. */
type CommandResult<T> = { status: "ok"; data: T } | { status: "error"; error: ApiError | string };
type Data<F extends (...args: never[]) => Promise<unknown>> = Extract<Awaited<ReturnType<F>>, { status: "ok" }>["data"];

/** The functions of `commands`, which throw errors as BackendError. */
export type Backend = {
  [K in keyof Commands]: (...args: Parameters<Commands[K]>) => Promise<Data<Commands[K]>>;
};

function throwOnError<A extends unknown[], T>(command: (...args: A) => Promise<CommandResult<T>>) {
  return async (...args: A): Promise<T> => {
    const result = await command(...args);
    if (result.status === "ok") return result.data;
    throw asBackendError(result.error);
  };
}

export const backend = Object.fromEntries(
  Object.entries(commands).map(([name, command]) => [
    name,
    throwOnError(command as (...args: unknown[]) => Promise<CommandResult<unknown>>),
  ]),
) as Backend;

type Unsubscribe = () => void;

function subscribe<T>(
  source: { listen: (cb: (event: { payload: T }) => void) => Promise<Unsubscribe> },
  onPayload: (payload: T) => void,
): Unsubscribe {
  let stopped = false;
  let stop: Unsubscribe | undefined;
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

export const onCatalogChanged = (cb: (payload: CatalogChanged) => void): Unsubscribe =>
  subscribe(events.catalogChanged, cb);
export const onExportPreviewProgress = (cb: (payload: ExportPreviewProgress) => void): Unsubscribe =>
  subscribe(events.exportPreviewProgress, cb);
export const onRunProgress = (cb: (payload: RunProgress) => void): Unsubscribe => subscribe(events.runProgress, cb);
export const onScanProgress = (cb: (payload: ScanProgress) => void): Unsubscribe => subscribe(events.scanProgress, cb);
