// Query of the history of a tool.
import { queryOptions } from "@tanstack/react-query";
import type { ToolKey } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const toolHistoryQuery = ({ server, tool }: ToolKey) =>
  queryOptions({
    queryKey: ["toolHistory", server, tool],
    queryFn: () => backend.toolHistory({ server, tool }),
    gcTime: 60_000,
    meta: STORED,
  });
