// What is asked about running a tool: its form and its calls, and what is wrong with arguments.
import { queryOptions } from "@tanstack/react-query";
import type { ToolKey } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const runnerQuery = ({ server, tool }: ToolKey) =>
  queryOptions({
    queryKey: ["runner", server, tool],
    queryFn: () => backend.runner({ server, tool }),
    // A server can be turned on or changed between two openings.
    staleTime: 0,
    gcTime: 0,
    meta: STORED,
  });

/** No call is made for it, so its number is nobody's. */
const NO_RUN = 0;

export const violationsQuery = ({ server, tool }: ToolKey, text: string) =>
  queryOptions({
    queryKey: ["arguments", server, tool, text],
    queryFn: () => backend.checkArguments({ run: NO_RUN, server, tool, arguments: text }),
    // Texts can be long, and few are come back to.
    gcTime: 10_000,
  });
