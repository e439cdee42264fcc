// Query of the changes since the last export, refetched whenever the store has changed.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const pendingQuery = queryOptions({
  queryKey: ["pending"],
  queryFn: () => backend.pending(),
  structuralSharing: false, // the list can be as long as the catalog
  meta: STORED,
});
