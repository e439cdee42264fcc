// Mutations that write an export; they never overwrite content that the user has not seen.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ExportedFile } from "../../backend";
import { backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyError } from "../../shared/notify";
import type { ExportScope } from "./export-input";
import { notifyWritten } from "./notify-written";

type Options = { scope: ExportScope; path: string | null; onReplaced: () => void };

const isSame = (files: readonly ExportedFile[]): boolean => files.every((file) => file.current);

export function useWriteExport({ scope, path, onReplaced }: Options) {
  const client = useQueryClient();
  const cache = useCatalogCache();
  const reload = () => Promise.all([cache.reload(), client.invalidateQueries({ queryKey: ["exportPreview"] })]);
  const write = useMutation({
    mutationFn: async () => {
      // Check the file as it is now, not as it was in the last preview.
      const fresh = await backend.previewExport({ ...scope, path, seen: [] });
      if (fresh.files.some((file) => !file.replaceable)) return null;
      const report = await backend.writeExport({ ...scope, path: fresh.files[0]?.path ?? path, seen: [] });
      return { report, wasUpToDate: isSame(fresh.files) };
    },
    onSuccess: async (done) => {
      if (done) notifyWritten(done.report, done.wasUpToDate);
      await reload();
    },
    onError: notifyError,
  });
  const replace = useMutation({
    // Sends the hashes of the previewed content: the engine refuses if a file has changed since.
    mutationFn: (files: readonly ExportedFile[]) =>
      backend.writeExport({ ...scope, path: files[0]?.path ?? path, seen: files.flatMap(({ seen }) => seen ?? []) }),
    onSuccess: (report) => notifyWritten(report, false),
    onError: notifyError,
    onSettled: async () => {
      onReplaced();
      await reload();
    },
  });
  return { write, replace };
}
