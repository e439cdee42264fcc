// Outcome of a restore. A restore closes the store, so the window shows only the outcome until a restart.
import { create } from "zustand";
import type { BackendError, RestoreReport } from "../../backend";

/** Open: a restore closes the store. Unusable: it cannot be opened for a reason other than damage. */
export type StoreState = "open" | "damaged" | "unusable";

export type RestoreOutcome = { report: RestoreReport; error?: never } | { error: BackendError; report?: never };

type RestoreOutcomeState = { outcome: RestoreOutcome | null; setOutcome: (outcome: RestoreOutcome) => void };

export const useRestoreOutcome = create<RestoreOutcomeState>()((set) => ({
  outcome: null,
  setOutcome: (outcome) => set({ outcome }),
}));
