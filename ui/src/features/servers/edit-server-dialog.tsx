// Dialog that edits how a server is reached: the same form, prefilled, and the same agreement step.
import { useState } from "react";
import type { ServerView } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog, DialogPane } from "../../kit/dialog";
import { asPlainString } from "../../shared/hidden-characters";
import { AgreementPane, agreementHeading, ErrorCallout } from "./agreement-pane";
import { OperationsPane, operationsHeading } from "./operations-pane";
import { draftOf, isReady, KIND_OF, newServerOf } from "./server-draft";
import { ServerForm } from "./server-form";
import { strings } from "./strings";
import { useAgreement } from "./use-agreement";
import { useOperationChoice } from "./use-operation-choice";
import { useServerActions } from "./use-server-actions";

/** `choosesOperations`: opens with the choice of operations. */
type Props = { server: ServerView; choosesOperations?: boolean; onClose: () => void };

export function EditServerDialog({ server, choosesOperations = false, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(server));
  const operationChoice = useOperationChoice(draft, setDraft, choosesOperations);
  const agreement = useAgreement(useServerActions().edit, onClose);
  const { proposal } = agreement;
  const kind = KIND_OF[server.connection.kind];
  if (kind === null) return null;
  const ready = isReady(draft, kind, []);
  const plainName = asPlainString(server.name);
  const heading = proposal
    ? { ...agreementHeading(proposal), title: strings.edit.confirm(plainName) }
    : operationChoice.isOpen
      ? operationsHeading
      : { title: strings.edit.title(plainName), about: strings.edit.about };
  return (
    <Dialog wide panes onClose={onClose} {...heading}>
      {proposal ? (
        <AgreementPane agreement={agreement} proposal={proposal} label={server.enabled ? strings.edit.saveAndScan : strings.edit.save} />
      ) : operationChoice.isOpen ? (
        <OperationsPane choice={operationChoice} location={draft.location} />
      ) : (
        <DialogPane
          foot={
            <>
              <span data-spacer />
              <Button onClick={onClose}>{strings.add.cancel}</Button>
              <Button
                type="submit"
                form="edit-server"
                look="primary"
                data-testid="preview-server"
                disabled={!ready || agreement.isProposing}
              >
                {strings.add.next}
              </Button>
            </>
          }
        >
          <ServerForm
            id="edit-server"
            kind={kind}
            draft={draft}
            fixedName
            operationChoice={operationChoice}
            onChange={setDraft}
            onSubmit={() => ready && agreement.propose(newServerOf(draft, kind))}
          />
          <ErrorCallout error={agreement.error} />
        </DialogPane>
      )}
    </Dialog>
  );
}
