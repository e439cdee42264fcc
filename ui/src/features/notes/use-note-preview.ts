// What a model would read with a note that is being written: asked after a pause, one request in flight, the latest wish next.
import { useEffect, useRef, useState } from "react";
import type { NotePreview, NotePreviewInput } from "../../backend";
import { backend } from "../../backend";
import { notifyError } from "../../shared/notify";
import { useDebouncedValue } from "../../shared/use-debounced-value";

const PAUSE = 150;

/** The newest answer and what it speaks of, which may be what was written a moment ago. */
export type Answer = { key: string; asked: NotePreviewInput; preview: NotePreview };

/** Null asks nothing. `revision` asks again when the tool has changed. */
export function useNotePreview(input: NotePreviewInput | null, revision: number): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const next = useRef<{ key: string; input: NotePreviewInput } | null>(null);
  const busy = useRef(false);
  const key = input === null ? null : JSON.stringify([input, revision]);
  const settled = useDebouncedValue(key, PAUSE);

  useEffect(() => {
    if (settled === null) {
      next.current = null;
      return;
    }
    const [wanted] = JSON.parse(settled) as [NotePreviewInput];
    next.current = { key: settled, input: wanted };
    const run = async () => {
      if (busy.current) return;
      busy.current = true;
      try {
        for (let wish = next.current; wish; wish = next.current) {
          next.current = null;
          const preview = await backend.previewNotes(wish.input);
          setAnswer({ key: wish.key, asked: wish.input, preview });
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
