// Search, counts and buttons above the operations of a document, and what the choice means for new operations.
import { Search } from "lucide-react";
import { useDeferredValue, useId, useMemo, useState } from "react";
import type { OperationList } from "../../backend";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { Input } from "../../kit/field";
import { ServerText } from "../../shared/server-text";
import { ErrorCallout } from "./agreement-pane";
import { choiceOf, findOperations, foundGroups, groupByTag, growingTags, indicesOf, isRead, searchTexts, withChoice, withElements } from "./operation-list";
import { OperationTree } from "./operation-tree";
import { ProblemList } from "./problem-list";
import { strings } from "./strings";
import type { OperationChoice } from "./use-operation-choice";
import styles from "./operations-pane.module.css";

const text = strings.operations;

export function OperationChooser({ list, choice }: { list: OperationList; choice: OperationChoice }) {
  const { operations, title, version, problems } = list;
  const [chosen, setChosen] = useState(() => choiceOf(operations));
  const [query, setQuery] = useState("");
  const reasonId = useId();
  const groups = useMemo(() => groupByTag(operations), [operations]);
  const texts = useMemo(() => searchTexts(operations), [operations]);
  const reads = useMemo(() => indicesOf(operations, isRead), [operations]);
  const searched = useDeferredValue(query);
  const found = useMemo(() => findOperations(texts, searched), [texts, searched]);
  const shown = useMemo(() => foundGroups(groups, found), [groups, found]);
  const growing = useMemo(() => growingTags(groups, operations, chosen), [groups, operations, chosen]);

  const isNone = chosen.size === 0;
  const isAll = chosen.size === operations.length;
  return (
    <DialogPane
      foot={
        <>
          <Button onClick={choice.close}>{text.back}</Button>
          <span data-spacer />
          <span id={reasonId} className={styles.meaning} data-testid="choice-meaning">
            {isNone ? text.none : isAll ? text.all : growing.size > 0 ? text.tags : text.names}
          </span>
          <Button
            look="primary"
            data-testid="use-operations"
            aria-describedby={reasonId}
            aria-disabled={isNone || choice.isChoosing || undefined}
            onClick={() => !isNone && !choice.isChoosing && choice.choose(withChoice(operations, chosen))}
          >
            {text.use}
          </Button>
        </>
      }
    >
      <div className={styles.chooser}>
        {title === null ? null : (
          <p className={styles.document}>
            <ServerText text={[title, version].filter(Boolean).join(" ")} limit={4} />
          </p>
        )}
        <div className={styles.bar}>
          <Input
            autoFocus
            className={styles.search}
            before={<Search size={14} aria-hidden="true" />}
            aria-label={text.search}
            placeholder={text.searchPlaceholder}
            data-testid="search-operations"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || query === "") return;
              event.stopPropagation();
              setQuery("");
            }}
          />
          {found === null ? null : (
            <Button disabled={found.size === 0} onClick={() => setChosen(withElements(chosen, found, true))}>
              {text.chooseFound}
            </Button>
          )}
        </div>
        <div className={styles.bar}>
          <p className={styles.counts} role="status" data-testid="operation-counts">
            {text.counts(chosen.size, operations.length)}
            {found === null ? null : ` ${text.found(found.size)}`}
          </p>
          <Button size="small" onClick={() => setChosen(new Set(operations.keys()))}>
            {text.chooseAll}
          </Button>
          <Button size="small" onClick={() => setChosen(new Set())}>
            {text.chooseNone}
          </Button>
          <Button size="small" title={text.chooseReadsAbout} disabled={reads.length === 0} onClick={() => setChosen(new Set(reads))}>
            {text.chooseReads}
          </Button>
        </div>
        {shown.length === 0 ? (
          <p className={styles.noMatch}>{text.noMatch}</p>
        ) : (
          <OperationTree
            operations={operations}
            groups={shown}
            isSearch={found !== null}
            chosen={chosen}
            growing={isAll ? null : growing}
            onChoose={(members, included) => setChosen(withElements(chosen, members, included))}
          />
        )}
        {problems.length === 0 ? null : (
          <details className={styles.problems}>
            <summary>{text.problems(problems.length)}</summary>
            <ProblemList problems={problems} testId="document-problems" />
          </details>
        )}
        <ErrorCallout error={choice.choosingError} />
      </div>
    </DialogPane>
  );
}
