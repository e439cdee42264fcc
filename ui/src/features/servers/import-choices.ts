// Selection and import of entries from other clients' configurations.
import type { ImportChoice, ImportEntry, ImportFile, StorageChoice } from "../../backend";

/** Entry that can be added, with its import request. */
export type Offer = { key: string; choice: ImportChoice };

export const fileId = (file: ImportFile): string => `${file.client} ${file.path}`;
export const keyOf = (file: ImportFile, entry: ImportEntry): string => `${fileId(file)} ${entry.entry}`;

export const canAdd = (entry: ImportEntry): boolean =>
  entry.preview !== null && entry.problem === null && entry.known === null;

/** Selected by default: the other client has the entry enabled, and its program was found. */
const isLikely = (entry: ImportEntry): boolean =>
  !entry.disabled &&
  (entry.preview?.program !== null || !(entry.preview.connection.kind === "stdio" || entry.preview.connection.kind === "demo"));

/** The user's storage choices for the values of an entry, by the entry's key. */
export type ImportStorage = ReadonlyMap<string, readonly StorageChoice[]>;

const offerOf = (file: ImportFile, entry: ImportEntry, storage: ImportStorage): Offer => ({
  key: keyOf(file, entry),
  choice: {
    path: file.path,
    client: file.client,
    entry: entry.entry,
    name: entry.name,
    consent: entry.preview?.consent ?? "",
    storage: [...(storage.get(keyOf(file, entry)) ?? [])],
  },
});

export const offersOf = (files: readonly ImportFile[], storage: ImportStorage = new Map()): Offer[] =>
  files.flatMap((file) => file.entries.filter(canAdd).map((entry) => offerOf(file, entry, storage)));

/** Keys selected by default. Several clients often list the same server: only its first entry is selected. */
export function likelyKeys(files: readonly ImportFile[]): Set<string> {
  const seen = new Set<string>();
  const keys = new Set<string>();
  for (const file of files) {
    for (const entry of file.entries.filter((e) => canAdd(e) && isLikely(e))) {
      const { key, choice } = offerOf(file, entry, new Map());
      if (seen.has(choice.consent)) continue;
      seen.add(choice.consent);
      keys.add(key);
    }
  }
  return keys;
}
