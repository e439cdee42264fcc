// Two steps to add or edit a server: a preview of exactly what would run, then the user's agreement to it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AddServerInput, NewServer, ServerPreview } from "../../backend";
import { backend } from "../../backend";
import type { WorldAnswers } from "./world-questions";

const AS_GUESSED: WorldAnswers = { openWorld: null, trustsMethods: false };

export type ServerProposal = { server: NewServer; preview: ServerPreview };

export function useAgreement(save: (input: AddServerInput) => Promise<void>, onDone: () => void) {
  const [proposal, setProposal] = useState<ServerProposal | null>(null);
  const [answers, setAnswers] = useState<WorldAnswers>(AS_GUESSED);
  const proposing = useMutation({
    mutationFn: async (server: NewServer | (() => Promise<NewServer>)) => {
      const requested = typeof server === "function" ? await server() : server;
      return { server: requested, preview: await backend.previewServer(requested) };
    },
    onSuccess: (previewed) => setProposal(previewed),
  });
  const saving = useMutation({ mutationFn: save, onSuccess: onDone });
  return {
    proposal,
    propose: proposing.mutate,
    agree: ({ server, preview }: ServerProposal) => saving.mutate({ server, consent: preview.consent, ...answers }),
    answers,
    answer: setAnswers,
    back: () => {
      saving.reset();
      proposing.reset();
      setProposal(null);
      setAnswers(AS_GUESSED);
    },
    clearError: proposing.reset,
    isProposing: proposing.isPending,
    isSaving: saving.isPending,
    error: proposal ? (proposing.error ?? saving.error) : proposing.error,
  };
}

export type Agreement = ReturnType<typeof useAgreement>;
