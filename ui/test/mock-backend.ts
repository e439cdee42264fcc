// The backend as tests replace it (see replace-backend): whatever `fake.current` holds at the time of a call.
import type { FakeRunner } from "./fake-runner";

export const fake = { current: {} as object };

const runner = (): FakeRunner | undefined => Reflect.get(fake.current, "running") as FakeRunner | undefined;

export async function mockedBackend() {
  const { BackendError, asBackendError } = await import("../src/backend/error");
  const backend = new Proxy({}, { get: (_, name) => Reflect.get(fake.current, name) as unknown });
  return {
    backend,
    BackendError,
    asBackendError,
    onCatalogChanged: () => () => {},
    onScanProgress: () => () => {},
    onRunProgress: (cb: Parameters<FakeRunner["listen"]>[0]) => runner()?.listen(cb) ?? (() => {}),
  };
}
