// The file: its difference from what is on disk, or the whole of it.
import { FileText } from "lucide-react";
import { useMemo, useState } from "react";
import type { ExportPreview } from "../../backend";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { CodeLines, plainLines } from "../../shared/code-lines";
import { fileName } from "../../shared/file-name";
import { ServerText } from "../../shared/server-text";
import styles from "./export-file.module.css";

const TABS = [
  { value: "difference", label: "Difference" },
  { value: "file", label: "File" },
] as const;

export function ExportFile({ preview }: { preview: ExportPreview }) {
  const [tab, setTab] = useState("difference");
  const file = useMemo(() => plainLines(preview.text.replace(/\n$/, "")), [preview.text]);
  const { added, removed } = useMemo(() => {
    const count = (sign: string) => preview.difference.filter((line) => line.sign === sign).length;
    return { added: count("add"), removed: count("remove") };
  }, [preview.difference]);
  return (
    <Tabs value={tab} onValueChange={setTab} className={styles.file}>
      <div className={styles.head}>
        <FileText size={14} aria-hidden="true" />
        <code className={styles.name}>
          <ServerText text={fileName(preview.path)} />
        </code>
        <span className={styles.spacer} />
        {preview.exists ? null : <span className={styles.new}>new file</span>}
        <span className={styles.added}>+{added}</span>
        <span className={styles.removed}>−{removed}</span>
        <TabList label="The file" value={tab} tabs={TABS} />
      </div>
      <TabPanel value="difference" className={styles.body}>
        <CodeLines flush lines={preview.difference} label="Difference from the file on disk" />
      </TabPanel>
      <TabPanel value="file" className={styles.body}>
        <CodeLines flush lines={file} label="The whole file" />
      </TabPanel>
    </Tabs>
  );
}
