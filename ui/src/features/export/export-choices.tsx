// Options of a target: environment, toolset and contents. Only options that apply to the target are available.
import { useId } from "react";
import type { Catalog, TargetView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { Labelled, Select } from "../../kit/field";
import { Switch } from "../../kit/switch";
import { counted } from "../../shared/ago";
import { asPlainString } from "../../shared/hidden-characters";
import { useNavigation } from "../../shared/navigation";
import { BASE } from "../environments/strings";
import { EVERYTHING } from "./export-input";
import type { Choices } from "./saved-choices";
import { holdsNotes } from "./labels";
import styles from "./export-choices.module.css";

type Props = { target: TargetView; catalog: Catalog; choices: Choices; onChange: (choices: Choices) => void };

const toOption = (name: string) => ({ value: name, label: asPlainString(name) });

function environmentNote(chosen: string): string {
  if (chosen === EVERYTHING) return "The base, every environment and every rule, to be taken over whole.";
  if (chosen === BASE) return "What holds in the base, tool by tool.";
  return "What holds there: its own decisions over those of the base, tool by tool.";
}

export function ExportChoices({ target, catalog, choices, onChange }: Props) {
  const isCanonical = target.kind === "canonical";
  const change = (over: Partial<Choices>) => onChange({ ...choices, ...over });
  return (
    <>
      <div className={styles.selects} data-one={isCanonical || undefined}>
        <Labelled label="Environment" note={isCanonical ? environmentNote(choices.environment) : undefined}>
          {(id) => (
            <Select
              id={id}
              always
              data-testid="export-environment"
              value={choices.environment}
              onChange={(event) => change({ environment: event.target.value })}
              options={[
                ...(isCanonical ? [{ value: EVERYTHING, label: "Everything, layer by layer" }] : []),
                toOption(BASE),
                ...catalog.environments.map(toOption),
              ]}
            />
          )}
        </Labelled>
        {isCanonical ? null : (
          <Labelled label="Toolset">
            {(id) => (
              <Select
                id={id}
                always
                data-testid="export-toolset"
                value={choices.toolset}
                onChange={(event) => change({ toolset: event.target.value })}
                options={[{ value: EVERYTHING, label: "Every tool" }, ...catalog.toolsets.map(({ name }) => toOption(name))]}
              />
            )}
          </Labelled>
        )}
      </div>
      {isCanonical ? null : (
        <div className={styles.switches}>
          <Choice
            label="Only what was reviewed"
            on={choices.reviewedOnly}
            onChange={(reviewedOnly) => change({ reviewedOnly })}
          />
          {holdsNotes(target) ? (
            <Choice label="Notes in descriptions" on={choices.notes} onChange={(notes) => change({ notes })} />
          ) : null}
          {target.kind === "client" ? (
            <Choice
              label="Refuse destructive tools"
              on={choices.denyDestructive}
              onChange={(denyDestructive) => change({ denyDestructive })}
            />
          ) : null}
        </div>
      )}
      {!isCanonical && choices.reviewedOnly && catalog.toReview > 0 ? (
        <p className={styles.unreviewed} data-testid="left-to-review">
          {counted(catalog.toReview, "tool")} of {catalog.cards.length.toLocaleString("en")} {catalog.toReview === 1 ? "is" : "are"} not
          reviewed as {catalog.toReview === 1 ? "it is" : "they are"} now: nothing decided about {catalog.toReview === 1 ? "it" : "them"}{" "}
          is written. <LinkButton onClick={() => useNavigation.getState().showReview()}>Review now</LinkButton>
        </p>
      ) : null}
    </>
  );
}

function Choice({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <Switch id={id} on={on} onChange={onChange} />
    </div>
  );
}
