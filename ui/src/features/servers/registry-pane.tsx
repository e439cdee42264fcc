// Registry search. Entries are only data: the user reviews the command and agrees to it, as for any other server.
import { useInfiniteQuery } from "@tanstack/react-query";
import { LoaderCircle, Search } from "lucide-react";
import { useState } from "react";
import { backend } from "../../backend";
import { registryQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { Input } from "../../kit/field";
import { EmptyState } from "../../shared/empty-state";
import { useDebouncedValue } from "../../shared/use-debounced-value";
import { ErrorCallout } from "./agreement-pane";
import { RegistryAddress } from "./registry-address";
import type { RegistryDraft } from "./registry-draft";
import { draftFor, isAnswered } from "./registry-draft";
import { RegistryEntry } from "./registry-entry";
import type { Agreement } from "./use-agreement";
import { FailedState } from "../../shared/failed-state";
import { strings } from "./strings";
import styles from "./registry-pane.module.css";

const DEBOUNCE = 300;

type Props = { taken: readonly string[]; agreement: Agreement; onClose: () => void };

export function RegistryPane({ taken, agreement, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const query = useDebouncedValue(typed.trim(), DEBOUNCE);
  const [draft, setDraft] = useState<RegistryDraft | null>(null);
  const list = useInfiniteQuery(registryQuery(query));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const chosen = entries.find((entry) => entry.name === draft?.entry);
  const ready = draft !== null && chosen !== undefined && isAnswered(chosen, draft, taken);
  const next = () => {
    if (!ready) return;
    const { entry: name, option, answers } = draft;
    agreement.propose(async () => ({
      name: draft.name.trim(),
      ...(await backend.registrySource({
        name,
        option,
        answers: Object.entries(answers).map(([of, value]) => ({ name: of, value })),
      })),
    }));
  };
  return (
    <DialogPane
      foot={
        <>
          <RegistryAddress address={list.data?.pages[0]?.registry ?? null} onChanged={() => setDraft(null)} />
          <span data-spacer />
          <Button onClick={onClose}>{strings.add.cancel}</Button>
          <Button look="primary" data-testid="preview-registry" disabled={!ready || agreement.isProposing} onClick={next}>
            {strings.add.next}
          </Button>
        </>
      }
    >
      <Input
        autoFocus
        aria-label={strings.registry.search}
        placeholder={strings.registry.searchPlaceholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        before={<Search size={14} aria-hidden="true" />}
      />
      <ErrorCallout error={agreement.proposal ? null : agreement.error} />
      {list.error && entries.length === 0 ? (
        <FailedState title={strings.registry.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <EmptyState icon={LoaderCircle} title={strings.registry.loading} />
      ) : entries.length === 0 ? (
        <EmptyState icon={Search} title={strings.registry.noMatchTitle}>
          <p>{strings.registry.noMatch}</p>
        </EmptyState>
      ) : (
        <>
          <p className={styles.count} role="status">
            {strings.registry.count(entries.length, list.hasNextPage)}
          </p>
          <ul className={styles.entries}>
            {entries.map((entry, index) => (
              <RegistryEntry
                // A registry can list one entry twice, also across pages; entries are only appended.
                key={`${index} ${entry.name} ${entry.version}`}
                entry={entry}
                draft={draft?.entry === entry.name ? draft : null}
                taken={taken}
                onOpen={(open) => setDraft(open ? draftFor(entry) : null)}
                onChange={setDraft}
                onSubmit={next}
              />
            ))}
          </ul>
          <ErrorCallout error={list.error} />
          {list.hasNextPage ? (
            <Button size="small" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {list.isFetchingNextPage ? strings.registry.loadingMore : strings.registry.loadMore}
            </Button>
          ) : null}
        </>
      )}
    </DialogPane>
  );
}
