// Export page: targets, report per tool, and files. It writes nothing until the user asks for it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Catalog } from "../../backend";
import { targetsQuery } from "../../backend/queries";
import { FailedState } from "../../shared/failed-state";
import { ExportTarget } from "./export-target";
import { saveTarget, savedTarget } from "./saved-choices";
import { strings } from "./strings";
import { TargetPicker } from "./target-picker";
import page from "../../shared/page.module.css";
import styles from "./export-page.module.css";

const { page: text } = strings;

export function ExportPage({ catalog }: { catalog: Catalog }) {
  const targets = useQuery(targetsQuery);
  const [chosen, setChosen] = useState(savedTarget);
  const target = targets.data?.find(({ id }) => id === chosen) ?? targets.data?.[0];
  const choose = (id: string) => {
    setChosen(id);
    saveTarget(id);
  };
  return (
    <main className={page.main} data-testid="export">
      <div className={page.head}>
        <h1 className={page.title}>{text.title}</h1>
        <span className={page.about}>{text.about}</span>
      </div>
      {targets.error ? (
        <FailedState title={text.failed} error={targets.error} onRetry={() => void targets.refetch()} />
      ) : (
        <div className={`${page.columns} ${styles.columns}`}>
          <TargetPicker targets={targets.data ?? []} chosen={target?.id} onChoose={choose} />
          {target ? <ExportTarget key={target.id} target={target} catalog={catalog} /> : null}
        </div>
      )}
    </main>
  );
}
