// Callback with a stable identity that always runs the latest version, for memoized children.
import { useCallback, useLayoutEffect, useRef } from "react";

export function useStableCallback<A extends readonly unknown[], R>(callback: (...args: A) => R): (...args: A) => R {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
