// Source of the tools of a toolset: marked or shown tools, a pattern, or a filter; with the number of matches.
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { keysOf } from "../../shared/keymap";
import type { Catalog, ToolChoice, ToolKey } from "../../backend";
import { asBackendError } from "../../backend";
import { Button } from "../../kit/button";
import { Input, Labelled } from "../../kit/field";
import { Segmented } from "../../kit/segmented";
import { counted } from "../../shared/ago";
import { errorMessage } from "../../shared/error-message";
import { problemSentence } from "../../shared/filter-problem";
import { ServerText } from "../../shared/server-text";
import { cardId } from "../../shared/tool-id";
import { useRulePreview } from "../rules/use-rule-preview";
import { filterReachQuery } from "./queries";
import styles from "./toolset-form.module.css";

export type SourceKind = "these" | "pattern" | "filter" | "catalog";
/** Tools that are already chosen: marked ones, or those a filter shows. */
export type These = { words: string; tools: readonly ToolKey[] };

export type ToolSource = {
  kind: SourceKind;
  setKind: (kind: SourceKind) => void;
  selector: string;
  setSelector: (selector: string) => void;
  query: string;
  setQuery: (query: string) => void;
  these: These | null;
  /** Null until at least one match is known. */
  choice: ToolChoice | null;
  /** Message about the matches; empty while they are loading. */
  words: string;
  failed: boolean;
};

type Begin = { kind: SourceKind; query?: string; these?: These | null };

/** `toolset`: the toolset the tools are added to, to count those it already contains. */
export function useToolSource(catalog: Catalog, begin: Begin, toolset: string | null = null): ToolSource {
  const [kind, setKind] = useState(begin.kind);
  const [selector, setSelector] = useState("");
  const [query, setQuery] = useState(begin.query ?? "");
  const these = begin.these ?? null;
  const trimmedSelector = selector.trim();
  const deferredQuery = useDeferredValue(query.trim());
  const { environment, revision } = catalog;
  const pattern = useRulePreview(kind === "pattern" ? trimmedSelector : "", "readOnly", true, environment, revision);
  const filter = useQuery({ ...filterReachQuery(deferredQuery), enabled: kind === "filter" && deferredQuery !== "" });
  const isIn = (card: { toolsets: readonly string[] } | undefined) => toolset !== null && card?.toolsets.includes(toolset);
  const state = { kind, setKind, selector, setSelector, query, setQuery, these };
  const none = { ...state, choice: null, words: "", failed: false };
  const found = (choice: ToolChoice, count: number, already = 0): ToolSource => ({
    ...state,
    choice: count > 0 ? choice : null,
    words:
      count === 0
        ? "No tool matches."
        : `${counted(count, "tool")} ${count === 1 ? "matches" : "match"}${already > 0 ? `, ${already.toLocaleString("en")} in it already` : ""}.`,
    failed: false,
  });
  const failed = (words: string): ToolSource => ({ ...none, words, failed: true });

  if (kind === "catalog") return none;
  if (kind === "these") {
    if (!these) return none;
    const choice: ToolChoice = { by: "tools", tools: [...these.tools] };
    return { ...none, choice: these.tools.length > 0 ? choice : null, words: these.words };
  }
  if (kind === "pattern") {
    if (!pattern) return none;
    if (pattern.error) return failed(errorMessage(pattern.error));
    return found({ by: "pattern", selector: trimmedSelector }, pattern.view.matches);
  }
  if (deferredQuery === "" || deferredQuery !== query.trim()) return none;
  if (filter.error) return failed(errorMessage(asBackendError(filter.error)));
  if (!filter.data) return none;
  const [problem] = filter.data.problems;
  if (problem) return failed(`${problemSentence(problem)}.`);
  const already = filter.data.matches.reduce((sum, index) => sum + (isIn(catalog.cards[index]) ? 1 : 0), 0);
  return found({ by: "filter", query: deferredQuery }, filter.data.matches.length, already);
}

/** The marked tools that exist in the catalog. */
export function markedTools({ cards }: Catalog, marked: ReadonlySet<string>): ToolKey[] {
  if (marked.size === 0) return [];
  return cards.filter((card) => marked.has(cardId(card))).map(({ server, name }) => ({ server, tool: name }));
}

type Props = { source: ToolSource; server: string; /** Opens the catalog, where the user can mark tools. */ onMark: () => void };

export function ToolSourceFields({ source, server, onMark }: Props) {
  const { kind, these } = source;
  const segments = [
    ...(these ? [{ value: "these", label: "These tools" } as const] : []),
    { value: "pattern", label: "By pattern" } as const,
    { value: "filter", label: "By filter" } as const,
    { value: "catalog", label: "From the catalog" } as const,
  ];
  return (
    <div className={styles.source}>
      <span className={styles.label}>Tools</span>
      <Segmented label="Where the tools come from" value={kind} segments={segments} onChange={source.setKind} />
      {kind === "pattern" ? (
        <Labelled label="Pattern" note="The server, a dot and the tool; * stands for any text.">
          {(id) => (
            <Input
              id={id}
              mono
              data-testid="toolset-pattern"
              placeholder={`${server}.get_*`}
              value={source.selector}
              onChange={(event) => source.setSelector(event.target.value)}
            />
          )}
        </Labelled>
      ) : kind === "filter" ? (
        <Labelled label="Filter" note="The same words as in the search of the catalog. Tools that match later are not added by themselves.">
          {(id) => (
            <Input
              id={id}
              mono
              data-testid="toolset-filter"
              placeholder="hint:read-only server:demo note"
              value={source.query}
              onChange={(event) => source.setQuery(event.target.value)}
            />
          )}
        </Labelled>
      ) : kind === "catalog" ? (
        <p className={styles.explained}>
          Mark tools in the catalog with their boxes or <kbd>{keysOf("catalog.mark")}</kbd>, then press <b>Add to toolset…</b> in the bar below
          them.{" "}
          <Button size="small" onClick={onMark}>
            Go to the catalog
          </Button>
        </p>
      ) : null}
      <p className={styles.found} role="status" data-failed={source.failed || undefined} data-testid="toolset-found">
        <ServerText text={source.words} />
      </p>
    </div>
  );
}
