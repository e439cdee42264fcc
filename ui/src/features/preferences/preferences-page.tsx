// Preferences page: index, appearance, stored preferences by group, registry, data folder, and shortcuts.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Catalog, PreferencesView } from "../../backend";
import { FailedState } from "../../shared/failed-state";
import { AppearanceSection } from "./appearance-section";
import { DataSection } from "./data-section";
import { preferencesQuery } from "./queries";
import { SectionIndex, sectionId } from "./section-index";
import { RegistrySection } from "./registry-section";
import { StoredPreference } from "./stored-preference";
import { strings } from "./strings";
import page from "../../shared/page.module.css";
import styles from "./preferences.module.css";

const { page: text } = strings;

type Props = {
  catalog: Catalog;
  /** List of shortcuts, which belongs to the window. */
  shortcuts: ReactNode;
};

export function PreferencesPage({ catalog, shortcuts }: Props) {
  const { data, error, refetch } = useQuery(preferencesQuery);
  const readOnly = catalog.readOnly !== null;
  return (
    <main className={page.main} data-testid="preferences">
      <div className={page.head}>
        <h1 className={page.title}>{text.title}</h1>
        <span className={page.about}>{text.about}</span>
      </div>
      <div className={styles.scroll}>
        <SectionIndex titles={titlesOf(data)} />
        <div className={styles.sections}>
          <Part title={text.appearance}>
            <AppearanceSection />
          </Part>
          {data ? (
            <Stored view={data} readOnly={readOnly} />
          ) : error ? (
            <FailedState title={text.failed} error={error} onRetry={() => void refetch()} />
          ) : (
            <p className={styles.waiting} role="status">
              {text.loading}
            </p>
          )}
          <Part title={text.shortcuts}>{shortcuts}</Part>
        </div>
      </div>
    </main>
  );
}

const hasGroup = (view: PreferencesView, group: string): boolean => view.preferences.some((preference) => preference.group === group);

/** Titles of the sections on the page, in display order. */
function titlesOf(view: PreferencesView | undefined): string[] {
  const stored = view
    ? [...Object.entries(text.groups).filter(([group]) => hasGroup(view, group)).map(([, { title }]) => title), text.registry, text.data]
    : [];
  return [text.appearance, ...stored, text.shortcuts];
}

function Stored({ view, readOnly }: { view: PreferencesView; readOnly: boolean }) {
  return (
    <>
      {Object.entries(text.groups).map(([group, { title, about }]) => {
        if (!hasGroup(view, group)) return null;
        const preferences = view.preferences.filter((preference) => preference.group === group);
        return (
          <Part key={group} title={title} about={about}>
            {preferences.map((preference) => (
              <StoredPreference key={preference.key} preference={preference} readOnly={readOnly} />
            ))}
          </Part>
        );
      })}
      <Part title={text.registry}>
        <RegistrySection />
      </Part>
      <Part title={text.data}>
        <DataSection view={view} readOnly={readOnly} />
      </Part>
    </>
  );
}

type PartProps = { title: string; about?: string | undefined; children: ReactNode };

function Part({ title, about, children }: PartProps) {
  const id = sectionId(title);
  return (
    <section className={styles.part} aria-labelledby={id}>
      {/* The index moves the focus here. */}
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {about ? <p className={styles.intro}>{about}</p> : null}
      <div className={styles.box}>{children}</div>
    </section>
  );
}
