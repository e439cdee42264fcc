// Tool as JSON: as the server sent it, as a corrected server would send it, and the difference; or side by side.
import { Columns2 } from "lucide-react";
import type { ReactNode } from "react";
import { useMemo, useState } from "react";
import type { ToolDetail } from "../../backend";
import { IconButton } from "../../kit/button";
import { CopyButton } from "../../kit/copy-button";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { CodeLines, plainLines } from "../../shared/code-lines";
import { couldNotCopy } from "../../shared/could-not-copy";
import { LazyBody, PanelSection } from "../../shared/panel-section";
import { JsonDialog } from "./json-dialog";
import styles from "./json-section.module.css";

const TABS = [
  { value: "server", label: "Server" },
  { value: "effective", label: "Effective" },
  { value: "difference", label: "Difference" },
] as const;
const SIGN = { same: " ", add: "+", remove: "-" } as const;

export function JsonSection({ detail }: { detail: ToolDetail }) {
  const [tab, setTab] = useState("difference");
  const [beside, setBeside] = useState(false);
  const { serverJson, effectiveJson, difference } = detail;
  const differs = difference.some((line) => line.sign !== "same");
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <PanelSection
        id="json"
        title="JSON"
        // The tab panels always exist, because the tabs reference them; their content is lazy.
        apart
        after={
          <span className={styles.actions}>
            <TabList label="JSON" value={tab} tabs={TABS} />
            <IconButton label="Side by side" title="Side by side" onClick={() => setBeside(true)}>
              <Columns2 size={14} aria-hidden="true" />
            </IconButton>
          </span>
        }
      >
        <TabPanel value="server">
          <LazyBody>
            <Framed text={serverJson} what="the server’s JSON">
              <JsonText text={serverJson} label="The tool as the server sent it" />
            </Framed>
          </LazyBody>
        </TabPanel>
        <TabPanel value="effective">
          <LazyBody>
            <Framed text={effectiveJson} what="the effective JSON">
              <JsonText text={effectiveJson} label="The tool as a corrected server would send it" />
            </Framed>
          </LazyBody>
        </TabPanel>
        <TabPanel value="difference">
          <LazyBody>
            {differs ? (
              <Framed text={difference.map((line) => `${SIGN[line.sign]}${line.text}`).join("\n")} what="the difference">
                <CodeLines
                  lines={difference}
                  label="Difference between the server’s and the effective annotations"
                />
              </Framed>
            ) : (
              <p className={styles.same}>No difference: the server’s annotations hold as they are.</p>
            )}
          </LazyBody>
        </TabPanel>
      </PanelSection>
      {beside ? <JsonDialog detail={detail} onClose={() => setBeside(false)} /> : null}
    </Tabs>
  );
}

function Framed({ text, what, children }: { text: string; what: string; children: ReactNode }) {
  return (
    <div className={styles.framed}>
      {children}
      <CopyButton className={styles.copy ?? ""} label={`Copy ${what}`} text={text} onFailed={couldNotCopy} />
    </div>
  );
}

function JsonText({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => plainLines(text), [text]);
  return <CodeLines lines={lines} label={label} />;
}
