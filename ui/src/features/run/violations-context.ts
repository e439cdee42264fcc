// What is wrong, for the fields to find what is said about them.
import { createContext, useContext, useMemo } from "react";
import type { Violation } from "../../backend";

export const ViolationsContext = createContext<readonly Violation[]>([]);

const isUnder = (path: string, pointer: string): boolean => path === pointer || path.startsWith(`${pointer}/`);

/** `deep`: also about what is within it, because nothing else shows that. */
export function useViolationsAt(pointer: string, deep: boolean): readonly Violation[] {
  const all = useContext(ViolationsContext);
  return useMemo(
    () => all.filter(({ path }) => (deep ? isUnder(path, pointer) : path === pointer)),
    [all, pointer, deep],
  );
}
