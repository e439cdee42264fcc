// Options of a target: environment, toolset and contents. Only options that apply to the target are available.
import { useId } from "react";
import type { Catalog, TargetView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { Labelled, Select } from "../../kit/field";
import { Switch } from "../../kit/switch";
import { asPlainString } from "../../shared/hidden-characters";
import { useNavigation } from "../../shared/navigation";
import { BASE } from "../environments/strings";
import { joinNames } from "../toolsets/strings";
import type { ResolvedChoices } from "./export-input";
import { EVERYTHING, unscannedServers } from "./export-input";
import type { Choices } from "./saved-choices";
import { ServerChoice } from "./server-choice";
import { strings } from "./strings";
import { holdsNotes } from "./target-format";
import styles from "./export-choices.module.css";

const { choices: text } = strings;

type Props = { target: TargetView; catalog: Catalog; choices: ResolvedChoices; onChange: (over: Partial<Choices>) => void };

const toOption = (name: string) => ({ value: name, label: asPlainString(name) });

function environmentNote(chosen: string): string {
  if (chosen === EVERYTHING) return text.aboutAllLayers;
  if (chosen === BASE) return text.aboutBase;
  return text.aboutEnvironment;
}

export function ExportChoices({ target, catalog, choices, onChange: change }: Props) {
  const isCanonical = target.kind === "canonical";
  const unscanned = unscannedServers(catalog);
  return (
    <>
      <div className={styles.selects}>
        <Labelled label={text.environment} note={isCanonical ? environmentNote(choices.environment) : undefined}>
          {(id) => (
            <Select
              id={id}
              always
              data-testid="export-environment"
              value={choices.environment}
              onChange={(event) => change({ environment: event.target.value })}
              options={[
                ...(isCanonical ? [{ value: EVERYTHING, label: text.allLayers }] : []),
                toOption(BASE),
                ...catalog.environments.map(toOption),
              ]}
            />
          )}
        </Labelled>
        {isCanonical ? null : (
          <Labelled label={text.toolset}>
            {(id) => (
              <Select
                id={id}
                always
                data-testid="export-toolset"
                value={choices.toolset}
                onChange={(event) => change({ toolset: event.target.value })}
                options={[{ value: EVERYTHING, label: text.allTools }, ...catalog.toolsets.map(({ name }) => toOption(name))]}
              />
            )}
          </Labelled>
        )}
        {isCanonical || (catalog.servers.length < 2 && unscanned.length === 0) ? null : (
          <ServerChoice catalog={catalog} servers={choices.servers} onChange={(servers) => change({ servers })} />
        )}
      </div>
      {isCanonical || unscanned.length === 0 ? null : (
        <p className={styles.note}>{text.notScanned(asPlainString(joinNames(unscanned)), unscanned.length)}</p>
      )}
      {isCanonical ? null : (
        <div className={styles.switches}>
          <Choice
            label={text.reviewedOnly}
            on={choices.reviewedOnly}
            onChange={(reviewedOnly) => change({ reviewedOnly })}
          />
          {holdsNotes(target) ? (
            <Choice label={text.notes} on={choices.notes} onChange={(notes) => change({ notes })} />
          ) : null}
          {target.kind === "client" ? (
            <Choice
              label={text.denyDestructive}
              on={choices.denyDestructive}
              onChange={(denyDestructive) => change({ denyDestructive })}
            />
          ) : null}
        </div>
      )}
      {!isCanonical && choices.reviewedOnly && catalog.toReview > 0 ? (
        <p className={styles.note} data-testid="left-to-review">
          {text.unreviewed(catalog.toReview, catalog.cards.length)}{" "}
          <LinkButton onClick={() => useNavigation.getState().showReview()}>{text.review}</LinkButton>
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
