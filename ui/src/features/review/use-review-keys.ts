// The keys of the review, wherever the focus is, unless someone is typing or something is open above the window.
import { useEffect, useRef } from "react";
import type { HintName } from "../../backend";
import { HINTS } from "../../shared/hints";
import { isForTheWindow } from "../../shared/keys";
import type { ReviewDetailActions } from "./foot-bar";

type Keys = ReviewDetailActions & { cycle: ((hint: HintName) => void) | null; reset: (() => void) | null };

function actOf(key: string, keys: Keys): (() => void) | null {
  const hint = /^[1-4]$/.test(key) ? HINTS[Number(key) - 1] : undefined;
  const { cycle } = keys;
  if (hint) return cycle && (() => cycle(hint));
  if (key === "j") return keys.skip;
  if (key === "k") return keys.back;
  if (key === ".") return keys.acceptInference;
  if (key === "a") return keys.accept;
  return key === "0" ? keys.reset : null;
}

export function useReviewKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isForTheWindow(event)) return;
      const act = actOf(event.key, latest.current);
      if (!act) return;
      event.preventDefault();
      // Holding a key down must not accept a whole queue.
      if (event.repeat && event.key !== "j" && event.key !== "k") return;
      act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
