// Writing an export: never over what nobody was shown.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ExportedFile } from "../../backend";
import { backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyError } from "../../shared/notify";
import type { ExportScope } from "./export-input";
import { notifyWritten } from "./notify-written";
import { exportPreviewQuery } from "./use-export-preview";

type Options = { asked: ExportScope; path: string | null; revision: number; onReplaced: () => void };

const isSame = (files: readonly ExportedFile[]): boolean => files.every((file) => file.current);

export function useWriteExport({ asked, path, revision, onReplaced }: Options) {
  const client = useQueryClient();
  const cache = useCatalogCache();
  const reload = () => Promise.all([cache.reload(), client.invalidateQueries({ queryKey: ["exportPreview"] })]);
  const write = useMutation({
    mutationFn: async () => {
      // Judge the path as it stands now, not as it stood when the last preview was drawn.
      const fresh = await client.fetchQuery(exportPreviewQuery({ ...asked, path, seen: [] }, revision));
      if (fresh.files.some((file) => !file.replaceable)) return null;
      const report = await backend.writeExport({ ...asked, path: fresh.files[0]?.path ?? path, seen: [] });
      return { report, nothingNew: isSame(fresh.files) };
    },
    onSuccess: async (done) => {
      if (done) notifyWritten(done.report, done.nothingNew);
      await reload();
    },
    onError: notifyError,
  });
  const replace = useMutation({
    // What was shown is handed back: should something else be there by now, the engine refuses.
    mutationFn: (files: readonly ExportedFile[]) =>
      backend.writeExport({ ...asked, path: files[0]?.path ?? path, seen: files.flatMap(({ seen }) => seen ?? []) }),
    onSuccess: (report) => notifyWritten(report, false),
    onError: notifyError,
    onSettled: async () => {
      onReplaced();
      await reload();
    },
  });
  return { write, replace };
}
