// The catalog's keys that work wherever focus is, unless someone is typing or something is open above the window.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ToolKey } from "../../backend";
import { catalogQuery, toolQuery } from "../../backend/queries";
import { HINTS } from "../../shared/hints";
import { notifyError } from "../../shared/notify";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useSelection } from "../../shared/selection";
import { useHintPopover } from "../bulk/hint-popover-state";
import { useBulk } from "../bulk/use-bulk";
import { writeNote } from "../notes/drafts";
import { useReviewActions } from "../review/review-actions";
import { openRun } from "../run/open-run";
import { useDecisions } from "../tool/use-decisions";
import type { Move } from "./row-model";
import { SEARCH_ID } from "./search-field";
import { isCovered, isForTheWindow, isTyping } from "../../shared/keys";

type Actions = {
  next: () => void;
  previous: () => void;
  move: (to: Move) => void;
  /** Moves and marks everything between. */
  extendBy: (to: Move) => void;
  /** Marks the tool that is selected, or takes the mark back. */
  mark: () => void;
  markAll: () => void;
  clearMarks: () => void;
  /** Tools are marked: keys act on them instead of on the selected one. */
  marking: boolean;
  /** The tool that keys act on; null while the filter hides it. */
  current: ToolKey | null;
  editable: ToolKey | null;
  readOnly: boolean;
};

const ARROWS: Record<string, Move> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

const isSelectAll = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.defaultPrevented &&
  event.key.toLowerCase() === "a" &&
  !isTyping(event.target) &&
  !isCovered();

export function useCatalogKeys(actions: Actions): void {
  const client = useQueryClient();
  const decisions = useDecisions();
  const review = useReviewActions();
  const bulk = useBulk();

  /** Says that the tool is right, and goes on; one that was said to be is passed over. */
  const acceptAndNext = (key: ToolKey) => {
    const cards = client.getQueryData(catalogQuery.queryKey)?.cards ?? [];
    const card = cards.find((c) => c.name === key.tool && c.server === key.server);
    if (card && card.review !== "reviewed") void review.accept(card);
    actions.next();
  };

  /** Whether the key acts on the marked tools. */
  const handleMarked = (event: KeyboardEvent): boolean => {
    const hint = HINTS[Number(event.key) - 1];
    if (hint) useHintPopover.getState().open(hint);
    else if (event.repeat) return false;
    else if (event.key === "0") bulk.decide({ kind: "reset" });
    else if (event.key === ".") bulk.decide({ kind: "acceptInference" });
    else if (event.key === "a") bulk.accept();
    else return false;
    return true;
  };

  /** One thing at a time, the nearest first. */
  const escape = (): boolean => {
    const filter = useCatalogFilter.getState();
    const { panelOpen, setPanelOpen } = useSelection.getState();
    if (actions.marking) actions.clearMarks();
    else if (filter.layout === "table" && panelOpen) setPanelOpen(false);
    else if (filter.query || filter.behaviour !== "all") filter.clearFilter();
    else return false;
    return true;
  };

  const handle = (event: KeyboardEvent): boolean => {
    const arrow = event.target === document.body ? ARROWS[event.key] : undefined;
    if (arrow) (event.shiftKey ? actions.extendBy : actions.move)(arrow);
    else if (event.key === "j") actions.next();
    else if (event.key === "k") actions.previous();
    else if (event.key === "J") actions.extendBy("right");
    else if (event.key === "K") actions.extendBy("left");
    else if (event.key === "x") actions.mark();
    else if (event.key === "/") document.getElementById(SEARCH_ID)?.focus();
    else if (event.key === "Escape") return escape();
    else if (event.key === "r" && actions.current) openRun(actions.current);
    else if (event.key === "n" && actions.editable) writeNote(actions.editable);
    else if (actions.marking) return !actions.readOnly && handleMarked(event);
    else if (actions.editable && "01234".includes(event.key)) {
      const key = actions.editable;
      const hint = HINTS[Number(event.key) - 1];
      client
        .ensureQueryData(toolQuery(key))
        .then(() => (hint ? decisions.cycle(key, hint) : decisions.resetAll(key)))
        .catch(notifyError);
    } else if (actions.editable && event.key === ".") {
      const key = actions.editable;
      client
        .ensureQueryData(toolQuery(key))
        .then(() => decisions.acceptInference(key))
        .catch(notifyError);
    } else if (actions.editable && event.key === "a") {
      if (!event.repeat) acceptAndNext(actions.editable);
    } else return false;
    return true;
  };

  const latest = useRef(handle);
  const markAll = useRef(actions.markAll);
  useEffect(() => {
    latest.current = handle;
    markAll.current = actions.markAll;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isSelectAll(event)) {
        event.preventDefault();
        markAll.current();
      } else if (isForTheWindow(event) && latest.current(event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
