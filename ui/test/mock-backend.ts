// The backend as tests replace it (see replace-backend): whatever `fake.current` holds at the time of a call.
import type { ControlledRuns } from "./run-backend";

export const fake = { current: {} as object };

const runs = (): ControlledRuns | undefined => Reflect.get(fake.current, "runs") as ControlledRuns | undefined;

export async function mockedBackend() {
  const { BackendError, asBackendError } = await import("../src/backend/error");
  const backend = new Proxy({}, { get: (_, name) => Reflect.get(fake.current, name) as unknown });
  return {
    backend,
    BackendError,
    asBackendError,
    onCatalogChanged: () => () => {},
    onScanProgress: () => () => {},
    onRunProgress: (cb: Parameters<ControlledRuns["listen"]>[0]) => runs()?.listen(cb) ?? (() => {}),
  };
}
