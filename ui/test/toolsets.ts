// Recorded store with two toolsets.
import { keyOf } from "./inputs";
import type { RecordedBackend } from "./recorded-backend";

const ERASURE = {
  description: "Erase one by its id. It cannot be restored afterwards.",
  inputSchema: { type: "object", properties: { id: { type: "string", description: "Which one" } }, required: ["id"] },
};
const toolsOf = (...tools: string[]) => ({ by: "tools" as const, tools: tools.map((tool) => keyOf(`home_notes_${tool}`)) });

/** `daily` is active; one of its tools is renamed and one has drifted. `notes-only` shares one tool with it. */
export async function addToolsets({ prepare }: RecordedBackend): Promise<void> {
  const [erase, remove] = ["home_notes_erase_note", "home_notes_remove_note"] as const;
  await prepare("sendTools", { server: "demo", tools: [{ name: erase, ...ERASURE }] });
  const daily = { name: "daily", description: "What I use every day", tools: toolsOf("list_note", "get_note", "erase_note", "create_note") };
  await prepare("buildToolset", { ...daily, activate: true });
  const notes = [{ name: "ids", text: "Look them up." }, { name: "titles", text: "Keep them short." }];
  await prepare("addNotes", { ...keyOf("home_notes_get_note"), toolset: "daily", notes, allowHidden: false });
  const changed = { name: "home_notes_get_note", description: "Read one by its id, with all fields." };
  await prepare("sendTools", { server: "demo", tools: [{ name: remove, ...ERASURE }, changed], without: [erase] });
  await prepare("buildToolset", { name: "notes-only", description: null, tools: toolsOf("get_note", "delete_note"), activate: false });
}
