// The catalog's keys that work wherever focus is, unless someone is typing or something is open above the window.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ToolKey } from "../../backend";
import { catalogQuery, toolQuery } from "../../backend/queries";
import { HINTS } from "../../shared/hints";
import { notifyError } from "../../shared/notify";
import { useView } from "../../shared/view-state";
import { useReviewActs } from "../review/review-acts";
import { useDecisions } from "../tool/use-decisions";
import type { Move } from "./row-model";
import { SEARCH_ID } from "./search-field";
import { isForTheWindow } from "../../shared/keys";

type Actions = { next: () => void; previous: () => void; move: (to: Move) => void; editable: ToolKey | null };

const ARROWS: Record<string, Move> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

export function useCatalogKeys(actions: Actions): void {
  const client = useQueryClient();
  const decisions = useDecisions();
  const review = useReviewActs();

  /** Says that the tool is right, and goes on; one that was said to be is passed over. */
  const acceptAndNext = (key: ToolKey) => {
    const cards = client.getQueryData(catalogQuery.queryKey)?.cards ?? [];
    const card = cards.find((c) => c.name === key.tool && c.server === key.server);
    if (card && card.review !== "reviewed") void review.accept(card);
    actions.next();
  };

  const handle = (event: KeyboardEvent): boolean => {
    const view = useView.getState();
    const arrow = event.target === document.body ? ARROWS[event.key] : undefined;
    if (arrow) actions.move(arrow);
    else if (event.key === "j") actions.next();
    else if (event.key === "k") actions.previous();
    else if (event.key === "/") document.getElementById(SEARCH_ID)?.focus();
    else if (event.key === "Escape" && (view.query || view.behaviour !== "all")) view.clearFilter();
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
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForTheWindow(event) && latest.current(event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
