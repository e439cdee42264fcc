// Mock of src/backend (see replace-backend): forwards each call to the current value of `fake.current`.
import type { ExportProgress } from "../src/backend/bindings";
import type { ControlledRuns } from "./run-backend";

export const fake = { current: {} as object };

const runs = (): ControlledRuns | undefined => Reflect.get(fake.current, "runs") as ControlledRuns | undefined;

/** Listener of the progress of export previews, for tests that report it. */
type PreviewProgress = (cb: (progress: ExportProgress) => void) => () => void;
const previewProgress = (): PreviewProgress | undefined => Reflect.get(fake.current, "onPreviewProgress") as PreviewProgress | undefined;

export async function mockedBackend() {
  const { BackendError, asBackendError } = await import("../src/backend/error");
  const backend = new Proxy({}, { get: (_, name) => Reflect.get(fake.current, name) as unknown });
  return {
    backend,
    BackendError,
    asBackendError,
    onCatalogChanged: () => () => {},
    onScanProgress: () => () => {},
    onExportPreviewProgress: (cb: (progress: ExportProgress) => void) => previewProgress()?.(cb) ?? (() => {}),
    onRunProgress: (cb: Parameters<ControlledRuns["listen"]>[0]) => runs()?.listen(cb) ?? (() => {}),
  };
}
