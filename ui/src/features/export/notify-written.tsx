// Toast after an export: path of the files, paths of the backup copies, and the number of warnings.
import type { ExportReport } from "../../backend";
import { showToast } from "../../kit/toast-store";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";

const { written: text } = strings;

export function notifyWritten({ paths, copies, report }: ExportReport, wasUpToDate: boolean): void {
  const where = text.paths(paths[0] ?? "", paths.length - 1);
  const caveats = report.caveats.length;
  const hints = [copies.length > 0 ? text.copies(copies.join(", ")) : "", caveats > 0 ? text.caveats(caveats) : ""].filter(Boolean);
  showToast({
    tone: caveats > 0 ? "info" : "done",
    message: <ServerText text={wasUpToDate ? text.upToDate(where) : text.wrote(where)} />,
    ...(hints.length > 0 ? { hint: <ServerText text={hints.join(" ")} /> } : {}),
  });
}
