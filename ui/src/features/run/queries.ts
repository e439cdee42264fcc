// Queries of the run dialog: form and calls of a tool, and violations of arguments.
import { queryOptions } from "@tanstack/react-query";
import type { ToolKey } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const runnerQuery = ({ server, tool }: ToolKey) =>
  queryOptions({
    queryKey: ["runner", server, tool],
    queryFn: () => backend.runner({ server, tool }),
    // A server can be enabled or edited before the dialog opens again.
    staleTime: 0,
    gcTime: 0,
    meta: STORED,
  });

/** Placeholder run id: validation makes no call. */
const NO_RUN = 0;

export const violationsQuery = ({ server, tool }: ToolKey, text: string) =>
  queryOptions({
    queryKey: ["arguments", server, tool, text],
    queryFn: () => backend.checkArguments({ run: NO_RUN, server, tool, arguments: text }),
    // Texts can be long, and few are requested again.
    gcTime: 10_000,
  });
