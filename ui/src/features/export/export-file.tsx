// Exported file: effect of writing it, its diff against the file on disk, and its full text.
import { CircleAlert, CircleCheck, FileText } from "lucide-react";
import { useMemo, useState } from "react";
import type { ExportedFile } from "../../backend";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { CodeLines, plainLines } from "../../shared/code-lines";
import { fileName } from "../../shared/file-name";
import { ServerText } from "../../shared/server-text";
import type { FileState } from "./file-state";
import { strings } from "./strings";
import styles from "./export-file.module.css";

const { file: text } = strings;

const TABS = [
  { value: "difference", label: text.tabs.difference },
  { value: "file", label: text.tabs.file },
] as const;

export function ExportFile({ file, state }: { file: ExportedFile; state: FileState }) {
  const [tab, setTab] = useState("difference");
  const whole = useMemo(() => plainLines(file.text.replace(/\n$/, "")), [file.text]);
  const { added, removed } = useMemo(() => {
    const count = (sign: string) => file.difference.filter((line) => line.sign === sign).length;
    return { added: count("add"), removed: count("remove") };
  }, [file.difference]);
  return (
    <Tabs value={tab} onValueChange={setTab} className={styles.file}>
      <div className={styles.head}>
        <FileText size={14} aria-hidden="true" />
        <code className={styles.name} title={file.path}>
          <ServerText text={fileName(file.path)} />
        </code>
        <span className={styles.spacer} />
        <span className={styles.added}>+{added.toLocaleString("en")}</span>
        <span className={styles.removed}>−{removed.toLocaleString("en")}</span>
        <TabList label={text.tabList} value={tab} tabs={TABS} />
      </div>
      <FileStateLine state={state} copied={file.copied} />
      <TabPanel value="difference" className={styles.body}>
        <CodeLines flush lines={file.difference} label={text.difference} />
      </TabPanel>
      <TabPanel value="file" className={styles.body}>
        <CodeLines flush lines={whole} label={text.whole} />
      </TabPanel>
    </Tabs>
  );
}

function FileStateLine({ state, copied }: { state: FileState; copied: boolean }) {
  const { short, long } = text.states[state];
  const warns = state === "theirs" || state === "unreadable";
  const Icon = warns ? CircleAlert : state === "same" ? CircleCheck : null;
  return (
    <p className={styles.state} data-state={state} data-testid="file-state">
      {Icon ? <Icon size={14} aria-hidden="true" /> : null}
      <span>
        <b>{short}.</b> {long}
        {copied && state === "merged" ? ` ${text.copyKept}` : null}
      </span>
    </p>
  );
}
