// Reason why the store is read-only; null: it is writable.
import { useQuery } from "@tanstack/react-query";
import { catalogQuery } from "../../backend/queries";

export function useReadOnlyReason(): string | null {
  return useQuery({ ...catalogQuery, select: (catalog) => catalog.readOnly }).data ?? null;
}
