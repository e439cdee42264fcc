// Confirmation before the token is replaced: every client with the old token loses access.
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { notifyDone } from "../../shared/notify";
import { strings } from "./strings";
import { useNewToken } from "./use-gateway-mutations";
import styles from "./dialogs.module.css";

const text = strings.newToken;

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useNewToken(() => {
    onClose();
    notifyDone(text.created);
  });
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            look="primary"
            data-testid="confirm-token"
            disabled={create.isPending}
            onClick={() => create.mutate(undefined)}
          >
            {text.create}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <p>{text.about}</p>
        <p>{text.commands}</p>
      </div>
    </Dialog>
  );
}
