// Toast after an export: path of the files, paths of the backup copies, and the number of remarks.
import type { ExportReport } from "../../backend";
import { showToast } from "../../kit/toast-store";
import { counted } from "../../shared/ago";
import { ServerText } from "../../shared/server-text";

export function notifyWritten({ paths, copies, report }: ExportReport, nothingNew: boolean): void {
  const where = paths.length > 1 ? `${paths[0] ?? ""} and ${counted(paths.length - 1, "file")} beside it` : (paths[0] ?? "");
  const hints = [
    copies.length > 0 ? `What was there is kept in ${copies.join(", ")}.` : "",
    report.caveats.length > 0 ? `Look at the ${counted(report.caveats.length, "remark")} about it.` : "",
  ].filter(Boolean);
  showToast({
    tone: report.caveats.length > 0 ? "info" : "done",
    message: <ServerText text={nothingNew ? `${where} says the same already. It counts as exported.` : `Wrote ${where}`} />,
    ...(hints.length > 0 ? { hint: <ServerText text={hints.join(" ")} /> } : {}),
  });
}
