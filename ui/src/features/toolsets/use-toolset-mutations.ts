// Mutations of toolsets: each is one history entry, with undo and warnings about what was skipped.
import type {
  CopyToolset,
  DescribeToolset,
  ActivateToolset,
  RemoveFromToolset,
  ImportToolsets,
  AddToToolset,
  NewToolset,
  RenameToolset,
  ReplaceInToolset,
  ToolsetKey,
} from "../../backend";
import { backend } from "../../backend";
import { fileName } from "../../shared/file-name";
import { useNavigation } from "../../shared/navigation";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { formatEnvironment } from "../environments/strings";
import { strings } from "./strings";

const text = strings.toast;

export const useBuildToolset = (onDone: (input: NewToolset) => void) =>
  useStoreMutation({
    run: (input: NewToolset) => backend.buildToolset(input),
    successMessage: ({ name, activate }) => text.created(name, activate),
    onDone,
  });

export const useAddToToolset = (onDone?: () => void) =>
  useStoreMutation({
    run: (input: AddToToolset) => backend.addToToolset(input),
    successMessage: ({ name }, { changed }) => text.added(changed, name),
    ...(onDone ? { onDone } : {}),
  });

/** The tools' notes for this toolset are kept and apply again if the tools are re-added. */
export const useRemoveFromToolset = () =>
  useStoreMutation({
    run: (input: RemoveFromToolset) => backend.removeFromToolset(input),
    successMessage: ({ name, references }) => text.removed(references, name),
  });

/** A missing tool is replaced with the one it was renamed to. Its notes follow. */
export const useReplaceInToolset = () =>
  useStoreMutation({
    run: (input: ReplaceInToolset) => backend.replaceInToolset(input),
    successMessage: ({ reference, by }) => text.replaced(reference, by),
  });

export const useDescribeToolset = () =>
  useStoreMutation({
    run: (input: DescribeToolset) => backend.describeToolset(input),
    successMessage: ({ name, description }) => (description === null ? text.descriptionRemoved(name) : text.descriptionSaved(name)),
  });

export const useActivateToolset = () =>
  useStoreMutation({
    run: (input: ActivateToolset) => backend.activateToolset(input),
    successMessage: ({ name, environment }) => {
      const environmentName = formatEnvironment(environment);
      return name === null ? text.deactivated(environmentName) : text.activated(name, environmentName);
    },
  });

/** An open page of the toolset switches to the new name. */
export const useRenameToolset = (onDone: () => void) =>
  useStoreMutation({
    run: (input: RenameToolset) => backend.renameToolset(input),
    successMessage: ({ name, to }) => text.renamed(name, to),
    onDone: ({ name, to }) => {
      const navigation = useNavigation.getState();
      if (navigation.view === "toolset" && navigation.toolset === name) navigation.showToolset(to);
      onDone();
    },
  });

export const useCopyToolset = (onDone: () => void) =>
  useStoreMutation({
    run: (input: CopyToolset) => backend.copyToolset(input),
    successMessage: ({ name, to }) => text.copied(name, to),
    onDone: ({ to }) => {
      useNavigation.getState().showToolset(to);
      onDone();
    },
  });

export const useDeleteToolset = (onDone: () => void) =>
  useStoreMutation({
    run: (input: ToolsetKey) => backend.deleteToolset(input),
    successMessage: ({ name }) => text.deleted(name),
    onDone: ({ name }) => {
      const navigation = useNavigation.getState();
      if (navigation.view === "toolset" && navigation.toolset === name) navigation.showCatalog(null);
      onDone();
    },
  });

export const useImportToolsets = (onDone: () => void) =>
  useStoreMutation({
    run: (input: ImportToolsets) => backend.importToolsets(input),
    successMessage: ({ path }) => text.imported(fileName(path)),
    onDone,
  });
