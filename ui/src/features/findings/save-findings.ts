// Writing the findings that match to a file that a person chooses.
import type { FindingsInput, ReportFormat } from "../../backend";
import { backend } from "../../backend";
import { notifyError, notifyInfo } from "../../shared/notify";

export async function saveFindings(which: FindingsInput, format: ReportFormat, fileName: string): Promise<void> {
  try {
    const path = await backend.chooseExportPath({ fileName });
    if (path === null) return;
    // The system's dialog has asked whether a file that is there may be replaced.
    const written = await backend.saveFindings({ which, format, path, replace: true });
    notifyInfo(`Findings written to ${written.path}`);
  } catch (error) {
    notifyError(error);
  }
}
