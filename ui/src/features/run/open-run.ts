// Opens the dialog that runs a tool.
import type { ToolKey } from "../../backend";
import { useView } from "../../shared/view-state";

export const openRun = ({ server, tool }: ToolKey): void => useView.getState().open({ kind: "run", tool: { server, tool } });
