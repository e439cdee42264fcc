// The configuration files of clients on this computer, and of the project that the user opened.
import { useQueries } from "@tanstack/react-query";
import type { ClientFileView } from "../../backend";
import { backend } from "../../backend";

export const CLIENT_FILES = "clientFiles";

export function useClientFiles(project: string | null) {
  const places = project === null ? [null] : [project, null];
  return useQueries({
    queries: places.map((place) => ({
      queryKey: [CLIENT_FILES, place],
      queryFn: () => backend.clientFiles({ client: null, project: place }),
      // Other programs write these files.
      staleTime: 0,
      gcTime: 0,
    })),
    combine: (results) => ({
      files: results.flatMap(({ data }): readonly ClientFileView[] => data ?? []),
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.error)?.error ?? null,
      refetch: () => results.forEach((result) => void result.refetch()),
    }),
  });
}
