// The export view: targets, what the file carries, and the file itself. Nothing is written until asked.
import { useQuery } from "@tanstack/react-query";
import { CircleX, FileText } from "lucide-react";
import { useState } from "react";
import type { Catalog } from "../../backend";
import { asBackendError } from "../../backend";
import { targetsQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { EmptyState } from "../../shared/empty-state";
import { errorWords } from "../../shared/error-words";
import { ExportTarget } from "./export-target";
import row from "../../shared/nav-row.module.css";
import page from "../../shared/page.module.css";
import styles from "./export-page.module.css";

export function ExportPage({ catalog }: { catalog: Catalog }) {
  const targets = useQuery(targetsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = targets.data?.find((t) => t.id === chosen) ?? targets.data?.[0];
  return (
    <main className={page.main} data-testid="export">
      <div className={page.head}>
        <h1 className={page.title}>Export</h1>
        <span className={page.about}>Nothing is written until you say so. Files that are not ours are never overwritten.</span>
      </div>
      {targets.error ? (
        <EmptyState
          icon={CircleX}
          title="The targets could not be read"
          action={
            <Button size="small" onClick={() => void targets.refetch()}>
              Try again
            </Button>
          }
        >
          <p>{errorWords(asBackendError(targets.error))}</p>
        </EmptyState>
      ) : (
        <div className={`${page.columns} ${styles.columns}`}>
          <nav className={styles.rail} aria-label="Targets">
            <h2>Everything</h2>
            <ul>
              {targets.data?.map((t) => (
                <li key={t.id}>
                  <button
                    type="button"
                    className={row.row}
                    aria-current={t.id === target?.id || undefined}
                    onClick={() => setChosen(t.id)}
                  >
                    <FileText size={14} aria-hidden="true" />
                    <span className={row.label}>{t.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          {target ? (
            <ExportTarget
              key={target.id}
              target={target}
              environments={catalog.environments}
              revision={catalog.revision}
              readOnly={catalog.readOnly !== null}
            />
          ) : null}
        </div>
      )}
    </main>
  );
}
