// Mutation that switches the environment and reloads everything, because every value may differ.
import { useMutation } from "@tanstack/react-query";
import { backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyError } from "../../shared/notify";

export function useChooseEnvironment() {
  const cache = useCatalogCache();
  return useMutation({
    mutationFn: (environment: string | null) => cache.edit(() => backend.chooseEnvironment({ environment })),
    onSuccess: () => cache.reload(),
    onError: notifyError,
  });
}
