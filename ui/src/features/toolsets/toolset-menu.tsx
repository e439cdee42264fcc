// What can be done with one toolset, as the items of a menu: the same on its page and in the sidebar.
import { Copy, LayoutGrid, ListPlus, PenLine, Trash2, Upload } from "lucide-react";
import type { ToolsetSummary } from "../../backend";
import { MenuItem, MenuLine } from "../../kit/menu";
import type { ToolsetAct } from "../../shared/navigation";
import { useNavigation } from "../../shared/navigation";
import { showInCatalog } from "./show-in-catalog";

type Props = { toolset: ToolsetSummary; readOnly: boolean; /** Also what the page has buttons for. */ all?: boolean };

export function ToolsetMenuItems({ toolset: { name }, readOnly, all = false }: Props) {
  const open = useNavigation((state) => state.open);
  const act = (of: ToolsetAct) => () => open({ kind: "toolset", act: of, name });
  return (
    <>
      {all ? (
        <>
          <MenuItem icon={ListPlus} disabled={readOnly} onSelect={act("addTools")}>
            Add tools…
          </MenuItem>
          <MenuItem icon={LayoutGrid} onSelect={() => showInCatalog(name)}>
            Show in catalog
          </MenuItem>
          <MenuItem icon={Upload} onSelect={act("export")}>
            Export…
          </MenuItem>
          <MenuLine />
        </>
      ) : null}
      <MenuItem icon={PenLine} disabled={readOnly} onSelect={act("rename")}>
        Rename…
      </MenuItem>
      <MenuItem icon={Copy} disabled={readOnly} onSelect={act("copy")}>
        Copy…
      </MenuItem>
      <MenuItem icon={Trash2} disabled={readOnly} onSelect={act("delete")}>
        Delete…
      </MenuItem>
    </>
  );
}
