// Chooses the profile that findings are counted by; everything follows, and it can be taken back.
import type { ActReport } from "../../backend";
import { backend } from "../../backend";
import { useAct } from "../act/use-act";

const KEY = "lint.profile";

export function useSetProfile(): (profile: string) => void {
  const { mutate } = useAct<string, ActReport>({
    run: (value) => backend.setPreference({ key: KEY, value }),
    told: (profile) => `Profile: ${profile}`,
  });
  return mutate;
}
