// File that an export is written to: one that the program reads (for the user or for a project), or any other.
import type { TargetView } from "../../backend";
import { backend } from "../../backend";
import type { Segment } from "../../kit/segmented";
import { Segmented } from "../../kit/segmented";
import { PathField } from "../../shared/path-field";
import type { Destination } from "./destination";
import { destinationOf } from "./destination";
import type { ResolvedChoices } from "./export-input";
import type { Choices } from "./saved-choices";
import { strings } from "./strings";
import styles from "./export-choices.module.css";

const { target: text, scopes } = strings;

type Props = {
  target: TargetView;
  choices: ResolvedChoices;
  /** The path that is previewed. */
  path: string;
  /** The path in the field, once it was edited. */
  typed: string | null;
  onChange: (over: Partial<Choices>) => void;
  onType: (path: string | null) => void;
};

export function FileChoice({ target, choices, path, typed, onChange, onType }: Props) {
  const segments: Segment<Destination["scope"]>[] = [
    ...target.locations.map(({ scope }) => ({ value: scope, label: scopes.labels[scope] })),
    { value: "other", label: scopes.otherFile },
  ];
  const { scope, project } = destinationOf(target, choices, path, typed !== null);
  const choose = (next: Destination["scope"]) => {
    // The field of any other file starts with the path of the previous destination.
    onType(next === "other" ? path : null);
    onChange({ scope: next === "other" ? "" : next });
  };
  const location = target.locations.find((known) => known.scope === scope);
  return (
    <>
      {target.locations.length === 0 ? null : (
        <div className={styles.scope}>
          <Segmented label={scopes.label} value={scope} segments={segments} onChange={choose} />
          <p className={styles.about}>{scope === "other" ? scopes.aboutOtherFile : scopes.about[scope](location?.path ?? "")}</p>
        </div>
      )}
      {scope === "project" || scope === "local" ? (
        <PathField
          label={scopes.project}
          testId="export-project"
          placeholder={scopes.projectPlaceholder}
          value={project}
          onChange={(next) => onChange({ scope, project: next })}
          choose={() => backend.chooseFolder()}
        />
      ) : null}
      {scope === "other" ? (
        <PathField
          label={text.path}
          testId="export-path"
          value={typed ?? path}
          onChange={onType}
          choose={() => backend.chooseExportPath({ fileName: target.fileName })}
        />
      ) : null}
    </>
  );
}
