// Mutation that sets a preference: optimistic update, saved at once, with undo.
import { useQueryClient } from "@tanstack/react-query";
import type { ChangeReport, PreferenceInput, PreferenceView } from "../../backend";
import { backend } from "../../backend";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { preferencesQuery } from "./queries";
import { formatPreferenceValue, strings } from "./strings";

type PreferenceChange = PreferenceInput & { message: string };

export function useSetPreference(): (preference: PreferenceView, value: string | null) => void {
  const client = useQueryClient();
  const { mutate } = useStoreMutation<PreferenceChange, ChangeReport>({
    run: ({ key, value }) => backend.setPreference({ key, value }),
    successMessage: ({ message }) => message,
  });
  return (preference, value) => {
    const { key, label } = preference;
    if (value !== null) {
      client.setQueryData(
        preferencesQuery.queryKey,
        (old) => old && { ...old, preferences: old.preferences.map((p) => (p.key === key ? { ...p, value, isDefault: false } : p)) },
      );
    }
    const message = value === null ? strings.stored.resetDone(label) : strings.stored.setDone(label, formatPreferenceValue(preference, value));
    mutate({ key, value, message });
  };
}
