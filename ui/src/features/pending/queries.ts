// What is decided differently than it was exported last; asked again whenever the store has changed.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const pendingQuery = queryOptions({
  queryKey: ["pending"],
  queryFn: () => backend.pending(),
  structuralSharing: false, // can be as long as the catalog
  meta: STORED,
});
