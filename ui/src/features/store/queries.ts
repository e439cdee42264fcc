// Queries about the store as a file. They never use the cache, because the backend creates backups without an event.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend";

export const backupsQuery = queryOptions({
  queryKey: ["backups"],
  queryFn: () => backend.backups(),
  staleTime: 0,
  gcTime: 0,
});

export const doctorQuery = queryOptions({
  queryKey: ["doctor"],
  queryFn: () => backend.doctor(),
  staleTime: 0,
  gcTime: 0,
});
