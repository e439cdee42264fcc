// The backend as tests replace it: whatever `fake.current` holds at the time of a call.
//   vi.mock("../backend", async () => (await import("../../test/mock-backend")).mockedBackend());
export const fake = { current: {} as object };

export async function mockedBackend() {
  const { BackendError, asBackendError } = await import("../src/backend/error");
  const backend = new Proxy({}, { get: (_, name) => Reflect.get(fake.current, name) as unknown });
  return { backend, BackendError, asBackendError, onCatalogChanged: () => () => {}, onScanProgress: () => () => {} };
}
