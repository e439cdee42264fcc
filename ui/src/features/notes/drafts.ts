// Store of unsaved note drafts, so that switching tools loses nothing, and of the form that receives the focus next.
import { create } from "zustand";
import type { NoteView, ToolKey } from "../../backend";
import { useArrivals } from "../../shared/go-to-tool";
import { awaitTextField } from "../../shared/focus-request";
import { idOf } from "../../shared/tool-id";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useCollapsed } from "../../shared/collapsed-sections";
import { useSelection } from "../../shared/selection";
import { noteId } from "./note-fields";

/** The form of a note. */
export const NOTE_FORM = "[data-testid='note-form']";

export type Draft = {
  /** Null: the suggested name, as long as the user types no other. */
  name: string | null;
  text: string;
  /** Null: every toolset. Undefined: not chosen yet. */
  toolset?: string | null;
  /** Message about hidden characters that the user confirmed; null: none confirmed. */
  confirmedMessage: string | null;
};

/** The draft with the name that its form shows. */
export type NamedDraft = Draft & { name: string };

export const EMPTY_DRAFT: Draft = { name: null, text: "", confirmedMessage: null };
export const draftOf = ({ name, text, toolset }: NoteView): NamedDraft => ({ name, text, toolset, confirmedMessage: null });

export const newId = (key: ToolKey): string => `new ${idOf(key)}`;
export const editId = (key: ToolKey, note: NoteView): string => `edit ${idOf(key)} ${noteId(note)}`;

type Drafts = {
  drafts: ReadonlyMap<string, Draft>;
  /** Id of the form that receives the focus on its next render. */
  focusId: string | null;
  put: (id: string, draft: Draft) => void;
  close: (id: string) => void;
};

export const useDrafts = create<Drafts>()((set) => ({
  drafts: new Map(),
  focusId: null,
  put: (id, draft) => set(({ drafts }) => ({ drafts: new Map(drafts).set(id, draft) })),
  close: (id) =>
    set(({ drafts }) => {
      const remaining = new Map(drafts);
      remaining.delete(id);
      return { drafts: remaining };
    }),
}));

/** Opens a form, or focuses it if it is already open. */
export function openDraft(id: string, start: Draft): void {
  const { drafts, put } = useDrafts.getState();
  if (!drafts.has(id)) put(id, start);
  useDrafts.setState({ focusId: id });
}

/** Opens the panel, its notes section and the form for a new note, and focuses the form. */
export function writeNote(key: ToolKey): void {
  // The form is mounted once the panel shows the tool.
  awaitTextField(`${NOTE_FORM} textarea`);
  openDraft(newId(key), EMPTY_DRAFT);
  useCollapsed.getState().open("notes");
  if (useCatalogFilter.getState().layout === "table") useSelection.getState().setPanelOpen(true);
  // In a narrow window the panel is a drawer, which opens when this counter changes.
  useArrivals.setState(({ count }) => ({ count: count + 1 }));
}
