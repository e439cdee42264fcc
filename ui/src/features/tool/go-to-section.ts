// Opens a section of the panel, scrolls to it and focuses it.
import { useEffect } from "react";
import { useCollapsed } from "../../shared/collapsed-sections";
import type { SectionId } from "../../shared/go-to-tool";
import { useArrivals } from "../../shared/go-to-tool";

export function goToSection(id: SectionId): void {
  useCollapsed.getState().open(id);
  const section = document.getElementById(`panel-${id}`);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector("button")?.focus({ preventScroll: true });
}

/** Goes to the requested section once the panel shows its tool. */
export function useTargetSection(server: string, tool: string): void {
  const target = useArrivals((state) => state.target);
  useEffect(() => {
    if (target?.tool.server !== server || target.tool.tool !== tool) return;
    useArrivals.setState({ target: null });
    goToSection(target.section);
  }, [target, server, tool]);
}
