// The catalog's keys that work wherever focus is, unless someone is typing or something is open above the window.
import { useQueryClient } from "@tanstack/react-query";
import type { Handlers } from "../../shared/keymap";
import { useShortcuts } from "../../shared/keymap";
import type { ToolKey } from "../../backend";
import { catalogQuery, toolQuery } from "../../backend/queries";
import { byHint } from "../../shared/hints";
import { notifyError } from "../../shared/notify";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useSelection } from "../../shared/selection";
import { useHintPopover } from "../bulk/hint-popover-state";
import { useBulk } from "../bulk/use-bulk";
import { writeNote } from "../notes/drafts";
import { useReviewActions } from "../tool/review-actions";
import { openRun } from "../run/open-run";
import { useDecisions } from "../tool/use-decisions";
import type { Move } from "./row-model";
import { SEARCH_ID } from "./search-field";
import { isCovered, isTyping } from "../../shared/key-target";

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

/** A card that has the focus moves by itself. */
const onBody = (act: () => void) => (event: KeyboardEvent) => event.target === document.body && act();

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

  const { move, extendBy, current, editable, marking } = actions;
  useShortcuts("catalog", {
    next: actions.next,
    previous: actions.previous,
    left: onBody(() => move("left")),
    up: onBody(() => move("up")),
    down: onBody(() => move("down")),
    right: onBody(() => move("right")),
    search: () => document.getElementById(SEARCH_ID)?.focus(),
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
  const bulkActs: Handlers<"marks"> = {
    ...byHint((hint) => () => useHintPopover.getState().open(hint)),
    reset: () => bulk.decide({ kind: "reset" }),
    acceptInference: () => bulk.decide({ kind: "acceptInference" }),
    accept: bulk.accept,
  };
  useShortcuts("marks", marking && !actions.readOnly ? bulkActs : null);
  const key = marking ? null : editable;
  /** A decision rests on the whole tool, which may not have been read yet. */
  const decide = (act: (key: ToolKey) => Promise<void>) =>
    key && (() => void client.ensureQueryData(toolQuery(key)).then(() => act(key)).catch(notifyError));
  useShortcuts("tool", {
    ...byHint((hint) => decide((tool) => decisions.cycle(tool, hint))),
    reset: decide((tool) => decisions.resetAll(tool)),
    acceptInference: decide((tool) => decisions.acceptInference(tool)),
    accept: key && (() => acceptAndNext(key)),
    run: current && (() => openRun(current)),
    writeNote: editable && (() => writeNote(editable)),
  });
}
