// File that an export is written to: one that the program reads (for the user or for a project), or any other.
import type { FileScope, TargetView } from "../../backend";
import { backend } from "../../backend";
import type { Segment } from "../../kit/segmented";
import { Segmented } from "../../kit/segmented";
import { PathField } from "../../shared/path-field";
import type { ResolvedChoices } from "./export-input";
import type { Choices } from "./saved-choices";
import { strings } from "./strings";
import styles from "./export-choices.module.css";

const { target: text, scopes } = strings;

type Props = {
  target: TargetView;
  choices: ResolvedChoices;
  /** The path that is previewed, or that the user types. */
  path: string;
  onChange: (over: Partial<Choices>) => void;
  onType: (path: string | null) => void;
};

export function FileChoice({ target, choices, path, onChange, onType }: Props) {
  const segments: Segment<FileScope | "file">[] = [
    ...target.locations.map(({ scope }) => ({ value: scope, label: scopes.labels[scope] })),
    { value: "file", label: scopes.otherFile },
  ];
  const chooseScope = (next: FileScope | "file") => {
    onType(null);
    onChange({ scope: next === "file" ? "" : next });
  };
  const { scope } = choices;
  const location = target.locations.find((known) => known.scope === scope);
  return (
    <>
      {target.locations.length === 0 ? null : (
        <div className={styles.scope}>
          <Segmented label={scopes.label} value={scope === "" ? "file" : scope} segments={segments} onChange={chooseScope} />
          <p className={styles.about}>{scope === "" ? scopes.aboutOtherFile : scopes.about[scope](location?.path ?? "")}</p>
        </div>
      )}
      {scope === "project" || scope === "local" ? (
        <PathField
          label={scopes.project}
          testId="export-project"
          placeholder={scopes.projectPlaceholder}
          value={choices.project}
          onChange={(project) => onChange({ project })}
          choose={() => backend.chooseFolder()}
        />
      ) : null}
      {scope === "" ? (
        <PathField
          label={text.path}
          testId="export-path"
          value={path}
          onChange={onType}
          choose={() => backend.chooseExportPath({ fileName: target.fileName })}
        />
      ) : null}
    </>
  );
}
