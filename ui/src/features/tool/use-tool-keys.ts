// The panel's own keys, wherever the focus is, unless someone is typing or something is open above the window.
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { isForTheWindow } from "../../shared/keys";
import { useCollapsed } from "./collapsed";
import { TITLE_ID } from "./title-editor";

export function useToolKeys(editable: boolean): void {
  useEffect(() => {
    if (!editable) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "e" || !isForTheWindow(event)) return;
      event.preventDefault();
      // Folded away, it has to be drawn first.
      flushSync(() => useCollapsed.getState().open("text"));
      document.getElementById(TITLE_ID)?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [editable]);
}
