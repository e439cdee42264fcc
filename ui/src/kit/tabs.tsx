// Several views of the same thing, one at a time.
import * as RadixTabs from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

type TabListProps = { label: string; value: string; tabs: readonly { value: string; label: string }[] };

export const Tabs = RadixTabs.Root;

/**
 * The tab that is open is the stop of the Tab key. Left to itself the list would be one too: nothing shows the focus on
 * it, and where it is the first in a dialog, Shift and Tab would not get past it.
 */
export function TabList({ label, value, tabs }: TabListProps) {
  return (
    <RadixTabs.List className={styles.list} aria-label={label} tabIndex={-1}>
      {tabs.map((tab) => (
        <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles.tab} tabIndex={tab.value === value ? 0 : -1}>
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  );
}

type TabPanelProps = { value: string; children: ReactNode; className?: string | undefined };

export function TabPanel({ value, children, className }: TabPanelProps) {
  return (
    <RadixTabs.Content value={value} className={className} tabIndex={-1}>
      {children}
    </RadixTabs.Content>
  );
}
