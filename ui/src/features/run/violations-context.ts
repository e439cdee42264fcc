// Context with all violations, from which each field selects its own.
import { createContext, useContext, useMemo } from "react";
import type { Violation } from "../../backend";

export const ViolationsContext = createContext<readonly Violation[]>([]);

const isUnder = (path: string, pointer: string): boolean => path === pointer || path.startsWith(`${pointer}/`);

/** `deep`: includes violations of nested values, because no nested field shows them. */
export function useViolationsAt(pointer: string, deep: boolean): readonly Violation[] {
  const all = useContext(ViolationsContext);
  return useMemo(
    () => all.filter(({ path }) => (deep ? isUnder(path, pointer) : path === pointer)),
    [all, pointer, deep],
  );
}
