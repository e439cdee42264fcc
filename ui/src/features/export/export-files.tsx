// Files of an export: a single file by itself, several in tabs.
import { useState } from "react";
import type { ExportedFile, TargetView } from "../../backend";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { asPlainString } from "../../shared/hidden-characters";
import { fileName } from "../../shared/file-name";
import { ExportFile } from "./export-file";
import { fileState } from "./file-state";
import { strings } from "./strings";
import styles from "./export-files.module.css";

type Props = { target: TargetView; files: readonly ExportedFile[]; current: number; onSelect: (index: number) => void };

export function ExportFiles({ target, files, current, onSelect }: Props) {
  const file = files[current] ?? files[0];
  if (!file) return null;
  const tabs = files.map(({ path }, index) => ({ value: String(index), label: asPlainString(fileName(path)) }));
  const at = String(files.indexOf(file));
  if (files.length === 1) return <ExportFile file={file} state={fileState(file, target)} />;
  return (
    <Tabs value={at} onValueChange={(value) => onSelect(Number(value))} className={styles.files}>
      <div className={styles.names}>
        <TabList label={strings.file.files} value={at} tabs={tabs} />
      </div>
      {tabs.map(({ value }) => (
        <TabPanel key={value} value={value} className={styles.file}>
          <ExportFile file={file} state={fileState(file, target)} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** Index of the visible file; 0 if the current export has fewer files. */
export function useSelectedFile(count: number): [number, (index: number) => void] {
  const [selected, setSelected] = useState(0);
  return [selected < count ? selected : 0, setSelected];
}
