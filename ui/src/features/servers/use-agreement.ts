// Two steps to add or edit a server: a preview of exactly what would run, then the user's agreement to it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AddServerInput, NewServer, ServerPreview } from "../../backend";
import { backend } from "../../backend";
import type { WorldAnswers } from "./world-questions";

const AS_GUESSED: WorldAnswers = { openWorld: null, trustsMethods: false };

export type ServerProposal = { server: NewServer; preview: ServerPreview };

/** Of several servers, each is proposed after the one before it was saved or skipped. */
export function useAgreement(save: (input: AddServerInput) => Promise<void>, onDone: () => void) {
  const [proposal, setProposal] = useState<ServerProposal | null>(null);
  /** The servers that follow, and the number of all. */
  const [queue, setQueue] = useState<{ next: readonly NewServer[]; total: number }>({ next: [], total: 1 });
  const [answers, setAnswers] = useState<WorldAnswers>(AS_GUESSED);
  const proposing = useMutation({
    mutationFn: async (server: NewServer | (() => Promise<NewServer>)) => {
      const requested = typeof server === "function" ? await server() : server;
      return { server: requested, preview: await backend.previewServer(requested) };
    },
    onSuccess: (previewed) => setProposal(previewed),
  });
  const proceed = () => {
    const [first, ...next] = queue.next;
    if (first === undefined) return onDone();
    setQueue({ ...queue, next });
    setAnswers(AS_GUESSED);
    saving.reset();
    // The saved server must not be agreed to again.
    proposing.mutate(first, { onError: () => setProposal(null) });
  };
  const saving = useMutation({ mutationFn: save, onSuccess: proceed });
  return {
    proposal,
    propose: proposing.mutate,
    proposeAll: ([first, ...next]: readonly NewServer[]) => {
      if (first === undefined) return;
      setQueue({ next, total: next.length + 1 });
      proposing.mutate(first);
    },
    /** Null: only one server is proposed. */
    position: queue.total > 1 ? { position: queue.total - queue.next.length, total: queue.total } : null,
    skip: proceed,
    agree: ({ server, preview }: ServerProposal) => saving.mutate({ server, consent: preview.consent, ...answers }),
    answers,
    answer: setAnswers,
    back: () => {
      saving.reset();
      proposing.reset();
      setProposal(null);
      setQueue({ next: [], total: 1 });
      setAnswers(AS_GUESSED);
    },
    clearError: proposing.reset,
    isProposing: proposing.isPending,
    isSaving: saving.isPending,
    error: proposal ? (proposing.error ?? saving.error) : proposing.error,
  };
}

export type Agreement = ReturnType<typeof useAgreement>;
