// Opens a section of the panel and goes there, for the eye and for the keyboard.
import type { SectionId } from "./collapsed";
import { useCollapsed } from "./collapsed";

export function goToSection(id: SectionId): void {
  useCollapsed.getState().open(id);
  const section = document.getElementById(`panel-${id}`);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector("button")?.focus({ preventScroll: true });
}
