// Navigation commands: pages, filters, environments, toolsets, servers, tools.
import { ArrowRight, Briefcase, Layers, Search, Server, SlidersHorizontal, Star } from "lucide-react";
import type { Catalog, ToolCard } from "../../backend";
import { goToTool } from "../../shared/go-to-tool";
import { PAGES } from "../../shared/pages";
import { keyOf } from "../../shared/tool-id";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useNavigation } from "../../shared/navigation";
import { useChooseEnvironment } from "../environments/use-choose-environment";
import { environmentOf } from "../environments/environment-name";
import { BASE, formatEnvironment } from "../environments/strings";
import type { Command } from "./command";
import { strings } from "./strings";

const { goTo: text } = strings;

/** Queries in the filter language. */
const FILTERS: readonly { query: string; label: string }[] = [
  { query: "hint:read-only", label: text.filters.readOnly },
  { query: "hint:destructive", label: text.filters.destructive },
  { query: "hint:idempotent", label: text.filters.idempotent },
  { query: "hint:open-world", label: text.filters.openWorld },
  { query: "is:unreviewed", label: text.filters.unreviewed },
  { query: "is:drifted", label: text.filters.drifted },
  { query: "is:suspended", label: text.filters.suspended },
  { query: "is:conflict", label: text.filters.conflict },
  { query: "is:inferred", label: text.filters.inferred },
  { query: "is:decided", label: text.filters.decided },
  { query: "has:note", label: text.filters.note },
  { query: "has:problem", label: text.filters.problem },
];

function showFiltered(query: string): void {
  useNavigation.getState().showCatalog(null);
  const { setBehaviour, setQuery } = useCatalogFilter.getState();
  setBehaviour("all");
  setQuery(query);
}

export const toolCommand = (card: ToolCard): Command => ({
  id: `tool ${card.server}.${card.name}`,
  label: card.title,
  detail: `${card.server}.${card.name}`,
  icon: ArrowRight,
  run: () => goToTool(keyOf(card)),
});

export function useGoToCommands({ servers, environment, environments, filters, toolsets }: Catalog): Command[] {
  const choose = useChooseEnvironment();
  const preferences: Command = {
    id: "page preferences",
    label: text.preferences,
    also: "settings theme",
    icon: SlidersHorizontal,
    shortcut: "window.preferences",
    run: () => useNavigation.getState().showPreferences(),
  };
  // Without a server the other pages are empty.
  if (servers.length === 0) return [preferences];
  return [
    ...PAGES.map((page): Command => ({
      id: `page ${page.view}`,
      label: page.label,
      icon: page.icon,
      shortcut: `window.${page.view}`,
      run: () => page.show(useNavigation.getState()),
    })),
    preferences,
    ...filters.map((filter): Command => ({
      id: `saved ${filter.name}`,
      label: filter.name,
      detail: filter.query,
      also: "saved filter",
      icon: Star,
      run: () => showFiltered(filter.query),
    })),
    ...FILTERS.map(({ query, label }): Command => ({
      id: `filter ${query}`,
      label,
      detail: query,
      icon: Search,
      run: () => showFiltered(query),
    })),
    ...[BASE, ...environments]
      .filter((name) => name !== formatEnvironment(environment))
      .map((name): Command => ({
        id: `environment ${name}`,
        label: text.environment(name),
        icon: Layers,
        run: () => choose.mutate(environmentOf(name)),
      })),
    ...toolsets.map(({ name }): Command => ({
      id: `toolset ${name}`,
      label: text.toolset(name),
      icon: Briefcase,
      run: () => useNavigation.getState().showToolset(name),
    })),
    ...servers.map(({ name }): Command => ({
      id: `server ${name}`,
      label: text.server(name),
      detail: `server:${name}`,
      icon: Server,
      run: () => useNavigation.getState().showCatalog(name),
    })),
  ];
}
