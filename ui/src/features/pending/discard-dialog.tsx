// Confirmation dialog that resets decisions to the last export: shows how many change, and can be undone.
import { useQuery } from "@tanstack/react-query";
import type { ChangeReport, LastExport } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { FailedState } from "../../shared/failed-state";
import { fileName } from "../../shared/file-name";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { pendingQuery } from "./queries";
import { PendingList } from "./pending-list";
import { goToTool } from "../../shared/go-to-tool";
import { strings } from "./strings";

const { discard: text } = strings;

/** `lastExport`: the export whose decisions are restored. */
type Props = { lastExport: LastExport | null; onClose: () => void };

export function DiscardDialog({ lastExport, onClose }: Props) {
  const file = lastExport && { target: lastExport.target, path: lastExport.path };
  const { data, error, refetch } = useQuery(pendingQuery(file));
  const discard = useStoreMutation<null, ChangeReport>({
    run: () => backend.discard({ export: file }),
    successMessage: (_, { changed }) => text.discarded(changed),
    onDone: onClose,
  });
  const noChanges = data?.changes.length === 0 ? text.noChanges : null;
  const reason = lastExport === null ? text.neverExported : noChanges;
  const canDiscard = data !== undefined && reason === null;
  const count = data?.changes.length ?? 0;
  return (
    <Dialog
      title={text.title}
      about={canDiscard && lastExport ? text.about(count, fileName(lastExport.path)) : (reason ?? (error ? null : text.loading))}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{canDiscard ? text.cancel : text.close}</Button>
          {canDiscard ? (
            <Button look="primary" data-testid="discard" disabled={discard.isPending} onClick={() => discard.mutate(null)}>
              {text.discard(count)}
            </Button>
          ) : null}
        </>
      }
    >
      {error && !data ? (
        <FailedState title={text.failed} error={error} onRetry={() => void refetch()} />
      ) : canDiscard ? (
        <PendingList
          changes={data.changes}
          reversed
          onGoTo={(key) => {
            onClose();
            goToTool(key);
          }}
        />
      ) : null}
    </Dialog>
  );
}
