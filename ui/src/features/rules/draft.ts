// Draft of a rule in the form.
import type { HintName, RuleInput, RuleView } from "../../backend";

export type RuleDraft = {
  selector: string;
  hint: HintName;
  value: boolean;
  environment: string | null;
  because: string;
};

export const NEW_RULE: RuleDraft = { selector: "", hint: "readOnly", value: true, environment: null, because: "" };

export const draftOf = ({ selector, hint, value, environment, because }: RuleView): RuleDraft => ({
  selector,
  hint,
  value,
  environment,
  because: because ?? "",
});

export const inputOf = ({ because, selector, ...rest }: RuleDraft, loosen = false): RuleInput => ({
  ...rest,
  selector: selector.trim(),
  because: because.trim() || null,
  loosen,
});

type Key = Pick<RuleView, "selector" | "hint" | "environment">;

/** Selector, hint and environment identify a rule: saving it again replaces it. */
export const isSameRule = (one: Key, other: Key): boolean =>
  one.selector === other.selector && one.hint === other.hint && one.environment === other.environment;
