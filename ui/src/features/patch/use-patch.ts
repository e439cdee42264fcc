// State of a patch: its choices, its preview, the accepted risk, and writing it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { WrittenPatch } from "../../backend";
import { backend } from "../../backend";
import type { FileToRead } from "../../shared/file-to-read";
import { strings } from "./strings";
import type { PatchOptions } from "./use-patch-preview";
import { patchInput, usePatchPreview } from "./use-patch-preview";
import { riskOf } from "./work-tree-note";

/** `branch`: the branch of the commit, if one was made. */
export type Written = WrittenPatch & { branch: string | null };

type Options = { server: string; folder: FileToRead; environment: string | null; onWritten: (written: Written) => void };

export function usePatch({ server, folder, environment, onWritten }: Options) {
  const [options, setOptions] = useState<PatchOptions>({ environment, inferred: false, tests: false, excluded: [] });
  const [branch, setBranch] = useState<string>(strings.workTree.defaultBranch);
  /** Folder and risk that the user accepted: another folder needs a new acceptance. */
  const [accepted, setAccepted] = useState("");
  const preview = usePatchPreview(server, folder.path, options);
  const data = folder.path === "" || preview.error ? undefined : preview.data;
  const risk = data ? riskOf(data.workTree) : null;
  const riskKey = data && risk ? `${risk} ${data.folder}` : "";
  const isAllowed = risk !== null && accepted === riskKey;
  const write = useMutation({
    mutationFn: async (newBranch: string | null): Promise<Written> => {
      const written = await backend.writePatch({
        patch: patchInput(server, folder.path, options),
        seen: (data?.files ?? []).map(({ path, seen }) => ({ path, seen })),
        allowDirty: isAllowed && risk === "dirty",
        allowNoVcs: isAllowed && risk === "noRepository",
        branch: newBranch,
      });
      return { ...written, branch: newBranch };
    },
    onSuccess: onWritten,
    // The files or the work tree may have changed since the preview.
    onError: () => void preview.refetch(),
  });
  const isCurrent = data !== undefined && folder.typed.trim() === folder.path && !preview.isPlaceholderData && !preview.isFetching;
  return {
    folder,
    options,
    setOptions: (change: Partial<PatchOptions>) => {
      write.reset();
      setOptions({ ...options, ...change });
    },
    preview: data,
    isLoading: folder.path !== "" && preview.isFetching,
    error: write.error ?? (folder.path === "" ? null : preview.error),
    isAllowed,
    allow: (allowed: boolean) => setAccepted(allowed ? riskKey : ""),
    branch,
    setBranch,
    canWrite: isCurrent && data.files.length > 0 && (risk === null || isAllowed) && !write.isPending,
    isWriting: write.isPending,
    /** With a name, commits on a new branch. */
    write: (newBranch: string | null) => write.mutate(newBranch),
  };
}

export type Patch = ReturnType<typeof usePatch>;
