// Preview of a patch: what would be written into a folder.
import { useQuery } from "@tanstack/react-query";
import type { PatchInput } from "../../backend";
import { backend } from "../../backend";

export type PatchOptions = {
  environment: string | null;
  inferred: boolean;
  /** Also writes a test of the decided hints. */
  tests: boolean;
  /** Sorted, so that equal choices have one preview. */
  excluded: readonly string[];
};

export const patchInput = (server: string, folder: string, { excluded, ...options }: PatchOptions): PatchInput => ({
  server,
  folder,
  ...options,
  excluded: [...excluded],
});

export function usePatchPreview(server: string, folder: string, options: PatchOptions) {
  return useQuery({
    queryKey: ["previewPatch", server, folder, options] as const,
    queryFn: () => backend.previewPatch(patchInput(server, folder, options)),
    enabled: folder !== "",
    gcTime: 0,
    staleTime: 0,
    // The lists stay in place while a tool is excluded; another folder starts empty.
    placeholderData: (previous, query) => (query?.queryKey[2] === folder ? previous : undefined),
  });
}
