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
import { idOf } from "../../shared/tool-id";
import { JsonDialog } from "./json-dialog";
import { strings } from "./strings";
import styles from "./json-section.module.css";

const TABS = [
  { value: "server", label: strings.json.server },
  { value: "effective", label: strings.json.effective },
  { value: "difference", label: strings.json.difference },
] as const;
const SIGN = { same: " ", add: "+", remove: "-" } as const;

export function JsonSection({ detail }: { detail: ToolDetail }) {
  const [tab, setTab] = useState("difference");
  const [beside, setBeside] = useState(false);
  const { card, serverJson, effectiveJson, equalLines, difference } = detail;
  const differs = difference.some((line) => line.sign !== "same");
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <PanelSection
        id="json"
        title={strings.json.title}
        // The tab panels always exist, because the tabs reference them; their content is lazy.
        apart
        after={
          <span className={styles.actions}>
            <TabList label={strings.json.title} value={tab} tabs={TABS} />
            <IconButton label={strings.json.sideBySide} title={strings.json.sideBySide} onClick={() => setBeside(true)}>
              <Columns2 size={14} aria-hidden="true" />
            </IconButton>
          </span>
        }
      >
        <TabPanel value="server">
          <LazyBody>
            <Framed text={serverJson} copyLabel={strings.json.copyServer}>
              <JsonText text={serverJson} label={strings.json.serverLabel} />
            </Framed>
          </LazyBody>
        </TabPanel>
        <TabPanel value="effective">
          <LazyBody>
            <Framed text={effectiveJson} copyLabel={strings.json.copyEffective}>
              <JsonText text={effectiveJson} label={strings.json.effectiveLabel} />
            </Framed>
          </LazyBody>
        </TabPanel>
        <TabPanel value="difference">
          <LazyBody>
            {differs ? (
              <Framed text={difference.map((line) => `${SIGN[line.sign]}${line.text}`).join("\n")} copyLabel={strings.json.copyDifference}>
                <CodeLines lines={difference} label={strings.json.differenceLabel} />
              </Framed>
            ) : (
              <p className={styles.same}>{strings.json.noDifference}</p>
            )}
          </LazyBody>
        </TabPanel>
      </PanelSection>
      {beside ? (
        <JsonDialog
          title={strings.json.dialog}
          subject={idOf({ server: card.server, tool: card.name })}
          before={{ title: strings.json.server, label: strings.json.serverLabel, copyLabel: strings.json.copyServer, text: serverJson }}
          after={{
            title: strings.json.effective,
            label: strings.json.effectiveLabel,
            copyLabel: strings.json.copyEffective,
            text: effectiveJson,
          }}
          equalLines={equalLines}
          onClose={() => setBeside(false)}
        />
      ) : null}
    </Tabs>
  );
}

function Framed({ text, copyLabel, children }: { text: string; copyLabel: string; children: ReactNode }) {
  return (
    <div className={styles.framed}>
      {children}
      <CopyButton className={styles.copy ?? ""} label={copyLabel} text={text} onFailed={couldNotCopy} />
    </div>
  );
}

function JsonText({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => plainLines(text), [text]);
  return <CodeLines lines={lines} label={label} />;
}
