// `/` goes to the filter of the calls, unless someone is typing or something is open above the window.
import type { RefObject } from "react";
import { useEffect } from "react";
import { isForTheWindow } from "../../shared/keys";

export function useFilterKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || !isForTheWindow(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [field]);
}
