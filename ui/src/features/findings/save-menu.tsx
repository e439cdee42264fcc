// Writes the findings that match to a file, in one of the formats that other programs read.
import { Download } from "lucide-react";
import type { FindingsInput } from "../../backend";
import { IconButton } from "../../kit/button";
import { Menu, MenuItem } from "../../kit/menu";
import { saveFindings } from "./save-findings";
import { FORMATS } from "./labels";

export function SaveMenu({ which }: { which: FindingsInput }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Save…" title="Save…" data-testid="save-findings">
          <Download size={14} aria-hidden="true" />
        </IconButton>
      }
    >
      {FORMATS.map(({ format, label, fileName }) => (
        <MenuItem key={format} onSelect={() => void saveFindings(which, format, fileName)}>
          {`${label}…`}
        </MenuItem>
      ))}
    </Menu>
  );
}
