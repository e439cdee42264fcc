// What became of a restore. After it the store is closed here, so nothing else can be shown until the program is started again.
import { create } from "zustand";
import type { BackendError, RestoreReport } from "../../backend";

/** How the store stands: it works and restoring closes it, it is damaged, or it cannot be used for another reason. */
export type StoreState = "open" | "damaged" | "unusable";

export type Outcome = { report: RestoreReport; error?: never } | { error: BackendError; report?: never };

type RestoredState = { outcome: Outcome | null; tell: (outcome: Outcome) => void };

export const useRestored = create<RestoredState>()((set) => ({
  outcome: null,
  tell: (outcome) => set({ outcome }),
}));
