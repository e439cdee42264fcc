// Mutation of the lint profile preference, with undo. The profile determines which findings count.
import type { ChangeReport } from "../../backend";
import { backend } from "../../backend";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { strings } from "./strings";

const KEY = "lint.profile";

export function useSetProfile(): (profile: string) => void {
  const { mutate } = useStoreMutation<string, ChangeReport>({
    run: (value) => backend.setPreference({ key: KEY, value }),
    successMessage: (profile) => strings.toolbar.profileSaved(profile),
  });
  return mutate;
}
