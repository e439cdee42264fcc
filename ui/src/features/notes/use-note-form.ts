// A note that is being written: its fields, what the backend has against it, and the way to keep it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NoteView, NotePreview, ToolDetail } from "../../backend";
import { backend } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { keyOf } from "../../shared/tool-id";
import { rescueToAdd } from "./add-note-focus";
import type { Draft } from "./drafts";
import { useDrafts } from "./drafts";
import type { Place } from "./note-labels";
import { placeOfProblem } from "./note-labels";
import { useNotePreview } from "./use-note-preview";
import { useStoreMutation } from "../mutation/use-store-mutation";

type Problem = { place: Place; words: string };

export type NoteForm = {
  draft: Draft;
  toolset: string | null;
  preview: NotePreview | null;
  /** Said beside its field; an empty field has none until somebody tries to save. */
  problems: Partial<Record<Place, string>>;
  /** Hidden characters were found, and are they meant? */
  hidden: { meant: boolean } | null;
  pending: boolean;
  set: (over: Partial<Draft>) => void;
  mean: (meant: boolean) => void;
  /** Where there is something wrong; null when it is on its way. */
  save: () => Place | null;
};

/** The toolset that is active, where the tool is in it; else every one. */
const usualToolset = ({ activeToolset, card }: ToolDetail): string | null =>
  activeToolset !== null && card.toolsets.includes(activeToolset) ? activeToolset : null;

/** What was chosen, as long as the tool is in it. */
function toolsetOf(detail: ToolDetail, { toolset }: Draft): string | null {
  if (toolset === null || (toolset !== undefined && detail.card.toolsets.includes(toolset))) return toolset;
  return usualToolset(detail);
}

export function useNoteForm(detail: ToolDetail, id: string, draft: Draft, replaces: NoteView | null, onSaved: () => void): NoteForm {
  const put = useDrafts((state) => state.put);
  const [tried, setTried] = useState(false);
  const { data: revision = 0 } = useQuery({ ...catalogQuery, select: (catalog) => catalog.revision });
  const key = keyOf(detail.card);
  const toolset = replaces ? replaces.toolset : toolsetOf(detail, draft);
  const { name, text } = draft;
  const title = clip(detail.card.title, 80);
  const empty = { name: name === "", text: text.trim() === "" };
  const wanted = { ...key, toolset, notes: [{ name, text }], replaces: replaces?.name ?? null };
  const answer = useNotePreview(empty.name || empty.text ? null : wanted, revision);
  const others = detail.notes.filter((note) => note !== replaces);
  const said = answer?.preview.problems[0];
  const problem: Problem | null =
    answer && said !== undefined
      ? { place: placeOfProblem(answer.asked.notes[0] ?? draft, toolset, others), words: `${sentence(said)}.` }
      : null;
  const hidden = problem?.place === "hidden" ? { meant: draft.meant === problem.words } : null;

  const problems: NoteForm["problems"] = {};
  if (problem && !hidden?.meant) problems[problem.place] = problem.words;
  if (tried && empty.name) problems.name = "Give the note a name.";
  if (tried && empty.text) problems.text = "Write what the model should know.";

  const add = useStoreMutation({
    run: (allowHidden: boolean) => backend.addNotes({ ...key, toolset, notes: [{ name, text }], allowHidden }),
    told: () => `Note ${name} added to ${title}`,
    // A name that was taken meanwhile is skipped: what was written stays, for another name.
    onDone: (_, { entry }) => {
      if (entry !== null) onSaved();
    },
  });
  const edit = useStoreMutation({
    run: (input: { note: NoteView; allowHidden: boolean }) =>
      backend.editNote({
        key: { ...key, toolset: input.note.toolset, name: input.note.name },
        text,
        rename: name === input.note.name ? null : name,
        allowHidden: input.allowHidden,
      }),
    told: () => `Note ${name} of ${title} edited`,
    onDone: onSaved,
    // Under another name it is another row.
    onShown: rescueToAdd,
  });

  return {
    draft,
    toolset,
    preview: answer?.preview ?? null,
    problems,
    hidden,
    pending: add.isPending || edit.isPending,
    set: (over) => put(id, { ...draft, ...over }),
    mean: (meant) => put(id, { ...draft, meant: meant && problem ? problem.words : null }),
    save: () => {
      setTried(true);
      if (empty.name) return "name";
      if (empty.text) return "text";
      // An answer about what was written a moment ago neither forbids nor allows anything; the backend has the last word.
      const [asked] = answer?.asked.notes ?? [];
      const current = asked?.name === name && asked.text === text;
      if (current && problem && !hidden?.meant) return problem.place;
      const allowHidden = current && (hidden?.meant ?? false);
      if (replaces) edit.mutate({ note: replaces, allowHidden });
      else add.mutate(allowHidden);
      return null;
    },
  };
}
