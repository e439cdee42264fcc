// Files of an export: a single file by itself, several in tabs.
import { useState } from "react";
import type { ExportedFile, TargetView } from "../../backend";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { asPlainString } from "../../shared/hidden-characters";
import { fileName } from "../../shared/file-name";
import { ExportFile } from "./export-file";
import { fileState } from "./file-state";
import styles from "./export-files.module.css";

type Props = { target: TargetView; files: readonly ExportedFile[]; shown: number; onShow: (index: number) => void };

export function ExportFiles({ target, files, shown, onShow }: Props) {
  const file = files[shown] ?? files[0];
  if (!file) return null;
  const tabs = files.map(({ path }, index) => ({ value: String(index), label: asPlainString(fileName(path)) }));
  const at = String(files.indexOf(file));
  if (files.length === 1) return <ExportFile file={file} state={fileState(file, target)} />;
  return (
    <Tabs value={at} onValueChange={(value) => onShow(Number(value))} className={styles.files}>
      <div className={styles.names}>
        <TabList label="Files" value={at} tabs={tabs} />
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
  const [shown, setShown] = useState(0);
  return [shown < count ? shown : 0, setShown];
}
