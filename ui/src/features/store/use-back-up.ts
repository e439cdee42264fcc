// Backing up: into the folder of backups, or where the person chooses.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "../../backend";
import { notifyDone, notifyError } from "../../shared/notify";
import { backupsQuery, doctorQuery } from "./queries";

const FILE_NAME = "hintsmith-backup.db";

export function useBackUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (where: "folder" | "chosen") => {
      if (where === "folder") return backend.backUp({ path: null });
      const path = await backend.chooseExportPath({ fileName: FILE_NAME });
      return path === null ? null : backend.backUp({ path });
    },
    onSuccess: async (backup) => {
      if (!backup) return;
      notifyDone(`Backed up to ${backup.path}`);
      await Promise.all([
        client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
        client.invalidateQueries({ queryKey: doctorQuery.queryKey }),
      ]);
    },
    onError: notifyError,
  });
}
