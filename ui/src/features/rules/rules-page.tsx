// Rules page: the form, and the table of all rules with their effect.
import { useQuery } from "@tanstack/react-query";
import { Asterisk } from "lucide-react";
import { useMemo, useState } from "react";
import type { Catalog, RuleView } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { EmptyState } from "../../shared/empty-state";
import { HINT_LABEL } from "../../shared/hints";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { formatEnvironment } from "../environments/strings";
import { draftOf, NEW_RULE } from "./draft";
import { exampleFor } from "./example";
import { rulesQuery } from "./queries";
import { RuleForm, SELECTOR_ID } from "./rule-form";
import { RuleTable } from "./rule-table";
import page from "../../shared/page.module.css";
import { FailedState } from "../../shared/failed-state";
import { strings } from "./strings";
import styles from "./rules-page.module.css";

const text = strings.page;

export function RulesPage({ catalog }: { catalog: Catalog }) {
  const { data: rules, error, refetch } = useQuery(rulesQuery);
  // The draft starts in the current environment, so that it is clear which one the rule applies to.
  const [draft, setDraft] = useState({ ...NEW_RULE, environment: catalog.environment });
  const remove = useStoreMutation({
    run: ({ selector, hint, environment }: RuleView) => backend.removeRule({ selector, hint, environment }),
    successMessage: ({ selector, hint, environment }) =>
      text.removed(selector, HINT_LABEL[hint], formatEnvironment(environment)),
  });
  const editDraft = (next: typeof draft) => {
    setDraft(next);
    document.getElementById(SELECTOR_ID)?.focus();
  };
  const example = useMemo(() => exampleFor(catalog), [catalog]);
  return (
    <main className={`${page.main} ${styles.page}`} data-testid="rules">
      <div className={page.head}>
        <h1 className={page.title}>{text.title}</h1>
        <span className={page.about}>{text.about}</span>
        {rules && rules.length > 0 ? <span className={styles.count}>{text.count(rules.length)}</span> : null}
      </div>
      <RuleForm catalog={catalog} rules={rules ?? []} example={example.selector} draft={draft} onChange={setDraft} />
      {error ? (
        <FailedState title={text.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : !rules ? (
        <p className={styles.waiting} role="status">
          {text.loading}
        </p>
      ) : rules.length === 0 ? (
        <EmptyState
          icon={Asterisk}
          title={strings.empty.title}
          action={
            <Button size="small" onClick={() => editDraft({ ...draft, selector: example.selector, hint: "readOnly", value: true })}>
              {strings.empty.tryExample}
            </Button>
          }
        >
          <p className={styles.explained}>
            {strings.empty.example(<ServerText text={example.selector} />, <ServerText text={example.server} />, example)}
          </p>
        </EmptyState>
      ) : (
        <RuleTable
          rules={rules}
          readOnly={catalog.readOnly !== null}
          onEdit={(rule) => editDraft(draftOf(rule))}
          onRemove={(rule) => remove.mutate(rule)}
        />
      )}
    </main>
  );
}
