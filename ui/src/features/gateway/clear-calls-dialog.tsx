// Confirmation before the call log is cleared, because that cannot be undone.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { counted } from "../../shared/ago";
import { notifyDone, notifyError } from "../../shared/notify";
import { CALLS } from "./calls-query";
import styles from "./dialogs.module.css";

export function ClearCallsDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => backend.clearCalls(),
    onSuccess: () => {
      onClose();
      notifyDone("The log is cleared");
    },
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: [CALLS] }),
  });
  return (
    <Dialog
      title="Clear the log?"
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>Keep it</Button>
          <Button look="primary" data-testid="confirm-clear" disabled={clear.isPending} onClick={() => clear.mutate()}>
            Clear
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <p>{counted(count, "call")} that passed {count === 1 ? "is" : "are"} forgotten, values included. This cannot be undone.</p>
      </div>
    </Dialog>
  );
}
