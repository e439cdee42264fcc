// Several views of the same thing, one at a time.
import * as RadixTabs from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

type TabListProps = { label: string; tabs: readonly { value: string; label: string }[] };

export const Tabs = RadixTabs.Root;

export function TabList({ label, tabs }: TabListProps) {
  return (
    <RadixTabs.List className={styles.list} aria-label={label}>
      {tabs.map((tab) => (
        <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles.tab}>
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
