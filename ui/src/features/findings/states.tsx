// Empty states and loading state of the findings page.
import { CircleCheck, SearchX, Wrench } from "lucide-react";
import type { FindingsView } from "../../backend";
import { Button } from "../../kit/button";
import { EmptyState } from "../../shared/empty-state";
import { isFiltered, useFindingsFilter } from "../../shared/findings-filter";
import { asPlainString } from "../../shared/hidden-characters";
import { strings } from "./strings";
import styles from "./findings-page.module.css";

const text = strings.empty;

export function NoFindings({ view, onCleared }: { view: FindingsView; onCleared: () => void }) {
  const filter = useFindingsFilter();
  if (view.tools === 0) {
    return (
      <EmptyState icon={Wrench} title={text.noTools}>
        <p>{text.noToolsHelp}</p>
      </EmptyState>
    );
  }
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon={SearchX}
        title={text.noMatches}
        action={
          <Button
            size="small"
            onClick={() => {
              filter.clear();
              onCleared();
            }}
          >
            {text.clearFilters}
          </Button>
        }
      >
        <p>{text.noMatchesHelp}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleCheck} title={text.noFindings(asPlainString(view.profile))}>
      <p>
        {text.toolsPass(view.tools)}
        {view.suppressed > 0 ? ` ${text.suppressed(view.suppressed)}` : null}
      </p>
    </EmptyState>
  );
}

export function FindingsLoading() {
  return (
    <div className={styles.loading} role="status" aria-busy="true" aria-label={strings.page.loading}>
      {Array.from({ length: 12 }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
