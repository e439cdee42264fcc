// Why nothing can be changed right now; none when it can.
import { useQuery } from "@tanstack/react-query";
import { catalogQuery } from "../../backend/queries";

export function useReadOnlyReason(): string | null {
  return useQuery({ ...catalogQuery, select: (catalog) => catalog.readOnly }).data ?? null;
}
