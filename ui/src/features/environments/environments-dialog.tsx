// Dialog that manages environments: create, rename, delete, compare and promote them.
import { useState } from "react";
import type { Catalog } from "../../backend";
import { Dialog } from "../../kit/dialog";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import { ComparePane } from "./compare-pane";
import { ListPane } from "./list-pane";
import { PromotePane } from "./promote-pane";
import { strings } from "./strings";
import styles from "./environments-dialog.module.css";

const { dialog: text } = strings;

const TABS = [
  { value: "list", label: text.tabs.list },
  { value: "compare", label: text.tabs.compare },
  { value: "promote", label: text.tabs.promote },
] as const;

type Props = {
  catalog: Catalog;
  /** Focuses the form for a new environment. */
  creates: boolean;
  onClose: () => void;
};

export function EnvironmentsDialog({ catalog, creates, onClose }: Props) {
  const [tab, setTab] = useState("list");
  return (
    <Dialog
      wide
      panes
      title={text.title}
      about={text.about}
      onClose={onClose}
    >
      <Tabs value={tab} onValueChange={setTab} className={styles.tabs}>
        <div className={styles.list}>
          <TabList label={text.tabList} value={tab} tabs={TABS} />
        </div>
        <TabPanel value="list" className={styles.pane}>
          <ListPane creates={creates} readOnly={catalog.readOnly !== null} />
        </TabPanel>
        <TabPanel value="compare" className={styles.pane}>
          <ComparePane current={catalog.environment} names={catalog.environments} />
        </TabPanel>
        <TabPanel value="promote" className={styles.pane}>
          <PromotePane
            current={catalog.environment}
            names={catalog.environments}
            readOnly={catalog.readOnly !== null}
          />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}
