// A key, as it stands on the keyboard.
import type { ReactNode } from "react";
import styles from "./kbd.module.css";

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}

/** What the platform calls its command key. */
export const commandKey = (platform: string): string => (/mac/i.test(platform) ? "⌘" : "Ctrl");

/** Keys pressed together; "Command" stands for the platform's own. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <Kbd key={key}>{key === "Command" ? commandKey(navigator.platform) : key}</Kbd>
      ))}
    </span>
  );
}
