// Draft of a text field that saves on blur: typed text, save and discard.
import { useRef, useState } from "react";

export type Draft = {
  /** Value of the field: the draft, or the saved text. */
  text: string;
  editing: boolean;
  type: (text: string) => void;
  /** Calls `onSave` if the text changed; with null (inherit) for an empty text. */
  save: () => void;
  giveUp: () => void;
};

export function useDraft(saved: string | null, onSave: (text: string | null) => void): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  // A ref, because Escape and the following blur happen in one event, before the state updates.
  const latest = useRef<string | null>(null);
  const update = (text: string | null) => {
    latest.current = text;
    setDraft(text);
  };
  return {
    text: draft ?? saved ?? "",
    editing: draft !== null,
    type: update,
    save: () => {
      const typed = latest.current;
      update(null);
      if (typed === null) return;
      const next = typed.trim() || null;
      if (next !== saved) onSave(next);
    },
    giveUp: () => update(null),
  };
}
