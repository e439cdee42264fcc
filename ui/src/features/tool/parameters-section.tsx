// Parameters of a tool: name, type, and description, which the user can decide.
import { useState } from "react";
import type { Coverage, ParameterView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { coverageLabel } from "../../shared/coverage-label";
import { PanelSection } from "../../shared/panel-section";
import { ParameterRow } from "./parameter-row";
import { strings } from "./strings";
import styles from "./parameters-section.module.css";

/** Number of parameters in the collapsed list; a schema may have thousands. */
const COLLAPSED_COUNT = 12;
const MAX_COUNT = 200;

type Props = {
  parameters: readonly ParameterView[];
  coverage: Coverage;
  readOnly: string | null;
  onDescribe: (name: string, description: string | null) => void;
};

export function ParametersSection({ parameters, coverage, readOnly, onDescribe }: Props) {
  const [all, setAll] = useState(false);
  const long = parameters.length > COLLAPSED_COUNT;
  const visible = parameters.slice(0, all ? MAX_COUNT : COLLAPSED_COUNT);
  const left = parameters.length - visible.length;
  return (
    <PanelSection
      id="parameters"
      title={strings.parameters.title}
      count={parameters.length}
      after={coverage.parameters > 0 ? coverageLabel(coverage) : null}
      apart
    >
      {parameters.length === 0 ? <p className={styles.none}>{strings.parameters.empty}</p> : null}
      <ul className={styles.list} data-testid="parameters">
        {visible.map((parameter) => (
          <ParameterRow
            key={parameter.name}
            parameter={parameter}
            readOnly={readOnly}
            onDescribe={(description) => onDescribe(parameter.name, description)}
          />
        ))}
      </ul>
      {all && left > 0 ? <p className={styles.none}>{strings.parameters.more(left)}</p> : null}
      {long ? (
        <LinkButton className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? strings.parameters.showFewer : strings.parameters.showAll(parameters.length)}
        </LinkButton>
      ) : null}
    </PanelSection>
  );
}
