// Sets a preference: shown at once, saved at once, with the way back.
import { useQueryClient } from "@tanstack/react-query";
import type { ChangeReport, PreferenceInput, PreferenceView } from "../../backend";
import { backend } from "../../backend";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { preferencesQuery } from "./queries";
import { valueWords } from "./labels";

type Wish = PreferenceInput & { words: string };

export function useSetPreference(): (preference: PreferenceView, value: string | null) => void {
  const client = useQueryClient();
  const { mutate } = useStoreMutation<Wish, ChangeReport>({
    run: ({ key, value }) => backend.setPreference({ key, value }),
    told: ({ words }) => words,
  });
  return (preference, value) => {
    const { key, label } = preference;
    if (value !== null) {
      client.setQueryData(
        preferencesQuery.queryKey,
        (old) => old && { ...old, preferences: old.preferences.map((p) => (p.key === key ? { ...p, value, isDefault: false } : p)) },
      );
    }
    const words = value === null ? `${label} is as usual again` : `${label}: ${valueWords(preference, value)}`;
    mutate({ key, value, words });
  };
}
