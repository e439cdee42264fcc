// Export of the call log to a file that the user chooses.
import type { CallsOnly } from "../../backend";
import { backend } from "../../backend";
import { notifyError, notifyInfo } from "../../shared/notify";
import { strings } from "./strings";

const FILE_NAME = "calls.csv";

export async function exportCalls({ only, text }: { only: CallsOnly; text: string }): Promise<void> {
  try {
    const path = await backend.chooseExportPath({ fileName: FILE_NAME });
    if (path === null) return;
    // The system's save dialog has already confirmed the replacement of an existing file.
    const written = await backend.writeCalls({ path, only, text: text === "" ? null : text, replace: true });
    notifyInfo(strings.calls.exported(written.calls, written.path));
  } catch (error) {
    notifyError(error);
  }
}
