// Store of the visible toast; a new toast replaces the previous one.
import type { ReactNode } from "react";
import { create } from "zustand";

export type Toast = {
  id: number;
  tone: "done" | "info" | "error";
  message: ReactNode;
  hint?: ReactNode;
  action?: {
    /** "undo": the undo shortcut runs this action instead of undoing the newest history entry. */
    kind?: "undo";
    label: string;
    keys?: readonly string[];
    run: () => void;
  };
};

type ToastState = { toast: Toast | null; show: (toast: Omit<Toast, "id">) => void; close: () => void };

let lastId = 0;

export const useToast = create<ToastState>()((set) => ({
  toast: null,
  show: (toast) => {
    lastId += 1;
    set({ toast: { ...toast, id: lastId } });
  },
  close: () => set({ toast: null }),
}));

export const showToast = (toast: Omit<Toast, "id">): void => useToast.getState().show(toast);
