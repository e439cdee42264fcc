// The tool as JSON: as the server sent it, as a corrected server would, and what differs.
import { useMemo, useState } from "react";
import type { ToolDetail } from "../../backend";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { CodeLines, plainLines } from "../../shared/code-lines";
import styles from "./json-section.module.css";

const TABS = [
  { value: "server", label: "Server" },
  { value: "effective", label: "Effective" },
  { value: "difference", label: "Difference" },
] as const;

export function JsonSection({ detail }: { detail: ToolDetail }) {
  const [tab, setTab] = useState("difference");
  const differs = detail.difference.some((line) => line.sign !== "same");
  return (
    <Tabs value={tab} onValueChange={setTab} asChild>
      <section className={styles.section} aria-label="JSON">
        <header className={styles.head}>
          <h2>JSON</h2>
          <TabList label="JSON" tabs={TABS} />
        </header>
        <TabPanel value="server">
          <JsonText text={detail.serverJson} label="The tool as the server sent it" />
        </TabPanel>
        <TabPanel value="effective">
          <JsonText text={detail.effectiveJson} label="The tool as a corrected server would send it" />
        </TabPanel>
        <TabPanel value="difference">
          {differs ? (
            <CodeLines
              lines={detail.difference}
              label="Difference between the server’s and the effective annotations"
            />
          ) : (
            <p className={styles.same}>No difference: the server’s annotations hold as they are.</p>
          )}
        </TabPanel>
      </section>
    </Tabs>
  );
}

function JsonText({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => plainLines(text), [text]);
  return <CodeLines lines={lines} label={label} />;
}
