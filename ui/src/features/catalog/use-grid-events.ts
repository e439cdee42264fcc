// Pointer and keyboard handlers of a tool grid: select, open, move, mark. One delegated set for all cards.
import type { FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { commandOf } from "../../shared/keymap";
import type { Move } from "./row-model";

export type GridIntents = {
  onSelect: (position: number) => void;
  /** Enter, Space or a click; in the table layout it also opens the panel. */
  onOpen: (position: number) => void;
  onMove: (move: Move) => void;
  onMark: (position: number) => void;
  /** Marks the range that ends at `position`. */
  onExtend: (position: number) => void;
  onExtendBy: (move: Move) => void;
};

const MOVES: Record<string, Move> = {
  left: "left",
  right: "right",
  up: "up",
  down: "down",
  extendLeft: "left",
  extendRight: "right",
  extendUp: "up",
  extendDown: "down",
  Home: "first",
  End: "last",
};

const positionOf = (target: EventTarget): number | null => {
  const at = (target as Element).closest<HTMLElement>("[data-position]")?.dataset.position;
  return at === undefined ? null : Number(at);
};

export function gridEvents(position: number, intents: GridIntents) {
  return {
    onMouseDown: (event: MouseEvent) => {
      const onBox = (event.target as Element).closest("[role=checkbox]");
      // A checkbox must not move focus; Shift+click must neither select text nor focus, and so select, the clicked tool first.
      if (onBox || (event.shiftKey && positionOf(event.target) !== null)) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const at = positionOf(event.target);
      if (at === null) return;
      const onBox = (event.target as Element).closest("[role=checkbox]") !== null;
      if (event.shiftKey) intents.onExtend(at);
      else if (onBox || event.ctrlKey || event.metaKey) intents.onMark(at);
      else intents.onOpen(at);
    },
    // Shortcuts act on the selected tool, so the focused tool must be the selected one.
    onFocus: (event: FocusEvent) => {
      const at = (event.target as HTMLElement).dataset.position;
      if (at !== undefined && Number(at) !== position) intents.onSelect(Number(at));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = (event.target as HTMLElement).dataset.position;
      if (at === undefined) return; // a group header handles its own keys
      const move = MOVES[commandOf("catalog", event) ?? event.key];
      if (move && event.shiftKey) intents.onExtendBy(move);
      else if (move) intents.onMove(move);
      else if (commandOf("grid", event) === "open" || event.key === " ") intents.onOpen(Number(at));
      else return;
      event.preventDefault();
    },
  };
}
