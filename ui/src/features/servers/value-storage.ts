// Where the values of a server are kept: what the engine found out, and what the user wants instead.
import type { NewServer, ServerPreview, StorageChoice } from "../../backend";

/** Whether a value is kept in the secret store; null where the user cannot choose. */
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

/** The name of an argument's value; the program itself is argument 0. */
export const argumentName = (index: number): string => `argument ${index + 1}`;
