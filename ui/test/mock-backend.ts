// Mock of src/backend (see replace-backend): forwards each call to the current value of `fake.current`.
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
