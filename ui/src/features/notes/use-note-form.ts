// State of the note form: fields, problems reported by the backend, and saving.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NoteView, NotePreview, ToolDetail } from "../../backend";
import { backend } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { keyOf } from "../../shared/tool-id";
import { rescueToAdd } from "./add-note-focus";
import type { Draft, NamedDraft } from "./drafts";
import { useDrafts } from "./drafts";
import type { ProblemField } from "./note-fields";
import { problemFieldOf, suggestNoteName } from "./note-fields";
import { strings } from "./strings";
import { useNotePreview } from "./use-note-preview";
import { useStoreMutation } from "../mutation/use-store-mutation";

type Problem = { field: ProblemField; message: string };

export type NoteForm = {
  draft: NamedDraft;
  /** The name is the suggested one. */
  isSuggestedName: boolean;
  toolset: string | null;
  preview: NotePreview | null;
  /** Messages shown beside their fields; an empty field has none before the first attempt to save. */
  problems: Partial<Record<ProblemField, string>>;
  /** Null: no hidden characters. */
  hidden: { confirmed: boolean } | null;
  pending: boolean;
  set: (over: Partial<Draft>) => void;
  confirmHidden: (confirmed: boolean) => void;
  /** Returns the invalid field, or null when the request is sent. */
  save: () => ProblemField | null;
};

/** The active toolset if the tool is a member, else every toolset (null). */
const defaultToolset = ({ activeToolset, card }: ToolDetail): string | null =>
  activeToolset !== null && card.toolsets.includes(activeToolset) ? activeToolset : null;

/** The chosen toolset as long as the tool is a member, else the default. */
function toolsetOf(detail: ToolDetail, { toolset }: Draft): string | null {
  if (toolset === null || (toolset !== undefined && detail.card.toolsets.includes(toolset))) return toolset;
  return defaultToolset(detail);
}

export function useNoteForm(detail: ToolDetail, id: string, draft: NamedDraft, replaces: NoteView | null, onSaved: () => void): NoteForm {
  const put = useDrafts((state) => state.put);
  const [submitted, setSubmitted] = useState(false);
  const { data: revision = 0 } = useQuery({ ...catalogQuery, select: (catalog) => catalog.revision });
  const key = keyOf(detail.card);
  const toolset = replaces ? replaces.toolset : toolsetOf(detail, draft);
  const { name, text } = draft;
  const title = clip(detail.card.title, 80);
  const empty = { name: name === "", text: text.trim() === "" };
  const request = { ...key, toolset, notes: [{ name, text }], replaces: replaces?.name ?? null };
  const answer = useNotePreview(empty.name || empty.text ? null : request, revision);
  const others = detail.notes.filter((note) => note !== replaces);
  const message = answer?.preview.problems[0];
  const problem: Problem | null =
    answer && message !== undefined
      ? { field: problemFieldOf(answer.request.notes[0] ?? draft, toolset, others), message: `${sentence(message)}.` }
      : null;
  const hidden = problem?.field === "hidden" ? { confirmed: draft.confirmedMessage === problem.message } : null;

  const problems: NoteForm["problems"] = {};
  if (problem && !hidden?.confirmed) problems[problem.field] = problem.message;
  if (submitted && empty.name) problems.name = strings.form.nameMissing;
  if (submitted && empty.text) problems.text = strings.form.textMissing;

  const add = useStoreMutation({
    run: (allowHidden: boolean) => backend.addNotes({ ...key, toolset, notes: [{ name, text }], allowHidden }),
    successMessage: () => strings.form.added(name, title),
    // The backend skips a name that was taken meanwhile; the form stays open, so that the user can enter another name.
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
    successMessage: () => strings.form.edited(name, title),
    onDone: onSaved,
    // A renamed note is another row, so the focused element is removed.
    onReloaded: rescueToAdd,
  });

  return {
    draft,
    isSuggestedName: replaces === null && name === suggestNoteName(detail.notes),
    toolset,
    preview: answer?.preview ?? null,
    problems,
    hidden,
    pending: add.isPending || edit.isPending,
    set: (over) => put(id, { ...draft, ...over }),
    confirmHidden: (confirmed) => put(id, { ...draft, confirmedMessage: confirmed && problem ? problem.message : null }),
    save: () => {
      setSubmitted(true);
      if (empty.name) return "name";
      if (empty.text) return "text";
      // A preview of an older draft neither blocks nor confirms anything; the backend validates the request.
      const [previewed] = answer?.request.notes ?? [];
      const current = previewed?.name === name && previewed.text === text;
      if (current && problem && !hidden?.confirmed) return problem.field;
      const allowHidden = current && (hidden?.confirmed ?? false);
      if (replaces) edit.mutate({ note: replaces, allowHidden });
      else add.mutate(allowHidden);
      return null;
    },
  };
}
