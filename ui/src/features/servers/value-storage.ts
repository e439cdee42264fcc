// Storage of a server's values: the engine's detection of secrets, and the user's choices instead.
import type { NewServer, ServerPreview, StorageChoice } from "../../backend";

/** True: the value is stored in the secret store; null: the user cannot choose. */
export function isSecret(preview: ServerPreview, storage: readonly StorageChoice[], name: string): boolean | null {
  const value = preview.values.find((one) => one.name === name);
  if (!value) return null;
  return storage.find((choice) => choice.value === name)?.secret ?? value.secret;
}

export const withChoice = (storage: readonly StorageChoice[], choice: StorageChoice): StorageChoice[] => [
  ...storage.filter(({ value }) => value !== choice.value),
  choice,
];

export const withStorage = (server: NewServer, choice: StorageChoice): NewServer => ({
  ...server,
  storage: withChoice(server.storage, choice),
});

/** Value name of an argument; the program itself is argument 0. */
export const argumentName = (index: number): string => `argument ${index + 1}`;
