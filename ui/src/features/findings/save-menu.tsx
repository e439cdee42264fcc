// Menu that saves the matching findings to a file in a report format.
import { Download } from "lucide-react";
import type { FindingsInput, ReportFormat } from "../../backend";
import { backend } from "../../backend";
import { IconButton } from "../../kit/button";
import { Menu, MenuItem } from "../../kit/menu";
import { notifyError, notifyInfo } from "../../shared/notify";
import { strings } from "./strings";

const FORMATS: readonly { format: ReportFormat; fileName: string }[] = [
  { format: "text", fileName: "findings.txt" },
  { format: "markdown", fileName: "findings.md" },
  { format: "json", fileName: "findings.json" },
  { format: "sarif", fileName: "findings.sarif" },
  { format: "junit", fileName: "findings.xml" },
  { format: "github", fileName: "findings-github.txt" },
];

async function saveFindings(input: FindingsInput, format: ReportFormat, fileName: string): Promise<void> {
  try {
    const path = await backend.chooseExportPath({ fileName });
    if (path === null) return;
    // The system's save dialog has already confirmed the replacement of an existing file.
    const written = await backend.saveFindings({ filter: input, format, path, replace: true });
    notifyInfo(strings.save.saved(written.path));
  } catch (error) {
    notifyError(error);
  }
}

export function SaveMenu({ input }: { input: FindingsInput }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={strings.save.button} title={strings.save.button} data-testid="save-findings">
          <Download size={14} aria-hidden="true" />
        </IconButton>
      }
    >
      {FORMATS.map(({ format, fileName }) => (
        <MenuItem key={format} onSelect={() => void saveFindings(input, format, fileName)}>
          {strings.save.formats[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}
