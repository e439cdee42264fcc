// What a rule would do, while it is being written: asked after a pause, one request in flight, the latest wish next.
import { useEffect, useRef, useState } from "react";
import type { BackendError, HintName, RuleInput, RuleView } from "../../backend";
import { asBackendError, backend } from "../../backend";

const PAUSE = 150;

export type RulePreview = { view: RuleView; error?: never } | { error: BackendError; view?: never };
type Answer = { to: string; preview: RulePreview };

/** Null until the answer speaks of exactly this rule; `revision` asks again when the catalog has changed. */
export function useRulePreview(
  selector: string,
  hint: HintName,
  value: boolean,
  environment: string | null,
  revision: number,
): RulePreview | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const next = useRef<{ key: string; input: RuleInput } | null>(null);
  const busy = useRef(false);
  const key = JSON.stringify([selector, hint, value, environment, revision]);

  useEffect(() => {
    if (selector === "") {
      next.current = null;
      return;
    }
    const run = async () => {
      if (busy.current) return;
      busy.current = true;
      for (let wish = next.current; wish; wish = next.current) {
        next.current = null;
        const { key: to, input } = wish;
        const preview = await backend.previewRule(input).then(
          (view): RulePreview => ({ view }),
          (error: unknown): RulePreview => ({ error: asBackendError(error) }),
        );
        setAnswer({ to, preview });
      }
      busy.current = false;
    };
    const timer = setTimeout(() => {
      next.current = { key, input: { selector, hint, value, environment, because: null, loosen: false } };
      void run();
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [key, selector, hint, value, environment]);

  return selector !== "" && answer?.to === key ? answer.preview : null;
}
