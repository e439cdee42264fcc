// Confirmation dialog for removing a server: its command is deleted, its decisions are kept.
import type { ReactNode } from "react";
import { useState } from "react";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { asPlainString } from "../../shared/hidden-characters";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";

export function useRemoveServer(): { ask: (server: string) => void; dialog: ReactNode } {
  const [server, setServer] = useState<string | null>(null);
  const { remove } = useServerActions();
  const close = () => setServer(null);
  const dialog =
    server === null ? null : (
      <Dialog
        title={strings.remove.title(asPlainString(server))}
        onClose={close}
        foot={
          <>
            <span data-spacer />
            <Button onClick={close}>{strings.remove.cancel}</Button>
            <Button
              look="primary"
              data-testid="confirm-remove"
              onClick={() => {
                close();
                void remove(server);
              }}
            >
              {strings.remove.remove}
            </Button>
          </>
        }
      >
        <p>{strings.remove.about}</p>
      </Dialog>
    );
  return { ask: setServer, dialog };
}
