// Index of a long page: one link per section, visible while the page scrolls.
import { LinkButton } from "../../kit/button";
import { strings } from "./strings";
import styles from "./section-index.module.css";

export const sectionId = (title: string): string => `preferences-${title.toLowerCase().replaceAll(" ", "-")}`;

/** Moves the view and the focus to a section, so that Tab goes on from there. */
function goTo(title: string): void {
  const heading = document.getElementById(sectionId(title));
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}

export function SectionIndex({ titles }: { titles: readonly string[] }) {
  return (
    <nav className={styles.index} aria-label={strings.page.sections}>
      <ul>
        {titles.map((title) => (
          <li key={title}>
            <LinkButton onClick={() => goTo(title)}>{title}</LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  );
}
