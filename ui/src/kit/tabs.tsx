// Tabs: tab list and tab panel.
import * as RadixTabs from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

type TabListProps = { label: string; value: string; tabs: readonly { value: string; label: string }[] };

export const Tabs = RadixTabs.Root;

/**
 * The active tab is the Tab stop. By default Radix makes the list a Tab stop too: it has no focus ring, and as the first
 * element of a dialog it would trap Shift+Tab.
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
