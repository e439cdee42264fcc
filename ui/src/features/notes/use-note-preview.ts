// Debounced preview of the model text with a note draft: one request in flight, then the latest input.
import { useEffect, useRef, useState } from "react";
import type { NotePreview, NotePreviewInput } from "../../backend";
import { backend } from "../../backend";
import { notifyError } from "../../shared/notify";
import { useDebouncedValue } from "../../shared/use-debounced-value";

const DEBOUNCE = 150;

/** Latest response and its request, which may be older than the current draft. */
export type Answer = { key: string; request: NotePreviewInput; preview: NotePreview };

/** Null sends no request. A new `revision` (the tool changed) sends the request again. */
export function useNotePreview(input: NotePreviewInput | null, revision: number): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const next = useRef<{ key: string; input: NotePreviewInput } | null>(null);
  const busy = useRef(false);
  const key = input === null ? null : JSON.stringify([input, revision]);
  const settled = useDebouncedValue(key, DEBOUNCE);

  useEffect(() => {
    if (settled === null) {
      next.current = null;
      return;
    }
    const [latest] = JSON.parse(settled) as [NotePreviewInput];
    next.current = { key: settled, input: latest };
    const run = async () => {
      if (busy.current) return;
      busy.current = true;
      try {
        for (let request = next.current; request; request = next.current) {
          next.current = null;
          const preview = await backend.previewNotes(request.input);
          setAnswer({ key: request.key, request: request.input, preview });
        }
      } catch (error) {
        notifyError(error);
      } finally {
        busy.current = false;
      }
    };
    void run();
  }, [settled]);

  return key === null ? null : answer;
}
