// Opens the dialog that runs a tool.
import type { ToolKey } from "../../backend";
import { useNavigation } from "../../shared/navigation";

export const openRun = ({ server, tool }: ToolKey): void => useNavigation.getState().open({ kind: "run", tool: { server, tool } });
