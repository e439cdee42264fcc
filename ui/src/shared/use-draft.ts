// A field that is saved when it is left: what is typed until then, and the two ways out.
import { useRef, useState } from "react";

export type Draft = {
  /** What the field shows: the draft, or what is saved. */
  text: string;
  editing: boolean;
  type: (text: string) => void;
  /** Reports what was typed, if it differs; nothing typed means inherit. */
  save: () => void;
  giveUp: () => void;
};

export function useDraft(saved: string | null, onSave: (text: string | null) => void): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  // Leaving a field and giving up happen within one event, before anything is drawn again.
  const latest = useRef<string | null>(null);
  const put = (text: string | null) => {
    latest.current = text;
    setDraft(text);
  };
  return {
    text: draft ?? saved ?? "",
    editing: draft !== null,
    type: put,
    save: () => {
      const typed = latest.current;
      put(null);
      if (typed === null) return;
      const wanted = typed.trim() || null;
      if (wanted !== saved) onSave(wanted);
    },
    giveUp: () => put(null),
  };
}
