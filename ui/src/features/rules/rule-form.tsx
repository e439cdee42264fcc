// Form that creates or changes a rule, with a preview of its effect before it is saved.
import type { FormEvent } from "react";
import { useId } from "react";
import type { Catalog, RuleInput, RuleView } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Input, Labelled, Select } from "../../kit/field";
import { Segmented } from "../../kit/segmented";
import { asPlainString } from "../../shared/hidden-characters";
import { HINT_LABEL, HINTS, yesNo } from "../../shared/hints";
import { LooseningConfirm } from "../../shared/loosening";
import { useConfirmation } from "../../shared/use-confirmation";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { environmentOf } from "../environments/environment-name";
import { BASE, formatEnvironment } from "../environments/strings";
import type { RuleDraft } from "./draft";
import { inputOf, isSameRule, NEW_RULE } from "./draft";
import { RuleEffect } from "./rule-effect";
import { useRulePreview } from "./use-rule-preview";
import { strings } from "./strings";
import styles from "./rule-form.module.css";

export const SELECTOR_ID = "rule-selector";

const YES_NO = [
  { value: "Yes", label: yesNo(true), decides: true },
  { value: "No", label: yesNo(false), decides: true },
] as const;

const text = strings.form;

type Props = {
  catalog: Catalog;
  rules: readonly RuleView[];
  /** Selector of the example. */
  example: string;
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
};

export function RuleForm({ catalog, rules, example, draft, onChange }: Props) {
  const effectId = useId();
  const { selector, hint, value, environment } = inputOf(draft);
  const preview = useRulePreview(selector, hint, value, environment, catalog.revision);
  const [loosen, setLoosen] = useConfirmation(preview?.view);
  const input = inputOf(draft, loosen);
  const loosens = preview?.view?.loosens;
  const save = useStoreMutation({
    run: (rule: RuleInput) => backend.setRule(rule),
    successMessage: (rule) =>
      text.saved(rule.selector, formatEnvironment(rule.environment), HINT_LABEL[rule.hint], yesNo(rule.value)),
    onDone: () => onChange({ ...draft, selector: NEW_RULE.selector, because: NEW_RULE.because }),
  });
  const set = (over: Partial<RuleDraft>) => onChange({ ...draft, ...over });
  const replaced = rules.find((rule) => isSameRule(rule, input));
  const readOnly = catalog.readOnly !== null;
  const isConfirmed = loosens !== undefined && (loosens.tools === 0 || input.loosen);
  const ready = isConfirmed && !readOnly && !save.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) save.mutate(input);
  };
  return (
    <form className={styles.form} aria-label={text.label} onSubmit={submit}>
      <div className={styles.selector}>
        <label htmlFor={SELECTOR_ID}>{text.tools}</label>
        <Input
          id={SELECTOR_ID}
          mono
          data-testid="rule-selector"
          placeholder={asPlainString(example)}
          aria-invalid={preview?.error !== undefined}
          aria-describedby={effectId}
          value={draft.selector}
          onChange={(event) => set({ selector: event.target.value })}
        />
      </div>
      <Labelled label={text.hint}>
        {(id) => (
          <Select
            id={id}
            always
            value={draft.hint}
            options={HINTS.map((hint) => ({ value: hint, label: HINT_LABEL[hint] }))}
            onChange={(event) => set({ hint: HINTS.find((hint) => hint === event.target.value) ?? draft.hint })}
          />
        )}
      </Labelled>
      <div className={styles.value}>
        <span aria-hidden="true">{text.value}</span>
        <Segmented
          label={text.value}
          value={draft.value ? "Yes" : "No"}
          segments={YES_NO}
          onChange={(value) => set({ value: value === "Yes" })}
        />
      </div>
      <Labelled label={text.environment}>
        {(id) => (
          <Select
            id={id}
            always
            value={formatEnvironment(draft.environment)}
            options={[BASE, ...catalog.environments].map((name) => ({ value: name, label: asPlainString(name) }))}
            onChange={(event) => set({ environment: environmentOf(event.target.value) })}
          />
        )}
      </Labelled>
      <div className={styles.reason}>
        <Labelled label={text.reason}>
          {(id) => (
            <Input
              id={id}
              placeholder={text.reasonPlaceholder}
              value={draft.because}
              onChange={(event) => set({ because: event.target.value })}
            />
          )}
        </Labelled>
      </div>
      <Button type="submit" look="primary" data-testid="rule-save" disabled={!ready} className={styles.save}>
        {replaced ? text.replace : text.save}
      </Button>
      <div id={effectId} className={styles.effect}>
        <RuleEffect preview={preview} isEmpty={input.selector === ""} replaces={replaced !== undefined} />
        {loosens && loosens.tools > 0 ? (
          <LooseningConfirm
            loosening={loosens}
            confirmed={loosen}
            onConfirm={setLoosen}
          />
        ) : null}
      </div>
    </form>
  );
}
