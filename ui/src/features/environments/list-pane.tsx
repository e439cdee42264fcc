// Every environment with what it holds, and the form that makes one.
import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { useState } from "react";
import type { EnvironmentView } from "../../backend";
import { backend } from "../../backend";
import { DialogPane } from "../../kit/dialog";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { counted } from "../../shared/ago";
import { EmptyState } from "../../shared/empty-state";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { EnvironmentRow } from "./environment-row";
import { NewEnvironment } from "./new-environment";
import { environmentsQuery } from "./queries";
import { FailedState } from "../../shared/failed-state";
import styles from "./list-pane.module.css";

export function ListPane({ readOnly }: { readOnly: boolean }) {
  const { data, error, refetch } = useQuery(environmentsQuery);
  const [renaming, setRenaming] = useState<string | null>(null);
  const remove = useStoreMutation({
    run: ({ name }: EnvironmentView) => backend.removeEnvironment({ name }),
    told: ({ name, decisions, rules }) => {
      const gone = `Deleted ${name} with ${counted(decisions, "decision")} and ${counted(rules, "rule")}`;
      return name === data?.current ? `${gone}; the base is shown now` : gone;
    },
  });
  const names = data?.environments.map(({ name }) => name) ?? [];
  return (
    <DialogPane foot={<NewEnvironment names={names} readOnly={readOnly || !data} />}>
      {error ? (
        <FailedState title="The environments could not be read" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className={styles.waiting} role="status">
          Reading the environments…
        </p>
      ) : names.length === 0 ? (
        <EmptyState icon={Layers} title="Only the base so far">
          <p>
            Make an environment where something must hold otherwise: <code>prod</code> may be stricter than the base.
          </p>
        </EmptyState>
      ) : (
        <table className={styles.table} data-testid="environments">
          <thead>
            <tr>
              <th scope="col">Environment</th>
              <th scope="col" data-number>
                Decisions
              </th>
              <th scope="col" data-number>
                Rules
              </th>
              <th scope="col">
                <VisuallyHidden>Acts</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.environments.map((environment) => (
              <EnvironmentRow
                key={environment.name}
                environment={environment}
                taken={names}
                isShown={environment.name === data.current}
                readOnly={readOnly}
                renaming={renaming === environment.name}
                onRename={setRenaming}
                onDelete={() => remove.mutate(environment)}
              />
            ))}
          </tbody>
        </table>
      )}
    </DialogPane>
  );
}
