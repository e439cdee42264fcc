// Every key and what it does, by where it acts.
import { Fragment } from "react";
import { Keys } from "../kit/kbd";
import { SHORTCUT_AREAS } from "./shortcuts";
import styles from "./shortcut-list.module.css";

/** `level`: of the headings, which stand below whatever holds the list. */
export function ShortcutList({ level }: { level: "h2" | "h3" }) {
  const Heading = level;
  return (
    <div className={styles.areas}>
      {SHORTCUT_AREAS.map(({ area, shortcuts }) => (
        <Fragment key={area}>
          <Heading className={styles.area}>{area}</Heading>
          <dl className={styles.list}>
            {shortcuts.map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  <Keys keys={keys} />
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </div>
  );
}
