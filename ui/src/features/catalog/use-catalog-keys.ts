// Catalog shortcuts: active wherever focus is, except in a text field or while an overlay is open.
import { useQueryClient } from "@tanstack/react-query";
import type { Handlers } from "../../shared/keymap";
import { useShortcuts } from "../../shared/keymap";
import type { ToolKey } from "../../backend";
import { catalogQuery, toolQuery } from "../../backend/queries";
import { focusPageSearch } from "../../shared/focus-request";
import { byHint } from "../../shared/hints";
import { notifyError } from "../../shared/notify";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useSelection } from "../../shared/selection";
import { useStableCallback } from "../../shared/use-stable-callback";
import { useBulkPopover } from "../bulk/bulk-popover";
import { useBulk } from "../bulk/use-bulk";
import { writeNote } from "../notes/drafts";
import { useReviewActions } from "../tool/review-actions";
import { openRun } from "../run/open-run";
import { useDecisions } from "../tool/use-decisions";
import type { Move } from "./row-model";
import { isCovered, isTyping } from "../../shared/key-target";

type Actions = {
  next: () => void;
  previous: () => void;
  move: (to: Move) => void;
  /** Moves and marks the range in between. */
  extendBy: (to: Move) => void;
  /** Toggles the mark of the selected tool. */
  mark: () => void;
  markAll: () => void;
  clearMarks: () => void;
  /** Tools are marked: shortcuts apply to them instead of to the selected tool. */
  marking: boolean;
  /** Target of the shortcuts; null while the filter hides it. */
  current: ToolKey | null;
  editable: ToolKey | null;
  readOnly: boolean;
};

/** Runs only if no element has focus: a focused card handles these keys itself. */
const onBody = (action: () => void) => (event: KeyboardEvent) => event.target === document.body && action();

export function useCatalogKeys(actions: Actions): void {
  const client = useQueryClient();
  const decisions = useDecisions();
  const review = useReviewActions();
  const bulk = useBulk();

  const goToNext = useStableCallback(actions.next);
  /** Accepts the tool and moves to the next one; an already reviewed tool is not accepted again. */
  const acceptAndNext = (key: ToolKey) => {
    const cards = client.getQueryData(catalogQuery.queryKey)?.cards ?? [];
    const card = cards.find((c) => c.name === key.tool && c.server === key.server);
    const showAgain = () => useSelection.getState().select(key);
    if (card && card.review !== "reviewed") void review.accept(card, { onStart: goToNext, onAsk: showAgain });
    else goToNext();
  };

  /** Each Escape resets one thing: the marks, then the panel of the table, then the filter. */
  const escape = (): boolean => {
    const filter = useCatalogFilter.getState();
    const { panelOpen, setPanelOpen } = useSelection.getState();
    if (actions.marking) actions.clearMarks();
    else if (filter.layout === "table" && panelOpen) setPanelOpen(false);
    else if (filter.query || filter.behaviour !== "all") filter.clearFilter();
    else return false;
    return true;
  };

  const { move, extendBy, current, editable, marking } = actions;
  useShortcuts("catalog", {
    next: actions.next,
    previous: actions.previous,
    left: onBody(() => move("left")),
    up: onBody(() => move("up")),
    down: onBody(() => move("down")),
    right: onBody(() => move("right")),
    search: focusPageSearch,
    mark: actions.mark,
    extendLeft: onBody(() => extendBy("left")),
    extendUp: onBody(() => extendBy("up")),
    extendDown: onBody(() => extendBy("down")),
    extendRight: onBody(() => extendBy("right")),
    extendNext: () => extendBy("right"),
    extendPrevious: () => extendBy("left"),
    markAll: ({ target }) => !isTyping(target) && !isCovered() && actions.markAll(),
    clear: escape,
  });
  const bulkHandlers: Handlers<"marks"> = {
    ...byHint((hint) => () => useBulkPopover.getState().open({ kind: "hint", hint })),
    reset: () => bulk.decide({ kind: "reset" }),
    acceptInference: () => useBulkPopover.getState().open({ kind: "inference" }),
    accept: bulk.accept,
  };
  useShortcuts("marks", marking && !actions.readOnly ? bulkHandlers : null);
  const key = marking ? null : editable;
  /** A decision needs the full tool, which may not be loaded yet. */
  const decide = (action: (key: ToolKey) => Promise<void>) =>
    key && (() => void client.ensureQueryData(toolQuery(key)).then(() => action(key)).catch(notifyError));
  useShortcuts("tool", {
    ...byHint((hint) => decide((tool) => decisions.cycle(tool, hint))),
    reset: decide((tool) => decisions.resetAll(tool)),
    acceptInference: decide((tool) => decisions.acceptInference(tool)),
    accept: key && (() => acceptAndNext(key)),
    run: current && (() => openRun(current)),
    writeNote: editable && (() => writeNote(editable)),
  });
}
