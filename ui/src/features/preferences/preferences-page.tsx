// Preferences page: appearance, stored preferences by group, registry, data folder, and shortcuts.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useId } from "react";
import type { Catalog, PreferenceGroup, PreferencesView } from "../../backend";
import { FailedState } from "../../shared/failed-state";
import { AppearanceSection } from "./appearance-section";
import { DataSection } from "./data-section";
import { preferencesQuery } from "./queries";
import { RegistrySection } from "./registry-section";
import { StoredPreference } from "./stored-preference";
import page from "../../shared/page.module.css";
import styles from "./preferences.module.css";

/** A record, so that the compiler reports a group of the backend that is missing here. In display order. */
const GROUPS: Record<PreferenceGroup, { title: string; about?: string }> = {
  inference: { title: "Inference" },
  approval: { title: "Approval" },
  agents: {
    title: "Agents",
    about: "An agent can change which tools later agents are offered, and propose notes that they read.",
  },
  findings: { title: "Findings" },
  network: { title: "Network" },
};

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
        <h1 className={page.title}>Preferences</h1>
        <span className={page.about}>Saved at once</span>
      </div>
      <div className={styles.scroll}>
        <div className={styles.sections}>
          <Part title="Appearance">
            <AppearanceSection />
          </Part>
          {data ? (
            <Stored view={data} readOnly={readOnly} />
          ) : error ? (
            <FailedState title="The preferences could not be read" error={error} onRetry={() => void refetch()} />
          ) : (
            <p className={styles.waiting} role="status">
              Looking…
            </p>
          )}
          <Part title="Shortcuts">{shortcuts}</Part>
        </div>
      </div>
    </main>
  );
}

function Stored({ view, readOnly }: { view: PreferencesView; readOnly: boolean }) {
  return (
    <>
      {Object.entries(GROUPS).map(([group, { title, about }]) => {
        const preferences = view.preferences.filter((preference) => preference.group === group);
        if (preferences.length === 0) return null;
        return (
          <Part key={group} title={title} about={about}>
            {preferences.map((preference) => (
              <StoredPreference key={preference.key} preference={preference} readOnly={readOnly} />
            ))}
          </Part>
        );
      })}
      <Part title="Registry">
        <RegistrySection />
      </Part>
      <Part title="Data">
        <DataSection view={view} readOnly={readOnly} />
      </Part>
    </>
  );
}

type PartProps = { title: string; about?: string | undefined; children: ReactNode };

function Part({ title, about, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about ? <p className={styles.intro}>{about}</p> : null}
      <div className={styles.box}>{children}</div>
    </section>
  );
}
