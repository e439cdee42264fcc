// Recorded catalog of a trusted server; its tools have icons, notes, a problem, a review and a decision.
import { decideHint, keyOf } from "./inputs";
import type { RecordedBackend } from "./recorded-backend";

const DOT = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** The first two tools have icons. `create_note` has a problem and two notes and is reviewed; `delete_note` has a decision. */
export async function prepareCatalog({ prepare }: RecordedBackend): Promise<void> {
  const [create, remove] = ["home_notes_create_note", "home_notes_delete_note"] as const;
  const icons = ["home_notes_list_note", "home_notes_get_note"].map((name) => ({ name, icons: [{ src: DOT, mimeType: "image/png" }] }));
  await prepare("trustServer", { server: "demo", trusted: true });
  await prepare("sendTools", { server: "demo", tools: [...icons, { name: create, annotations: [] }] });
  const notes = [{ name: "ids", text: "Look them up." }, { name: "titles", text: "Keep them short." }];
  await prepare("addNotes", { ...keyOf(create), toolset: null, notes, allowHidden: false });
  await prepare("accept", { tools: [{ ...keyOf(create), seen: null }], environment: null, loosen: false });
  await prepare("decide", decideHint(remove, "destructive", true));
}
