// Confirmation before the call log is cleared, because that cannot be undone.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { notifyDone, notifyError } from "../../shared/notify";
import { CALLS } from "./calls-query";
import { strings } from "./strings";
import styles from "./dialogs.module.css";

const text = strings.clear;

export function ClearCallsDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => backend.clearCalls(),
    onSuccess: () => {
      onClose();
      notifyDone(text.cleared);
    },
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: [CALLS] }),
  });
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="primary" data-testid="confirm-clear" disabled={clear.isPending} onClick={() => clear.mutate()}>
            {text.clear}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <p>{text.about(count)}</p>
      </div>
    </Dialog>
  );
}
