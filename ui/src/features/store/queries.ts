// What is asked about the store as a file. Backups are made by themselves, so both are asked each time.
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
