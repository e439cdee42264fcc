// List of all shortcuts, grouped by the area in which they apply.
import { Fragment } from "react";
import { Keys } from "../kit/kbd";
import { KEYMAP, listedKeys } from "../shared/keymap";
import styles from "./shortcut-list.module.css";

/** `level`: level of the headings, below the heading of the component that contains the list. */
export function ShortcutList({ level }: { level: "h2" | "h3" }) {
  const Heading = level;
  return (
    <div className={styles.areas}>
      {KEYMAP.filter(({ area }) => area !== null).map(({ area, shortcuts }) => (
        <Fragment key={area}>
          <Heading className={styles.area}>{area}</Heading>
          <dl className={styles.list}>
            {shortcuts.map((shortcut) => (
              <div key={shortcut.description}>
                <dt>
                  <Keys keys={listedKeys(shortcut)} />
                </dt>
                <dd>{shortcut.description}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </div>
  );
}
