// The search field: "/" reaches it from anywhere (see app/keymap), Escape clears it, then leaves it.
import { Search, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { Kbd } from "../../kit/kbd";
import { useView } from "../../shared/view-state";
import styles from "./search-field.module.css";

export const SEARCH_ID = "catalog-search";

export function SearchField() {
  const query = useView((state) => state.query);
  const setQuery = useView((state) => state.setQuery);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (query) setQuery("");
    else event.currentTarget.blur();
  };
  return (
    <Input
      id={SEARCH_ID}
      data-testid="search"
      className={styles.search}
      aria-label="Search tools"
      placeholder="Search tools, or filter: is:inferred, hint:destructive, server:demo…"
      value={query}
      onChange={(event) => setQuery(event.target.value)}
      onKeyDown={onKeyDown}
      before={<Search size={14} aria-hidden="true" />}
      after={
        query ? (
          <IconButton label="Clear search" size="tiny" onClick={() => setQuery("")}>
            <X size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        ) : (
          <Kbd>/</Kbd>
        )
      }
    />
  );
}
