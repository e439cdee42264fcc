// Toolset commands, available on every page: activate, deactivate, create, import.
import { CircleCheck, CircleOff, FileDown, Plus } from "lucide-react";
import type { Catalog } from "../../backend";
import { useNavigation } from "../../shared/navigation";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { formatEnvironment } from "../environments/strings";
import { useActivateToolset } from "../toolsets/use-toolset-mutations";
import type { Command } from "./command";
import { strings } from "./strings";

const { toolsets: text } = strings;

export function useToolsetCommands({ toolsets, environment }: Catalog): Command[] {
  const { mutate: activate } = useActivateToolset();
  const { open } = useNavigation.getState();
  const view = useNavigation((state) => state.view);
  const typed = useCatalogFilter((state) => state.query.trim());
  const query = view === "catalog" ? typed : "";
  const environmentName = formatEnvironment(environment);
  const active = toolsets.find((set) => set.active);
  return [
    ...toolsets
      .filter((set) => !set.active)
      .map(({ name }): Command => ({
        id: `activate ${name}`,
        label: text.activate(name),
        also: `in ${environmentName}`,
        icon: CircleCheck,
        run: () => activate({ name, environment }),
      })),
    ...(active
      ? [
          {
            id: "deactivate",
            label: text.deactivate(active.name),
            also: `in ${environmentName}`,
            icon: CircleOff,
            run: () => activate({ name: null, environment }),
          },
        ]
      : []),
    { id: "new toolset", label: text.new, also: "build", icon: Plus, run: () => open({ kind: "newToolset" }) },
    ...(query === ""
      ? []
      : [
          {
            id: "toolset of filter",
            label: text.fromFilter,
            detail: query,
            icon: Plus,
            run: () => open({ kind: "newToolset", from: { kind: "filter", query } }),
          },
        ]),
    { id: "import toolsets", label: text.import, also: "hypertool", icon: FileDown, run: () => open({ kind: "importToolsets" }) },
  ];
}
