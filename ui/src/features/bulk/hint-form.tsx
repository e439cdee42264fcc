// Form that sets one hint on all marked tools: hint, value, reason and preview; saved as copies or as one rule.
import type { FormEvent, KeyboardEvent } from "react";
import { useId, useState } from "react";
import type { HintName, Loosening } from "../../backend";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Input, Select } from "../../kit/field";
import { Kbd } from "../../kit/kbd";
import { Segmented } from "../../kit/segmented";
import { HINT_LABEL, HINTS } from "../../shared/hints";
import { LooseningConfirm } from "../../shared/loosening";
import { ServerText } from "../../shared/server-text";
import { useConfirmation } from "../../shared/use-confirmation";
import { BulkEffect } from "./bulk-effect";
import { strings } from "./strings";
import type { Bulk } from "./use-bulk";
import { toDecide } from "./use-bulk";
import { useBulkPreview, useRuleReach } from "./use-bulk-preview";
import styles from "./hint-form.module.css";

type Choice = "inherit" | "yes" | "no";
const VALUE: Record<Choice, boolean | null> = { inherit: null, yes: true, no: false };
const CHOICES = [
  { value: "inherit", label: strings.form.inherit },
  { value: "yes", label: strings.form.yes, decides: true },
  { value: "no", label: strings.form.no, decides: true },
] as const;

const NOTHING_LOOSENED: Loosening = { tools: 0, examples: [] };

type Props = { hint: HintName; bulk: Bulk; onClose: () => void };

export function HintForm({ hint: first, bulk, onClose }: Props) {
  const [hint, setHint] = useState(first);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [because, setBecause] = useState("");
  const [wantsRule, setWantsRule] = useState(false);
  const reasonId = useId();
  const value = choice === null ? null : VALUE[choice];
  const change = choice === null ? null : toDecide(hint, value);
  const { data: preview, error, isPlaceholderData } = useBulkPreview(bulk, change);
  const selector = preview?.selector ?? null;
  const reach = useRuleReach({ selector, hint, value, environment: bulk.environment() });
  const offersRule = selector !== null && value !== null;
  const asRule = offersRule && wantsRule;
  const effect = (asRule ? reach.data : change === null ? null : preview) ?? undefined;
  const [isConfirmed, setConfirmed] = useConfirmation(effect);
  const loosens = effect?.loosens ?? NOTHING_LOOSENED;
  const loosen = loosens.tools > 0 && isConfirmed;
  const changing = preview?.changing ?? 0;
  const others = Math.max(0, (reach.data?.matches ?? 0) - (preview?.tools ?? 0));
  const reason = because.trim() === "" || value === null ? null : because.trim();
  const isLoaded = change !== null && preview !== undefined && !isPlaceholderData && (!asRule || reach.data !== undefined);
  // A reason alone can be saved for hints that are already decided.
  const ready = isLoaded && (loosens.tools === 0 || loosen) && (changing > 0 || asRule || reason !== null);

  const apply = () => {
    if (!ready) return;
    if (asRule) bulk.rule({ selector, hint, value, because: reason, loosen });
    else if (change !== null) bulk.decide(change, reason, loosen);
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  // Enter submits the form from every control, except from a button that Enter would press.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if ((event.target as HTMLElement).matches("button:not([role=radio])")) return;
    event.preventDefault();
    apply();
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <div className={styles.fields}>
        <Select
          always
          aria-label={strings.form.hint}
          className={styles.hint}
          value={hint}
          options={HINTS.map((name) => ({ value: name, label: HINT_LABEL[name] }))}
          onChange={(event) => {
            setHint(event.target.value as HintName);
            // A value that is safe for one hint can loosen another.
            setChoice(null);
          }}
        />
        <Segmented label={HINT_LABEL[hint]} value={choice} segments={CHOICES} onChange={setChoice} />
      </div>
      {change === null ? (
        <p>{strings.form.chooseValue}</p>
      ) : (
        <BulkEffect preview={preview} error={error} resets={value === null} rule={asRule ? reach.data : null} />
      )}
      {offersRule ? (
        <div>
          <Checkbox className={styles.rule} checked={wantsRule} onChange={setWantsRule}>
            <span className={styles.strong}>{strings.form.asRule(changing)}</span>
            <span className={styles.about}>
              {strings.form.ruleApplies.before}{" "}
              <code>
                <ServerText text={selector} />
              </code>
              {strings.form.ruleApplies.after}
              {others > 0 ? strings.form.ruleMatches(others) : null}
              {reach.error ? strings.form.ruleMatchesFailed : null}
            </span>
          </Checkbox>
        </div>
      ) : null}
      {value === null ? null : (
        <div className={styles.reason}>
          <label htmlFor={reasonId}>{strings.form.reason}</label>
          <Input
            id={reasonId}
            className={styles.grow}
            placeholder={strings.form.reasonPlaceholder}
            value={because}
            onChange={(event) => setBecause(event.target.value)}
          />
        </div>
      )}
      {loosens.tools > 0 ? (
        <LooseningConfirm loosening={loosens} confirmed={loosen} onConfirm={setConfirmed} />
      ) : null}
      <div className={styles.foot}>
        <Button look="quiet" size="small" onClick={onClose}>
          {strings.form.cancel}
        </Button>
        <Button type="submit" look="primary" size="small" disabled={!ready}>
          {asRule
            ? strings.form.saveRule
            : changing === 0 && reason !== null
              ? strings.form.saveReason
              : strings.form.apply(changing)} <Kbd>↵</Kbd>
        </Button>
      </div>
    </form>
  );
}
