// Observation from calling a tool twice, and both results.
import type { Ref } from "react";
import { useState } from "react";
import type { RepeatReport } from "../../backend";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { RunResult } from "./run-result";
import styles from "./result.module.css";

const TABS = [
  { value: "first", label: "First" },
  { value: "second", label: "Second" },
] as const;

type Props = { report: RepeatReport; openWorld: boolean; headRef: Ref<HTMLHeadingElement> };

export function TwiceResult({ report, openWorld, headRef }: Props) {
  const { observation, first, second } = report;
  const [tab, setTab] = useState<string>("first");
  return (
    <>
      <h3 className={styles.sub} ref={headRef} tabIndex={-1}>
        Called twice
      </h3>
      <p className={styles.observed} data-testid="run-observed" data-verdict={observation?.verdict}>
        {observation ? (
          <ServerText text={clip(observation.sentence, 600)} limit={4} />
        ) : second ? (
          "Nothing can be said about it."
        ) : (
          "The second call was not made, so nothing can be said about it."
        )}
      </p>
      {second ? (
        <Tabs value={tab} onValueChange={setTab}>
          <TabList label="Which call" value={tab} tabs={TABS} />
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
