// Confirmation before the token is replaced: every client with the old token loses access.
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { notifyDone } from "../../shared/notify";
import { useNewToken } from "./use-gateway-mutations";
import styles from "./dialogs.module.css";

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const make = useNewToken(() => {
    onClose();
    notifyDone("A new token is made: give it to your clients");
  });
  return (
    <Dialog
      title="Make a new token?"
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>Keep the old one</Button>
          <Button
            look="primary"
            data-testid="confirm-token"
            disabled={make.isPending}
            onClick={() => make.mutate(undefined)}
          >
            Make a new one
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <p>
          The old token opens nothing any more. Every client that comes over HTTP is refused until you give it the new
          one.
        </p>
        <p>Clients that run the command need no token and go on as before. This cannot be undone.</p>
      </div>
    </Dialog>
  );
}
