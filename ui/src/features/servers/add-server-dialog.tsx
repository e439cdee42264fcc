// Adding a server in two steps: say what to run, then see exactly what will run and start it.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { NewServer, ServerPreview } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { errorWords } from "../../shared/error-words";
import { ServerText } from "../../shared/server-text";
import { RunPreview } from "./run-preview";
import type { ServerDraft } from "./server-draft";
import { emptyDraft, newServerOf } from "./server-draft";
import { ServerForm } from "./server-form";
import { useServerActions } from "./use-server-actions";

type Props = { demo: boolean; taken: readonly string[]; onClose: () => void };

export function AddServerDialog({ demo, taken, onClose }: Props) {
  const [draft, setDraft] = useState<ServerDraft>(() => emptyDraft(demo, taken));
  const [confirm, setConfirm] = useState<{ server: NewServer; preview: ServerPreview } | null>(null);
  const actions = useServerActions();
  const preview = useMutation({
    mutationFn: (server: NewServer) => backend.previewServer(server),
    onSuccess: (shown, server) => setConfirm({ server, preview: shown }),
  });
  const start = useMutation({ mutationFn: actions.add, onSuccess: onClose });
  const { mutate: ask } = preview;

  // The demo needs no questions: go straight to what will run.
  const asked = useRef(false);
  useEffect(() => {
    if (!demo || asked.current) return;
    asked.current = true;
    ask(newServerOf(emptyDraft(true, taken)));
  }, [demo, taken, ask]);

  const failed = start.error ?? preview.error;
  const error = failed ? asBackendError(failed) : null;
  const problem = error ? (
    <Callout tone="error">
      <ServerText text={errorWords(error)} />
    </Callout>
  ) : null;

  if (confirm) {
    const missing = confirm.preview.program === null;
    return (
      <Dialog
        title={`Start ${confirm.server.name}?`}
        about="Hintsmith will start exactly this, and read its list of tools. Nothing is called."
        onClose={onClose}
        foot={
          <>
            <Button
              onClick={() => {
                start.reset();
                setConfirm(null);
              }}
            >
              Back
            </Button>
            <span data-spacer />
            <Button
              look="primary"
              data-testid="start-server"
              disabled={missing || start.isPending}
              onClick={() => start.mutate({ server: confirm.server, consent: confirm.preview.consent })}
            >
              Start it
            </Button>
          </>
        }
      >
        <RunPreview preview={confirm.preview} />
        {problem}
      </Dialog>
    );
  }
  const ready = draft.name.trim() !== "" && (draft.kind === "demo" || draft.line.trim() !== "");
  return (
    <Dialog
      title="Add a server"
      about="You see the exact command before anything starts."
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="add-server"
            look="primary"
            data-testid="preview-server"
            disabled={!ready || preview.isPending}
          >
            Next
          </Button>
        </>
      }
    >
      <ServerForm id="add-server" draft={draft} onChange={setDraft} onSubmit={() => ready && ask(newServerOf(draft))} />
      {problem}
    </Dialog>
  );
}
