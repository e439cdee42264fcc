// Choices of a patch: folder, environment, inferred hints.
import { backend } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { Labelled, Select } from "../../kit/field";
import type { FileToRead } from "../../shared/file-to-read";
import { asPlainString } from "../../shared/hidden-characters";
import { PathField } from "../../shared/path-field";
import { environmentOf } from "../environments/environment-name";
import { BASE, formatEnvironment } from "../environments/strings";
import { strings } from "./strings";
import type { PatchOptions } from "./use-patch-preview";
import styles from "./patch.module.css";

const { choices: text } = strings;

type Props = {
  folder: FileToRead;
  environments: readonly string[];
  options: PatchOptions;
  onChange: (change: Partial<PatchOptions>) => void;
};

export function PatchChoices({ folder, environments, options, onChange }: Props) {
  const commit = () => folder.take(folder.typed);
  return (
    <div className={styles.choices}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          commit();
        }}
      >
        <PathField
          label={text.folder}
          note={text.folderNote}
          placeholder={text.folderPlaceholder}
          testId="patch-folder"
          value={folder.typed}
          onChange={folder.type}
          onChosen={folder.take}
          onBlur={commit}
          choose={() => backend.chooseFolder()}
        />
      </form>
      {environments.length > 0 ? (
        <Labelled label={text.environment}>
          {(id) => (
            <Select
              id={id}
              always
              value={formatEnvironment(options.environment)}
              onChange={(event) => onChange({ environment: environmentOf(event.target.value) })}
              options={[BASE, ...environments].map((name) => ({ value: name, label: asPlainString(name) }))}
            />
          )}
        </Labelled>
      ) : null}
      <Checkbox checked={options.inferred} onChange={(inferred) => onChange({ inferred })}>
        {text.inferred}
      </Checkbox>
      <Checkbox checked={options.tests} onChange={(tests) => onChange({ tests })}>
        {text.tests}
      </Checkbox>
    </div>
  );
}
