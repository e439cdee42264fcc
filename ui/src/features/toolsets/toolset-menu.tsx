// Menu items of one toolset, shared by its page and the sidebar.
import { Copy, LayoutGrid, ListPlus, PenLine, Trash2, Upload } from "lucide-react";
import type { ToolsetSummary } from "../../backend";
import { MenuItem, MenuLine } from "../../kit/menu";
import type { ToolsetAction } from "../../shared/navigation";
import { useNavigation } from "../../shared/navigation";
import { showInCatalog } from "./show-in-catalog";

type Props = {
  toolset: ToolsetSummary;
  readOnly: boolean;
  /** Includes the actions that the page also shows as buttons. */
  all?: boolean;
};

export function ToolsetMenuItems({ toolset: { name }, readOnly, all = false }: Props) {
  const open = useNavigation((state) => state.open);
  const openDialog = (act: ToolsetAction) => () => open({ kind: "toolset", act, name });
  return (
    <>
      {all ? (
        <>
          <MenuItem icon={ListPlus} disabled={readOnly} onSelect={openDialog("addTools")}>
            Add tools…
          </MenuItem>
          <MenuItem icon={LayoutGrid} onSelect={() => showInCatalog(name)}>
            Show in catalog
          </MenuItem>
          <MenuItem icon={Upload} onSelect={openDialog("export")}>
            Export…
          </MenuItem>
          <MenuLine />
        </>
      ) : null}
      <MenuItem icon={PenLine} disabled={readOnly} onSelect={openDialog("rename")}>
        Rename…
      </MenuItem>
      <MenuItem icon={Copy} disabled={readOnly} onSelect={openDialog("copy")}>
        Copy…
      </MenuItem>
      <MenuItem icon={Trash2} disabled={readOnly} onSelect={openDialog("delete")}>
        Delete…
      </MenuItem>
    </>
  );
}
