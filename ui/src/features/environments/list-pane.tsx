// Table of the environments with their numbers of decisions and rules, and the form that creates one.
import { useQuery } from "@tanstack/react-query";
import { Check, Layers } from "lucide-react";
import { useState } from "react";
import type { EnvironmentView } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import type { Column } from "../../kit/table";
import { Table } from "../../kit/table";
import { counted } from "../../shared/ago";
import { EmptyState } from "../../shared/empty-state";
import { FailedState } from "../../shared/failed-state";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { NewEnvironment } from "./new-environment";
import { environmentsQuery } from "./queries";
import { RenameForm } from "./rename-form";
import styles from "./list-pane.module.css";

export function ListPane({ readOnly }: { readOnly: boolean }) {
  const { data, error, refetch } = useQuery(environmentsQuery);
  const [renaming, setRenaming] = useState<string | null>(null);
  const remove = useStoreMutation({
    run: ({ name }: EnvironmentView) => backend.removeEnvironment({ name }),
    successMessage: ({ name, decisions, rules }) => {
      const message = `Deleted ${name} with ${counted(decisions, "decision")} and ${counted(rules, "rule")}`;
      return name === data?.current ? `${message}; the base is shown now` : message;
    },
  });
  const names = data?.environments.map(({ name }) => name) ?? [];
  const columns: readonly Column<EnvironmentView>[] = [
    {
      head: "Environment",
      cell: ({ name }) =>
        name === renaming ? (
          <RenameForm name={name} taken={names} onDone={() => setRenaming(null)} />
        ) : (
          <span className={styles.name}>
            <ServerText text={name} />
            {name === data?.current ? (
              <span className={styles.current}>
                <Check size={12} strokeWidth={2.25} aria-hidden="true" />
                shown now
              </span>
            ) : null}
          </span>
        ),
    },
    { head: "Decisions", number: true, cell: ({ decisions }) => decisions.toLocaleString("en") },
    { head: "Rules", number: true, cell: ({ rules }) => rules.toLocaleString("en") },
    {
      head: "Acts",
      unseen: true,
      cell: (environment) => {
        const { name } = environment;
        const buttonProps = { look: "quiet", size: "small", disabled: readOnly } as const;
        return name === renaming ? null : (
          <span className={styles.actions}>
            <Button {...buttonProps} aria-label={`Rename ${asPlainString(name)}`} onClick={() => setRenaming(name)}>
              Rename
            </Button>
            <Button {...buttonProps} aria-label={`Delete ${asPlainString(name)}`} onClick={() => remove.mutate(environment)}>
              Delete
            </Button>
          </span>
        );
      },
    },
  ];
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
        <Table
          className={styles.table}
          data-testid="environments"
          columns={columns}
          rows={data.environments}
          keyOf={({ name }) => name}
          rowProps={({ name }) => ({ "data-testid": `environment-${name}` })}
        />
      )}
    </DialogPane>
  );
}
