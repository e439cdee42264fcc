// Dialogs for one existing toolset.
import type { Catalog } from "../../backend";
import type { ToolsetAction } from "../../shared/navigation";
import { AddToolsDialog } from "./add-tools-dialog";
import { DeleteToolsetDialog } from "./delete-toolset-dialog";
import { ExportToolsetDialog } from "./export-toolset-dialog";
import { CopyToolsetDialog, RenameToolsetDialog } from "./name-dialog";

type Props = { catalog: Catalog; act: ToolsetAction; name: string; onClose: () => void };

export function ToolsetDialog({ catalog, act, name, onClose }: Props) {
  const toolset = catalog.toolsets.find((set) => set.name === name);
  if (!toolset) return null;
  const readOnly = catalog.readOnly !== null;
  const taken = catalog.toolsets.map((set) => set.name);
  switch (act) {
    case "addTools":
      return <AddToolsDialog catalog={catalog} name={name} onClose={onClose} />;
    case "rename":
      return <RenameToolsetDialog name={name} taken={taken} readOnly={readOnly} onClose={onClose} />;
    case "copy":
      return <CopyToolsetDialog name={name} taken={taken} readOnly={readOnly} onClose={onClose} />;
    case "delete":
      return <DeleteToolsetDialog toolset={toolset} readOnly={readOnly} onClose={onClose} />;
    case "export":
      return <ExportToolsetDialog name={name} onClose={onClose} />;
  }
}
