// Preview of the rule in the form: debounced, with one request in flight, and only the latest rule next.
import { useEffect, useRef, useState } from "react";
import type { BackendError, HintName, RuleInput, RuleView } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { useDebouncedValue } from "../../shared/use-debounced-value";

const DEBOUNCE_MS = 150;

export type RulePreview = { view: RuleView; error?: never } | { error: BackendError; view?: never };
type Answer = { key: string; preview: RulePreview };

/** Null until the response for exactly this rule arrives; a new `revision` of the catalog triggers a refetch. */
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
  const settled = useDebouncedValue(key, DEBOUNCE_MS);

  useEffect(() => {
    const [selector, hint, value, environment] = JSON.parse(settled) as [string, HintName, boolean, string | null];
    const input = { selector, hint, value, environment, because: null, loosen: false };
    next.current = selector === "" ? null : { key: settled, input };
    const run = async () => {
      if (busy.current) return;
      busy.current = true;
      for (let request = next.current; request; request = next.current) {
        next.current = null;
        const { key, input } = request;
        const preview = await backend.previewRule(input).then(
          (view): RulePreview => ({ view }),
          (error: unknown): RulePreview => ({ error: asBackendError(error) }),
        );
        setAnswer({ key, preview });
      }
      busy.current = false;
    };
    void run();
  }, [settled]);

  return selector !== "" && answer?.key === key ? answer.preview : null;
}
