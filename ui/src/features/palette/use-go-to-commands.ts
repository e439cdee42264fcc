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

/** Queries in the filter language. */
const FILTERS: readonly { query: string; label: string }[] = [
  { query: "hint:read-only", label: "Show read-only tools" },
  { query: "hint:destructive", label: "Show destructive tools" },
  { query: "hint:idempotent", label: "Show idempotent tools" },
  { query: "hint:open-world", label: "Show open-world tools" },
  { query: "is:unreviewed", label: "Show tools nobody has reviewed" },
  { query: "is:drifted", label: "Show tools that drifted" },
  { query: "is:suspended", label: "Show tools with a decision that waits" },
  { query: "is:conflict", label: "Show tools whose server contradicts inference" },
  { query: "is:inferred", label: "Show tools with inferred hints" },
  { query: "is:overridden", label: "Show tools somebody decided about" },
  { query: "has:note", label: "Show tools with notes" },
  { query: "has:problem", label: "Show malformed tools" },
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
    label: "Preferences",
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
        label: `Environment ${name}`,
        also: "switch",
        icon: Layers,
        run: () => choose.mutate(environmentOf(name)),
      })),
    ...toolsets.map(({ name }): Command => ({
      id: `toolset ${name}`,
      label: `Open toolset ${name}`,
      icon: Briefcase,
      run: () => useNavigation.getState().showToolset(name),
    })),
    ...servers.map(({ name }): Command => ({
      id: `server ${name}`,
      label: `Tools of ${name}`,
      detail: `server:${name}`,
      icon: Server,
      run: () => useNavigation.getState().showCatalog(name),
    })),
  ];
}
