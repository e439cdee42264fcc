// Empty states and loading state of the findings page.
import { CircleCheck, SearchX, Wrench } from "lucide-react";
import type { FindingsView } from "../../backend";
import { Button } from "../../kit/button";
import { counted } from "../../shared/ago";
import { EmptyState } from "../../shared/empty-state";
import { isFiltered, useFindingsFilter } from "../../shared/findings-filter";
import { asPlainString } from "../../shared/hidden-characters";
import styles from "./findings-page.module.css";

export function NoFindings({ view, onCleared }: { view: FindingsView; onCleared: () => void }) {
  const filter = useFindingsFilter();
  if (view.tools === 0) {
    return (
      <EmptyState icon={Wrench} title="No tools yet">
        <p>What is to be mended appears here as soon as a server has been read.</p>
      </EmptyState>
    );
  }
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No finding matches"
        action={
          <Button
            size="small"
            onClick={() => {
              filter.clear();
              onCleared();
            }}
          >
            Clear the filters
          </Button>
        }
      >
        <p>Nothing that was found is of that kind.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleCheck} title={`Nothing to mend in ${asPlainString(view.profile)}`}>
      <p>
        {view.tools === 1 ? "The tool is as this profile asks." : `All ${counted(view.tools, "tool")} are as this profile asks.`}
        {view.suppressed > 0 ? ` ${counted(view.suppressed, "finding")} ${view.suppressed === 1 ? "is" : "are"} ignored.` : null}
      </p>
    </EmptyState>
  );
}

export function FindingsLoading() {
  return (
    <div className={styles.loading} role="status" aria-busy="true" aria-label="Loading the findings">
      {Array.from({ length: 12 }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
