// What a rule would do, while it is being written: asked after a pause, one request in flight, the latest wish next.
import { useEffect, useRef, useState } from "react";
import type { BackendError, HintName, RuleInput, RuleView } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { useDebouncedValue } from "../../shared/use-debounced-value";

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
  const settled = useDebouncedValue(key, PAUSE);

  useEffect(() => {
    const [selector, hint, value, environment] = JSON.parse(settled) as [string, HintName, boolean, string | null];
    const input = { selector, hint, value, environment, because: null, loosen: false };
    next.current = selector === "" ? null : { key: settled, input };
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
    void run();
  }, [settled]);

  return selector !== "" && answer?.to === key ? answer.preview : null;
}
