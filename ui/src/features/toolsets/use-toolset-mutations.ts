// Everything that is done to toolsets: each an entry of the history, with its way back and what was left out.
import type {
  CopyToolset,
  DescribeToolset,
  ActivateToolset,
  RemoveFromToolset,
  ImportToolsets,
  AddToToolset,
  NewToolset,
  RenameToolset,
  ToolsetKey,
} from "../../backend";
import { backend } from "../../backend";
import { counted } from "../../shared/ago";
import { fileName } from "../../shared/file-name";
import { useNavigation } from "../../shared/navigation";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { environmentWord } from "../environments/labels";

export const useBuildToolset = (onDone: (input: NewToolset) => void) =>
  useStoreMutation({
    run: (input: NewToolset) => backend.buildToolset(input),
    told: ({ name, activate }) => (activate ? `Made the toolset ${name} and activated it` : `Made the toolset ${name}`),
    onDone,
  });

export const useAddToToolset = (onDone?: () => void) =>
  useStoreMutation({
    run: (input: AddToToolset) => backend.addToToolset(input),
    told: ({ name }, { changed }) => `Added ${counted(changed, "tool")} to ${name}`,
    ...(onDone ? { onDone } : {}),
  });

/** Their notes for this toolset stay, and are there again when the tools come back. */
export const useRemoveFromToolset = () =>
  useStoreMutation({
    run: (input: RemoveFromToolset) => backend.removeFromToolset(input),
    told: ({ name, references }) =>
      `Took ${references.length === 1 ? (references[0] ?? "") : counted(references.length, "tool")} out of ${name}`,
  });

export const useDescribeToolset = () =>
  useStoreMutation({
    run: (input: DescribeToolset) => backend.describeToolset(input),
    told: ({ name, description }) => (description === null ? `Removed the description of ${name}` : `Described ${name}`),
  });

export const useActivateToolset = () =>
  useStoreMutation({
    run: (input: ActivateToolset) => backend.activateToolset(input),
    told: ({ name, environment }) => {
      const place = environmentWord(environment);
      return name === null
        ? `No toolset is active in ${place} now: models see every tool`
        : `Activated ${name} in ${place}`;
    },
  });

/** A page that shows the toolset follows it to its new name. */
export const useRenameToolset = (onDone: () => void) =>
  useStoreMutation({
    run: (input: RenameToolset) => backend.renameToolset(input),
    told: ({ name, to }) => `Renamed ${name} to ${to}`,
    onDone: ({ name, to }) => {
      const navigation = useNavigation.getState();
      if (navigation.view === "toolset" && navigation.toolset === name) navigation.showToolset(to);
      onDone();
    },
  });

export const useCopyToolset = (onDone: () => void) =>
  useStoreMutation({
    run: (input: CopyToolset) => backend.copyToolset(input),
    told: ({ name, to }) => `Made ${to} as a copy of ${name}`,
    onDone: ({ to }) => {
      useNavigation.getState().showToolset(to);
      onDone();
    },
  });

export const useDeleteToolset = (onDone: () => void) =>
  useStoreMutation({
    run: (input: ToolsetKey) => backend.deleteToolset(input),
    told: ({ name }) => `Deleted ${name}`,
    onDone: ({ name }) => {
      const navigation = useNavigation.getState();
      if (navigation.view === "toolset" && navigation.toolset === name) navigation.showCatalog(null);
      onDone();
    },
  });

export const useImportToolsets = (onDone: () => void) =>
  useStoreMutation({
    run: (input: ImportToolsets) => backend.importToolsets(input),
    told: ({ path }) => `Imported toolsets from ${fileName(path)}`,
    onDone,
  });
