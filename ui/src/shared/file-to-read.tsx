// The file a dialog reads before it acts: typed or chosen, and taken when the person is done with it.
import { useState } from "react";
import { PathField } from "./path-field";

export type FileToRead = {
  /** What stands in the field. */
  typed: string;
  /** What is read: the field as it was left. Empty when there is none. */
  path: string;
  type: (typed: string) => void;
  take: (path: string) => void;
};

export function useFileToRead(initial = ""): FileToRead {
  const [typed, type] = useState(initial);
  const [path, setPath] = useState(initial.trim());
  const take = (taken: string) => {
    type(taken);
    setPath(taken.trim());
  };
  return { typed, path, type, take };
}

type Props = { file: FileToRead; testId: string; placeholder: string; choose: () => Promise<string | null> };

export function FileToReadField({ file, testId, placeholder, choose }: Props) {
  const settle = () => file.take(file.typed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <PathField
        label="File"
        testId={testId}
        placeholder={placeholder}
        value={file.typed}
        onChange={file.type}
        onChosen={file.take}
        onBlur={settle}
        choose={choose}
      />
    </form>
  );
}
