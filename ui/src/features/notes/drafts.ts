// Notes that are being written or edited: going to another tool and back loses nothing. And which form is to get the focus.
import { create } from "zustand";
import type { NoteView, ToolKey } from "../../backend";
import { useArrivals } from "../../shared/go-to-tool";
import { idOf } from "../../shared/tool-id";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useCollapsed } from "../../shared/collapsed-sections";
import { useSelection } from "../../shared/selection";
import { noteId } from "./note-labels";

export type Draft = {
  name: string;
  text: string;
  /** Null: every toolset. While it is undefined nobody has chosen. */
  toolset?: string | null;
  /** What was said about hidden characters when the person ticked that they are meant. */
  meant: string | null;
};

export const NOTHING: Draft = { name: "", text: "", meant: null };
export const draftOf = ({ name, text, toolset }: NoteView): Draft => ({ name, text, toolset, meant: null });

export const newId = (key: ToolKey): string => `new ${idOf(key)}`;
export const editId = (key: ToolKey, note: NoteView): string => `edit ${idOf(key)} ${noteId(note)}`;

type Drafts = {
  drafts: ReadonlyMap<string, Draft>;
  /** The form that is to get the focus as soon as it is drawn. */
  wanted: string | null;
  put: (id: string, draft: Draft) => void;
  close: (id: string) => void;
};

export const useDrafts = create<Drafts>()((set) => ({
  drafts: new Map(),
  wanted: null,
  put: (id, draft) => set(({ drafts }) => ({ drafts: new Map(drafts).set(id, draft) })),
  close: (id) =>
    set(({ drafts }) => {
      const left = new Map(drafts);
      left.delete(id);
      return { drafts: left };
    }),
}));

/** Opens a form, or goes to the one that is open. */
export function openDraft(id: string, start: Draft): void {
  const { drafts, put } = useDrafts.getState();
  if (!drafts.has(id)) put(id, start);
  useDrafts.setState({ wanted: id });
}

/** Opens the form for a note about a tool, with its panel and its section, and goes there. */
export function writeNote(key: ToolKey): void {
  openDraft(newId(key), NOTHING);
  useCollapsed.getState().open("notes");
  if (useCatalogFilter.getState().layout === "table") useSelection.getState().setPanelOpen(true);
  // In a narrow window the panel has to be brought out.
  useArrivals.setState(({ count }) => ({ count: count + 1 }));
}
