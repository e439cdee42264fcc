// Saved filters popover: apply, save or remove a named query.
import { Bookmark, X } from "lucide-react";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ChangeReport, FilterKey, SavedFilter } from "../../backend";
import { backend } from "../../backend";
import { Button, IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { Popover } from "../../kit/popover";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { asChips } from "./query-terms";
import { strings } from "./strings";
import styles from "./saved-filters.module.css";

type Props = {
  filters: readonly SavedFilter[];
  readOnly: boolean;
  listedCount: number;
  onNewToolset: () => void;
};

export function SavedFilters(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={strings.savedFilters.title}
      className={styles.pop}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={strings.savedFilters.title}>
          <Bookmark size={14} aria-hidden="true" />
        </IconButton>
      }
    >
      <FilterList {...props} close={() => setOpen(false)} />
    </Popover>
  );
}

function FilterList({ filters, readOnly, listedCount, onNewToolset, close }: Props & { close: () => void }) {
  const query = useCatalogFilter((state) => state.query).trim();
  const setQuery = useCatalogFilter((state) => state.setQuery);
  const narrowed = useCatalogFilter((state) => state.query.trim() !== "" || state.behaviour !== "all" || state.server !== null);
  const remove = useStoreMutation<FilterKey, ChangeReport>({
    run: (key) => backend.removeFilter(key),
    successMessage: ({ name }) => strings.savedFilters.removed(name),
  });
  const choose = (filter: SavedFilter) => {
    setQuery(asChips(filter.query));
    close();
  };
  return (
    <>
      {filters.length === 0 ? <p className={styles.none}>{strings.savedFilters.empty}</p> : null}
      <ul className={styles.list} aria-label={strings.savedFilters.title}>
        {filters.map((filter) => (
          <li key={filter.name}>
            <button
              type="button"
              className={styles.filter}
              aria-current={filter.query.trim() === query || undefined}
              onClick={() => choose(filter)}
            >
              <ServerText text={filter.name} />
              <code>
                <ServerText text={filter.query} limit={1} />
              </code>
            </button>
            {readOnly ? null : (
              <IconButton
                label={strings.savedFilters.remove(asPlainString(filter.name))}
                onClick={() => remove.mutate({ name: filter.name })}
              >
                <X size={12} strokeWidth={2.25} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {readOnly ? null : <SaveFilterForm query={query} filters={filters} close={close} />}
      {readOnly || listedCount === 0 || !narrowed ? null : (
        <div className={styles.more}>
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              close();
              onNewToolset();
            }}
          >
            {strings.savedFilters.newToolset(listedCount)}
          </Button>
        </div>
      )}
    </>
  );
}

function SaveFilterForm({ query, filters, close }: { query: string; filters: readonly SavedFilter[]; close: () => void }) {
  const [name, setName] = useState<string | null>(null);
  const save = useStoreMutation<SavedFilter, ChangeReport>({
    run: (filter) => backend.saveFilter(filter),
    successMessage: (filter) => strings.savedFilters.saved(filter.name),
  });
  if (name === null) {
    return (
      <div className={styles.foot}>
        <Button look="quiet" size="small" disabled={query === ""} onClick={() => setName("")}>
          {strings.savedFilters.saveCurrent}
        </Button>
        {query === "" ? <span>{strings.savedFilters.nothingToSave}</span> : null}
      </div>
    );
  }
  const trimmedName = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmedName === "") return;
    save.mutate({ name: trimmedName, query });
    close();
  };
  return (
    <form className={styles.foot} onSubmit={submit}>
      <Input
        aria-label={strings.savedFilters.nameLabel}
        placeholder={strings.savedFilters.namePlaceholder}
        autoFocus
        className={styles.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="small" look="primary" disabled={trimmedName === ""}>
        {filters.some((filter) => filter.name === trimmedName) ? strings.savedFilters.replace : strings.savedFilters.save}
      </Button>
    </form>
  );
}
