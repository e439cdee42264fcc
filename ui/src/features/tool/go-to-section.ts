// Opens a section of the panel and goes there, for the eye and for the keyboard.
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

/** Goes where somebody wanted to arrive, once the panel shows that tool. */
export function useWantedSection(server: string, tool: string): void {
  const wanted = useArrivals((state) => state.wanted);
  useEffect(() => {
    if (wanted?.tool.server !== server || wanted.tool.tool !== tool) return;
    useArrivals.setState({ wanted: null });
    goToSection(wanted.section);
  }, [wanted, server, tool]);
}
