// Toast after an export: path of the files, paths of the backup copies, the number of warnings, and a button that shows the file.
import type { ExportReport } from "../../backend";
import { backend } from "../../backend";
import { showToast } from "../../kit/toast-store";
import { copyText } from "../../kit/copy-text";
import { couldNotCopy } from "../../shared/could-not-copy";
import { notifyInfo } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";

const { written: text } = strings;

export function notifyWritten({ paths, copies, report }: ExportReport, wasUpToDate: boolean): void {
  const [first] = paths;
  const where = text.paths(first ?? "", paths.length - 1);
  const caveats = report.caveats.length;
  const hints = [copies.length > 0 ? text.copies(copies.join(", ")) : "", caveats > 0 ? text.caveats(caveats) : ""].filter(Boolean);
  showToast({
    tone: caveats > 0 ? "info" : "done",
    message: <ServerText text={wasUpToDate ? text.upToDate(where) : text.wrote(where)} />,
    ...(first === undefined
      ? {}
      : { action: { label: text.showInFolder, run: () => void showInFolder(first) } }),
    ...(hints.length > 0 ? { hint: <ServerText text={hints.join(" ")} /> } : {}),
  });
}

/** Not every desktop has a file manager that can be asked. The reason is of no use to the user, the path is. */
async function showInFolder(path: string): Promise<void> {
  try {
    await backend.showInFolder(path);
  } catch {
    const copy = () => copyText(path).then(() => notifyInfo(text.pathCopied), couldNotCopy);
    showToast({
      tone: "error",
      message: text.noFileManager,
      hint: <ServerText text={text.openYourself(path)} />,
      action: { label: text.copyPath, run: () => void copy() },
    });
  }
}
