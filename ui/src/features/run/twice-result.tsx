// Observation from calling a tool twice, and both results.
import type { Ref } from "react";
import { useState } from "react";
import type { RepeatReport } from "../../backend";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { RunResult } from "./run-result";
import { strings } from "./strings";
import styles from "./result.module.css";

const text = strings.twice;

const TABS = [
  { value: "first", label: text.first },
  { value: "second", label: text.second },
] as const;

type Props = { report: RepeatReport; openWorld: boolean; headRef: Ref<HTMLHeadingElement> };

export function TwiceResult({ report, openWorld, headRef }: Props) {
  const { observation, first, second } = report;
  const [tab, setTab] = useState<string>("first");
  return (
    <>
      <h3 className={styles.sub} ref={headRef} tabIndex={-1}>
        {text.title}
      </h3>
      <p className={styles.observed} data-testid="run-observed" data-verdict={observation?.verdict}>
        {observation ? (
          <ServerText text={clip(observation.sentence, 600)} limit={4} />
        ) : second ? (
          text.inconclusive
        ) : (
          text.noSecondCall
        )}
      </p>
      {second ? (
        <Tabs value={tab} onValueChange={setTab}>
          <TabList label={text.tabs} value={tab} tabs={TABS} />
          <TabPanel value="first">
            <RunResult report={first} openWorld={openWorld} />
          </TabPanel>
          <TabPanel value="second">
            <RunResult report={second} openWorld={openWorld} />
          </TabPanel>
        </Tabs>
      ) : (
        <RunResult report={first} openWorld={openWorld} />
      )}
    </>
  );
}
