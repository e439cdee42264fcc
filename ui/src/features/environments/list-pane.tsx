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
import { EmptyState } from "../../shared/empty-state";
import { FailedState } from "../../shared/failed-state";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { NewEnvironment } from "./new-environment";
import { environmentsQuery } from "./queries";
import { RenameForm } from "./rename-form";
import { strings } from "./strings";
import styles from "./list-pane.module.css";

const { list: text } = strings;

export function ListPane({ creates, readOnly }: { creates: boolean; readOnly: boolean }) {
  const { data, error, refetch } = useQuery(environmentsQuery);
  const [renaming, setRenaming] = useState<string | null>(null);
  const remove = useStoreMutation({
    run: ({ name }: EnvironmentView) => backend.removeEnvironment({ name }),
    successMessage: ({ name, decisions, rules }) =>
      (name === data?.current ? text.deletedCurrent : text.deleted)(name, decisions, rules),
  });
  const names = data?.environments.map(({ name }) => name) ?? [];
  const columns: readonly Column<EnvironmentView>[] = [
    {
      head: text.columns.name,
      cell: ({ name }) =>
        name === renaming ? (
          <RenameForm name={name} taken={names} onDone={() => setRenaming(null)} />
        ) : (
          <span className={styles.name}>
            <ServerText text={name} />
            {name === data?.current ? (
              <span className={styles.current}>
                <Check size={12} strokeWidth={2.25} aria-hidden="true" />
                {text.current}
              </span>
            ) : null}
          </span>
        ),
    },
    { head: text.columns.decisions, number: true, cell: ({ decisions }) => decisions.toLocaleString("en") },
    { head: text.columns.rules, number: true, cell: ({ rules }) => rules.toLocaleString("en") },
    {
      head: text.columns.actions,
      unseen: true,
      cell: (environment) => {
        const { name } = environment;
        const buttonProps = { look: "quiet", size: "small", disabled: readOnly } as const;
        return name === renaming ? null : (
          <span className={styles.actions}>
            <Button {...buttonProps} aria-label={text.renameNamed(asPlainString(name))} onClick={() => setRenaming(name)}>
              {text.rename}
            </Button>
            <Button {...buttonProps} aria-label={text.deleteNamed(asPlainString(name))} onClick={() => remove.mutate(environment)}>
              {text.delete}
            </Button>
          </span>
        );
      },
    },
  ];
  return (
    <DialogPane foot={<NewEnvironment focused={creates} names={names} readOnly={readOnly || !data} />}>
      {error ? (
        <FailedState title={text.failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className={styles.waiting} role="status">
          {text.loading}
        </p>
      ) : names.length === 0 ? (
        <EmptyState icon={Layers} title={text.emptyTitle}>
          <p>{text.empty(<code>{text.example}</code>)}</p>
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
