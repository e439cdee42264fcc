// Page of one toolset: description, token cost, tools and actions.
import { useQuery } from "@tanstack/react-query";
import { Briefcase, CircleX, Ellipsis, ListPlus, Upload } from "lucide-react";
import { useCallback } from "react";
import type { Catalog, MemberView, ToolsetView } from "../../backend";
import { Button, IconButton } from "../../kit/button";
import { Menu } from "../../kit/menu";
import { coverageLabel } from "../../shared/coverage-label";
import { EmptyState } from "../../shared/empty-state";
import { FailedState } from "../../shared/failed-state";
import { goToTool } from "../../shared/go-to-tool";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { formatEnvironment } from "../environments/strings";
import { DescriptionField } from "./description-field";
import { ActiveChip } from "./active-chip";
import { MemberTable } from "./member-table";
import { toolsetQuery } from "./queries";
import { showInCatalog } from "./show-in-catalog";
import { ToolsetMenuItems } from "./toolset-menu";
import { useActivateToolset, useRemoveFromToolset, useReplaceInToolset } from "./use-toolset-mutations";
import page from "../../shared/page.module.css";
import { strings } from "./strings";
import styles from "./toolset-page.module.css";

const text = strings.page;

export function ToolsetPage({ catalog, name }: { catalog: Catalog; name: string }) {
  const { data, error, refetch } = useQuery(toolsetQuery(name));
  const exists = catalog.toolsets.some((set) => set.name === name);
  return (
    <main className={page.main} data-testid="toolset" data-toolset={name}>
      {data && (exists || !error) ? (
        <ToolsetContent catalog={catalog} view={data} />
      ) : (
        <>
          <div className={page.head}>
            <h1 className={page.title}>
              <ServerText text={name} />
            </h1>
          </div>
          {error && !exists ? (
            <NotFound name={name} />
          ) : error ? (
            <FailedState title={text.loadFailed} error={error} onRetry={() => void refetch()} />
          ) : (
            <p className={styles.waiting} role="status">
              {text.loading}
            </p>
          )}
        </>
      )}
    </main>
  );
}

/** Empty state after the toolset was deleted or renamed, perhaps by an undo. */
function NotFound({ name }: { name: string }) {
  return (
    <EmptyState
      icon={Briefcase}
      title={text.notFound}
      action={
        <Button size="small" onClick={() => useNavigation.getState().showCatalog(null)}>
          {text.showAllTools}
        </Button>
      }
    >
      <p>{text.notFoundHelp(<ServerText text={name} />)}</p>
    </EmptyState>
  );
}

function ToolsetContent({ catalog, view }: { catalog: Catalog; view: ToolsetView }) {
  const { summary, members } = view;
  const { name } = summary;
  const readOnly = catalog.readOnly !== null;
  const open = useNavigation((state) => state.open);
  const { mutate: activate, isPending: isActivating } = useActivateToolset();
  const { mutate: remove } = useRemoveFromToolset();
  const { mutate: replace } = useReplaceInToolset();
  const onOpen = useCallback(({ tool }: MemberView) => tool && goToTool(tool.key), []);
  const onRemove = useCallback(
    ({ reference }: MemberView) => remove({ name, references: [reference] }),
    [remove, name],
  );
  const onReplace = useCallback(
    ({ reference }: MemberView, by: string) => replace({ name, reference, by }),
    [replace, name],
  );
  const environmentName = asPlainString(formatEnvironment(catalog.environment));
  return (
    <>
      <div className={`${page.head} ${styles.head}`}>
        <h1 className={page.title}>
          <ServerText text={name} />
        </h1>
        <ActiveChip environments={summary.activeIn} />
        <span className={styles.spacer} />
        <Button
          data-testid="activate-toolset"
          disabled={readOnly || isActivating}
          onClick={() => activate({ name: summary.active ? null : name, environment: catalog.environment })}
        >
          {summary.active ? text.deactivateIn(environmentName) : text.activateIn(environmentName)}
        </Button>
        <Button disabled={readOnly} onClick={() => open({ kind: "toolset", act: "addTools", name })}>
          <ListPlus size={14} aria-hidden="true" />
          {strings.menu.addTools}
        </Button>
        <Button className={styles.wide} onClick={() => showInCatalog(name)}>
          {strings.menu.showInCatalog}
        </Button>
        <Button className={styles.medium} onClick={() => open({ kind: "toolset", act: "export", name })}>
          <Upload size={14} aria-hidden="true" />
          {strings.menu.export}
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton label={text.moreActions(asPlainString(name))}>
              <Ellipsis size={14} aria-hidden="true" />
            </IconButton>
          }
        >
          <ToolsetMenuItems toolset={summary} readOnly={readOnly} all />
        </Menu>
      </div>
      <div className={styles.about}>
        <DescriptionField key={name} name={name} description={summary.description} readOnly={readOnly} />
        <Facts view={view} />
      </div>
      {members.length === 0 ? (
        <EmptyState
          icon={Briefcase}
          title={text.empty}
          action={
            <Button size="small" disabled={readOnly} onClick={() => open({ kind: "toolset", act: "addTools", name })}>
              {strings.menu.addTools}
            </Button>
          }
        >
          <p>{text.emptyHelp}</p>
        </EmptyState>
      ) : (
        <MemberTable
          key={name}
          label={strings.table.label(asPlainString(name))}
          members={members}
          readOnly={readOnly}
          onOpen={onOpen}
          onRemove={onRemove}
          onReplace={onReplace}
        />
      )}
    </>
  );
}

function Facts({ view: { summary, coverage } }: { view: ToolsetView }) {
  const { tools, missing, tokens, notes } = summary;
  return (
    <p className={styles.facts} data-testid="toolset-facts">
      <b>{text.tools(tools)}</b>
      {missing > 0 ? (
        <span className={styles.missing}>
          <CircleX size={12} strokeWidth={2.25} aria-hidden="true" />
          {text.missing(missing)}
        </span>
      ) : null}
      <span>{text.tokens(tokens)}</span>
      <span>{text.notes(notes)}</span>
      <span>{coverageLabel(coverage)}</span>
    </p>
  );
}
