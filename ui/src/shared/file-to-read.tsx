// Path of the file that a dialog reads: typed or chosen, and committed on Enter, blur or choice.
import { useState } from "react";
import { PathField } from "./path-field";
import { strings } from "./strings";

export type FileToRead = {
  /** Current value of the field. */
  typed: string;
  /** Committed path, which the dialog reads; empty if there is none. */
  path: string;
  type: (typed: string) => void;
  take: (path: string) => void;
};

export function useFileToRead(initial = ""): FileToRead {
  const [typed, type] = useState(initial);
  const [path, setPath] = useState(initial);
  const take = (value: string) => {
    type(value);
    setPath(value.trim());
  };
  return { typed, path, type, take };
}

type Props = { file: FileToRead; testId: string; placeholder: string; choose: () => Promise<string | null> };

export function FileToReadField({ file, testId, placeholder, choose }: Props) {
  const commit = () => file.take(file.typed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <PathField
        label={strings.file.label}
        testId={testId}
        placeholder={placeholder}
        value={file.typed}
        onChange={file.type}
        onChosen={file.take}
        onBlur={commit}
        choose={choose}
      />
    </form>
  );
}
