// Mutation that backs up the store, into the backups folder or to a chosen path.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "../../backend";
import { notifyDone, notifyError } from "../../shared/notify";
import { backupsQuery, doctorQuery } from "./queries";
import { strings } from "./strings";

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
      notifyDone(strings.dialog.backedUp(backup.path));
      await Promise.all([
        client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
        client.invalidateQueries({ queryKey: doctorQuery.queryKey }),
      ]);
    },
    onError: notifyError,
  });
}
