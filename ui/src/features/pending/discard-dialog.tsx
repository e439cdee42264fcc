// Confirmation dialog that resets decisions to the last export: shows how many change, and can be undone.
import { useQuery } from "@tanstack/react-query";
import type { ChangeReport, Pending } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { counted } from "../../shared/ago";
import { FailedState } from "../../shared/failed-state";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { pendingQuery } from "./queries";
import { PendingList } from "./pending-list";
import { goToTool } from "../../shared/go-to-tool";

/** Reason why there is nothing to discard, or null. */
function whyNot({ changes, discardable }: Pending): string | null {
  if (!discardable) return "Nothing was exported yet, so there is nothing to go back to. Undo and the history take back single changes.";
  return changes.length === 0 ? "Everything is decided as it was exported last." : null;
}

export function DiscardDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(pendingQuery);
  const discard = useStoreMutation<null, ChangeReport>({
    run: () => backend.discard(),
    successMessage: (_, { changed }) => `${counted(changed, "change")} discarded`,
    onDone: onClose,
  });
  const reason = data ? whyNot(data) : null;
  const canDiscard = data !== undefined && reason === null;
  const count = data?.changes.length ?? 0;
  return (
    <Dialog
      title="Discard changes"
      about={
        canDiscard
          ? `${counted(count, "decision")} ${count === 1 ? "goes" : "go"} back to what was exported last. This can be undone.`
          : (reason ?? "Looking at what changed…")
      }
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{canDiscard ? "Keep them" : "Close"}</Button>
          {canDiscard ? (
            <Button look="primary" data-testid="discard" disabled={discard.isPending} onClick={() => discard.mutate(null)}>
              Discard {counted(count, "change")}
            </Button>
          ) : null}
        </>
      }
    >
      {error && !data ? (
        <FailedState title="The changes could not be read" error={error} onRetry={() => void refetch()} />
      ) : canDiscard ? (
        <PendingList
          changes={data.changes}
          back
          onGoTo={(key) => {
            onClose();
            goToTool(key);
          }}
        />
      ) : null}
    </Dialog>
  );
}
