// Pane that chooses which operations of an OpenAPI document become tools.
import { LoaderCircle, ScrollText } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { ProgressBar } from "../../kit/progress-bar";
import { EmptyState } from "../../shared/empty-state";
import { FailedState } from "../../shared/failed-state";
import { ServerText } from "../../shared/server-text";
import { OperationChooser } from "./operation-chooser";
import { ProblemList } from "./problem-list";
import { strings } from "./strings";
import type { OperationChoice } from "./use-operation-choice";
import styles from "./operations-pane.module.css";

const text = strings.operations;

export const operationsHeading = { title: text.title, about: text.about };

export function OperationsPane({ choice, location }: { choice: OperationChoice; location: string }) {
  const { list, error, close } = choice;
  const pane = useRef<HTMLDivElement>(null);
  // The focus would be lost with the form, until there is a search field.
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={pane}
      tabIndex={-1}
      className={styles.pane}
      // Escape returns to the form; closing the dialog would lose what the user typed there.
      data-own-escape
      data-testid="operations-pane"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      {list && list.operations.length > 0 ? (
        <OperationChooser list={list} choice={choice} />
      ) : (
        <DialogPane foot={<Button onClick={close}>{text.back}</Button>}>
          <div className={styles.state}>
            {error ? (
              <FailedState title={text.failed} error={error} onRetry={choice.load} />
            ) : list ? (
              <EmptyState icon={ScrollText} title={text.emptyTitle}>
                <p>{text.empty}</p>
                <ProblemList problems={list.problems} testId="document-problems" />
              </EmptyState>
            ) : (
              <EmptyState icon={LoaderCircle} title={text.loading}>
                <p role="status">
                  <ServerText text={location} />
                </p>
                <div className={styles.progress}>
                  <ProgressBar label={text.loading} />
                </div>
              </EmptyState>
            )}
          </div>
        </DialogPane>
      )}
    </div>
  );
}
