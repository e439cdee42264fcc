// Source of the tools of a toolset: given tools, a pattern, or a filter; with the number of matches.
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { keysOf } from "../../shared/keymap";
import type { Catalog, ToolChoice, ToolKey } from "../../backend";
import { asBackendError } from "../../backend";
import { Button } from "../../kit/button";
import { Input, Labelled } from "../../kit/field";
import { Segmented } from "../../kit/segmented";
import { errorMessage } from "../../shared/error-message";
import { problemSentence } from "../../shared/filter-problem";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { cardId } from "../../shared/tool-id";
import type { RuleExample } from "../rules/example";
import { useRulePreview } from "../rules/use-rule-preview";
import { filterReachQuery } from "./queries";
import { strings } from "./strings";
import styles from "./toolset-form.module.css";

const text = strings.source;

export type SourceKind = "these" | "pattern" | "filter" | "catalog";
/** Given tools: those selected or listed in the catalog, or a single one. */
export type These = { message: string; tools: readonly ToolKey[] };

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
  message: string;
  failed: boolean;
};

type InitialSource = { kind: SourceKind; query?: string; these?: These | null };

/** `toolset`: the toolset the tools are added to, to count those it already contains. */
export function useToolSource(catalog: Catalog, initial: InitialSource, toolset: string | null = null): ToolSource {
  const [kind, setKind] = useState(initial.kind);
  const [selector, setSelector] = useState("");
  const [query, setQuery] = useState(initial.query ?? "");
  const these = initial.these ?? null;
  const trimmedSelector = selector.trim();
  const deferredQuery = useDeferredValue(query.trim());
  const { environment, revision } = catalog;
  const pattern = useRulePreview(kind === "pattern" ? trimmedSelector : "", "readOnly", true, environment, revision);
  const filter = useQuery({ ...filterReachQuery(deferredQuery), enabled: kind === "filter" && deferredQuery !== "" });
  const isIn = (card: { toolsets: readonly string[] } | undefined) => toolset !== null && card?.toolsets.includes(toolset);
  const state = { kind, setKind, selector, setSelector, query, setQuery, these };
  const none = { ...state, choice: null, message: "", failed: false };
  const found = (choice: ToolChoice, count: number, present = 0): ToolSource => ({
    ...state,
    choice: count > 0 ? choice : null,
    message: count === 0 ? text.noMatches : text.matches(count, present),
    failed: false,
  });
  const failed = (message: string): ToolSource => ({ ...none, message, failed: true });

  if (kind === "catalog") return none;
  if (kind === "these") {
    if (!these) return none;
    const choice: ToolChoice = { by: "tools", tools: [...these.tools] };
    return { ...none, choice: these.tools.length > 0 ? choice : null, message: these.message };
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
  const present = filter.data.matches.reduce((sum, index) => sum + (isIn(catalog.cards[index]) ? 1 : 0), 0);
  return found({ by: "filter", query: deferredQuery }, filter.data.matches.length, present);
}

/** The tools selected in the catalog that still exist. */
export function markedTools({ cards }: Catalog, marked: ReadonlySet<string>): ToolKey[] {
  if (marked.size === 0) return [];
  return cards.filter((card) => marked.has(cardId(card))).map(({ server, name }) => ({ server, tool: name }));
}

type Props = { source: ToolSource; /** Pattern that matches tools of the user. */ example: RuleExample; /** Opens the catalog, where the user can select tools. */ onSelectTools: () => void };

export function ToolSourceFields({ source, example, onSelectTools }: Props) {
  const { kind, these } = source;
  const segments = [
    ...(these ? [{ value: "these", label: text.these(these.tools.length) } as const] : []),
    { value: "pattern", label: text.byPattern } as const,
    { value: "filter", label: text.byFilter } as const,
    { value: "catalog", label: text.fromCatalog } as const,
  ];
  return (
    <div className={styles.source}>
      <span className={styles.label}>{text.tools}</span>
      <Segmented label={text.label} value={kind} segments={segments} onChange={source.setKind} />
      {kind === "pattern" ? (
        <Labelled label={text.pattern} note={text.patternNote}>
          {(id) => (
            <Input
              id={id}
              mono
              data-testid="toolset-pattern"
              placeholder={asPlainString(example.selector)}
              value={source.selector}
              onChange={(event) => source.setSelector(event.target.value)}
            />
          )}
        </Labelled>
      ) : kind === "filter" ? (
        <Labelled label={text.filter} note={text.filterNote}>
          {(id) => (
            <Input
              id={id}
              mono
              data-testid="toolset-filter"
              placeholder={text.filterPlaceholder(asPlainString(example.server))}
              value={source.query}
              onChange={(event) => source.setQuery(event.target.value)}
            />
          )}
        </Labelled>
      ) : kind === "catalog" ? (
        <p className={styles.explained}>
          {text.catalogHelp(keysOf("catalog.mark"))}{" "}
          <Button size="small" onClick={onSelectTools}>
            {text.goToCatalog}
          </Button>
        </p>
      ) : null}
      {kind === "these" && these && these.tools.length > 1 ? <GivenTools tools={these.tools} /> : null}
      <p className={styles.found} role="status" data-failed={source.failed || undefined} data-testid="toolset-found">
        <ServerText text={source.message} />
      </p>
    </div>
  );
}

/** Maximum number of listed tools; the rest is a count. */
const MAX_LISTED = 6;

function GivenTools({ tools }: { tools: readonly ToolKey[] }) {
  const more = tools.length - MAX_LISTED;
  return (
    <ul className={styles.given} aria-label={text.given}>
      {tools.slice(0, MAX_LISTED).map(({ server, tool }) => (
        <li key={`${server}.${tool}`}>
          <ServerText text={`${server}.${tool}`} limit={2} />
        </li>
      ))}
      {more > 0 ? <li>{text.moreGiven(more)}</li> : null}
    </ul>
  );
}
