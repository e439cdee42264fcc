// Tools in every review state.
import { decideHint, keyOf } from "./inputs";
import type { RecordedBackend } from "./recorded-backend";

const idSchema = (...others: string[]) => ({
  type: "object",
  properties: Object.fromEntries(["id", ...others].map((name) => [name, { type: "string", description: `The ${name}` }])),
  required: ["id"],
});
const readerOf = (description: string) => ({ description, inputSchema: idSchema(), annotations: { readOnlyHint: true, openWorldHint: false } });
export const READER = readerOf("Read one by its id, with all fields.");
/** One tool is reviewed, two have drifted since a decision, and one is new. */
export async function prepareReviewStates(backend: RecordedBackend): Promise<void> {
  const tool = { name: "home_notes_delete_note", inputSchema: idSchema("etag"), annotations: { destructiveHint: true, openWorldHint: false } };
  const before = { ...tool, description: "Delete one by its id. It can be restored for 30 days." };
  const shared = { name: "home_notes_share_note", annotations: { readOnlyHint: true } };
  const readers = [{ name: "home_notes_get_note", ...READER }, { name: "home_notes_search_note", ...readerOf("Search by words in the text.") }];
  await backend.prepare("sendTools", { server: "demo", tools: [before, shared, ...readers], without: ["home_notes_create_note"] });
  const reviewed = ["home_notes_list_note", "home_notes_delete_note"].map((name) => ({ ...keyOf(name), seen: null }));
  await backend.prepare("accept", { tools: reviewed, environment: null, loosen: false });
  await backend.prepare("decide", decideHint("home_notes_update_note", "destructive", false));
  const description = "Delete one by its id. It cannot be restored afterwards.";
  const now = { ...tool, description, inputSchema: idSchema(), annotations: { destructiveHint: false, openWorldHint: false } };
  const updated = { name: "home_notes_update_note", description: "Change all fields. Needs the current etag." };
  const added = { name: "home_notes_print_note", description: "Print one on paper.", inputSchema: idSchema() };
  await backend.prepare("sendTools", { server: "demo", tools: [now, updated, added] });
}
