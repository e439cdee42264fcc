// State of the pane that chooses operations of an OpenAPI document, for the dialogs that add or edit a server.
import { useMutation } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import type { NewServer, OperationList, OperationView } from "../../backend";
import { backend } from "../../backend";
import { formatTerms } from "./operation-terms";
import type { ServerDraft } from "./server-draft";
import { newServerOf } from "./server-draft";

export type OperationChoice = {
  isOpen: boolean;
  open: () => void;
  /** Closes the pane. A document that is still being loaded is not loaded further. */
  close: () => void;
  /** Loads the document again. */
  load: () => void;
  list: OperationList | undefined;
  error: unknown;
  /** The list, if it is that of the document which the draft names now. */
  document: OperationList | null;
  /** Puts the terms for the chosen operations into the draft, and closes the pane. */
  choose: (operations: OperationView[]) => void;
  isChoosing: boolean;
  choosingError: unknown;
  /** Button that opens the pane; it has the focus again when the pane is closed. */
  button: RefObject<HTMLButtonElement | null>;
};

/** Ends a download at once. Its result is ignored anyway. */
function cancelLoading() {
  backend.cancelListOperations().catch(() => {});
}

/** `startsOpen`: the pane is open from the start. */
export function useOperationChoice(draft: ServerDraft, onChange: (draft: ServerDraft) => void, startsOpen = false): OperationChoice {
  const [isOpen, setOpen] = useState(startsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const loading = useMutation({
    mutationFn: (server: NewServer) => backend.listOperations(server),
    gcTime: 0, // the request can have secrets
  });
  const choosing = useMutation({
    mutationFn: (operations: OperationView[]) => backend.operationTerms({ operations }),
    onSuccess: (terms) => {
      onChange({ ...draft, operations: formatTerms(terms) });
      setOpen(false);
    },
  });
  const load = () => loading.mutate(newServerOf(draft, "openApi"));

  // The dialog can be closed while the document is being loaded.
  const isLoading = useRef(false);
  useEffect(() => {
    isLoading.current = loading.isPending;
  }, [loading.isPending]);
  useEffect(
    () => () => {
      if (isLoading.current) cancelLoading();
    },
    [],
  );

  const loadAtStart = useRef(startsOpen ? load : null);
  useEffect(() => {
    loadAtStart.current?.();
    loadAtStart.current = null;
  }, []);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const source = loading.variables?.source;
  const isCurrent = source?.kind === "openApi" && source.location === draft.location.trim();
  return {
    isOpen,
    open: () => {
      setOpen(true);
      choosing.reset();
      load();
    },
    close: () => {
      setOpen(false);
      if (loading.isPending) cancelLoading();
      if (loading.isPending || loading.isError) loading.reset();
    },
    load,
    list: loading.data,
    error: loading.error,
    document: isCurrent ? (loading.data ?? null) : null,
    choose: choosing.mutate,
    isChoosing: choosing.isPending,
    choosingError: choosing.error,
    button,
  };
}
