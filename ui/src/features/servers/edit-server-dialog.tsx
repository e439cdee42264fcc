// Dialog that edits how a server is reached: the same form, prefilled, and the same agreement step.
import { useState } from "react";
import type { ServerView } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog, DialogPane } from "../../kit/dialog";
import { asPlainString } from "../../shared/hidden-characters";
import { AgreementPane, agreementTitle, ErrorCallout } from "./agreement-pane";
import { draftOf, isReady, KIND_OF, newServerOf } from "./server-draft";
import { ServerForm } from "./server-form";
import { useAgreement } from "./use-agreement";
import { useServerActions } from "./use-server-actions";

export function EditServerDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(server));
  const agreement = useAgreement(useServerActions().edit, onClose);
  const { shown } = agreement;
  const kind = KIND_OF[server.connection.kind];
  if (kind === null) return null;
  const ready = isReady(draft, kind);
  const heading = shown
    ? { ...agreementTitle(shown), title: `Save ${asPlainString(server.name)}?` }
    : {
        title: `Edit ${asPlainString(server.name)}`,
        about: "Its decisions and settings stay. Values shown as dots are kept unless you replace them.",
      };
  return (
    <Dialog wide panes onClose={onClose} {...heading}>
      {shown ? (
        <AgreementPane agreement={agreement} shown={shown} verb={server.enabled ? "Save and read" : "Save"} />
      ) : (
        <DialogPane
          foot={
            <>
              <span data-spacer />
              <Button onClick={onClose}>Cancel</Button>
              <Button
                type="submit"
                form="edit-server"
                look="primary"
                data-testid="preview-server"
                disabled={!ready || agreement.asking}
              >
                Next
              </Button>
            </>
          }
        >
          <ServerForm
            id="edit-server"
            kind={kind}
            draft={draft}
            fixedName
            onChange={setDraft}
            onSubmit={() => ready && agreement.ask(newServerOf(draft, kind))}
          />
          <ErrorCallout error={agreement.error} />
        </DialogPane>
      )}
    </Dialog>
  );
}
