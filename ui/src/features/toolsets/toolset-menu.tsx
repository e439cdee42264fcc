// Menu items of one toolset, shared by its page and the sidebar.
import { Copy, LayoutGrid, ListPlus, PenLine, Trash2, Upload } from "lucide-react";
import type { ToolsetSummary } from "../../backend";
import { MenuItem, MenuLine } from "../../kit/menu";
import type { ToolsetAction } from "../../shared/navigation";
import { useNavigation } from "../../shared/navigation";
import { showInCatalog } from "./show-in-catalog";
import { strings } from "./strings";

const text = strings.menu;

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
            {text.addTools}
          </MenuItem>
          <MenuItem icon={LayoutGrid} onSelect={() => showInCatalog(name)}>
            {text.showInCatalog}
          </MenuItem>
          <MenuItem icon={Upload} onSelect={openDialog("export")}>
            {text.export}
          </MenuItem>
          <MenuLine />
        </>
      ) : null}
      <MenuItem icon={PenLine} disabled={readOnly} onSelect={openDialog("rename")}>
        {text.rename}
      </MenuItem>
      <MenuItem icon={Copy} disabled={readOnly} onSelect={openDialog("copy")}>
        {text.copy}
      </MenuItem>
      <MenuItem icon={Trash2} disabled={readOnly} onSelect={openDialog("delete")}>
        {text.delete}
      </MenuItem>
    </>
  );
}
