// Rules page: the form, and the table of all rules with their effect.
import { useQuery } from "@tanstack/react-query";
import { Asterisk } from "lucide-react";
import { useState } from "react";
import type { Catalog, RuleView } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { counted } from "../../shared/ago";
import { EmptyState } from "../../shared/empty-state";
import { HINT_LABEL } from "../../shared/hints";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { formatEnvironment } from "../environments/strings";
import { draftOf, NEW_RULE } from "./draft";
import { rulesQuery } from "./queries";
import { RuleForm, SELECTOR_ID } from "./rule-form";
import { RuleTable } from "./rule-table";
import page from "../../shared/page.module.css";
import { FailedState } from "../../shared/failed-state";
import styles from "./rules-page.module.css";

export function RulesPage({ catalog }: { catalog: Catalog }) {
  const { data: rules, error, refetch } = useQuery(rulesQuery);
  // The draft starts in the current environment, so that it is clear which one the rule applies to.
  const [draft, setDraft] = useState({ ...NEW_RULE, environment: catalog.environment });
  const remove = useStoreMutation({
    run: ({ selector, hint, environment }: RuleView) => backend.removeRule({ selector, hint, environment }),
    successMessage: ({ selector, hint, environment }) =>
      `Removed the rule ${selector} about ${HINT_LABEL[hint]} in ${formatEnvironment(environment)}`,
  });
  const write = (next: typeof draft) => {
    setDraft(next);
    document.getElementById(SELECTOR_ID)?.focus();
  };
  const server = catalog.servers[0]?.name ?? "github";
  const example = `${server}.get_*`;
  return (
    <main className={`${page.main} ${styles.page}`} data-testid="rules">
      <div className={page.head}>
        <h1 className={page.title}>Rules</h1>
        <span className={page.about}>
          One decision for every tool whose name matches, new ones too. In the same environment, what is decided for the
          tool itself stands before it.
        </span>
        {rules && rules.length > 0 ? <span className={styles.count}>{counted(rules.length, "rule")}</span> : null}
      </div>
      <RuleForm catalog={catalog} rules={rules ?? []} draft={draft} onChange={setDraft} />
      {error ? (
        <FailedState title="The rules could not be read" error={error} onRetry={() => void refetch()} />
      ) : !rules ? (
        <p className={styles.waiting} role="status">
          Reading the rules…
        </p>
      ) : rules.length === 0 ? (
        <EmptyState
          icon={Asterisk}
          title="No rules yet"
          action={
            <Button size="small" onClick={() => write({ ...draft, selector: example, hint: "readOnly", value: true })}>
              Try the example
            </Button>
          }
        >
          <p className={styles.explained}>
            A rule decides one hint for many tools. <code><ServerText text={example} /></code> with Read-only Yes says
            that every tool of <ServerText text={server} /> whose name begins with <code>get_</code> only reads. Of two
            rules the narrower one holds.
          </p>
        </EmptyState>
      ) : (
        <RuleTable
          rules={rules}
          readOnly={catalog.readOnly !== null}
          onEdit={(rule) => write(draftOf(rule))}
          onRemove={(rule) => remove.mutate(rule)}
        />
      )}
    </main>
  );
}
