// Dialog that adds a server: enter how it is reached or import it, then review exactly what will run and agree to it.
import { useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "../../kit/button";
import { Dialog, DialogPane } from "../../kit/dialog";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import type { AddServerTab } from "../../shared/navigation";
import { AgreementPane, agreementHeading, ErrorCallout } from "./agreement-pane";
import { ImportPane } from "./import-pane";
import { JsonPane } from "./json-pane";
import { OperationsPane, operationsHeading } from "./operations-pane";
import { RegistryPane } from "./registry-pane";
import type { DraftKind, ServerDraft } from "./server-draft";
import { demoServer, emptyDraft, isReady, newServerOf } from "./server-draft";
import { ServerForm } from "./server-form";
import type { Agreement } from "./use-agreement";
import { useAgreement } from "./use-agreement";
import type { OperationChoice } from "./use-operation-choice";
import { useOperationChoice } from "./use-operation-choice";
import { useServerActions } from "./use-server-actions";
import { strings } from "./strings";
import styles from "./add-server-dialog.module.css";

const TABS: readonly { value: AddServerTab; label: string }[] = [
  { value: "command", label: strings.add.command },
  { value: "address", label: strings.add.address },
  { value: "openApi", label: strings.add.openApi },
  { value: "file", label: strings.add.file },
  { value: "sourceCode", label: strings.add.sourceCode },
  { value: "json", label: strings.add.json },
  { value: "client", label: strings.add.client },
  { value: "registry", label: strings.add.registry },
];
const FORMS: readonly DraftKind[] = ["command", "address", "openApi", "file", "sourceCode"];

type Props = {
  tab: AddServerTab;
  /** Ids of the client configurations whose entries are initially selected; none: all. */
  from?: readonly string[] | undefined;
  taken: readonly string[];
  onClose: () => void;
};

export function AddServerDialog({ tab: initialTab, from, taken, onClose }: Props) {
  const [tab, setTab] = useState<string>(initialTab === "demo" ? "command" : initialTab);
  const [draft, setDraft] = useState<ServerDraft>(emptyDraft);
  const agreement = useAgreement(useServerActions().add, onClose);
  const { proposal, propose, clearError } = agreement;
  const operationChoice = useOperationChoice(draft, setDraft);

  // The demo needs no input: the preview opens at once.
  const demoRequested = useRef(false);
  useEffect(() => {
    if (initialTab !== "demo" || demoRequested.current) return;
    demoRequested.current = true;
    propose(demoServer(taken));
  }, [initialTab, taken, propose]);

  const heading = proposal
    ? agreementHeading(proposal)
    : operationChoice.isOpen
      ? operationsHeading
      : { title: strings.add.title, about: strings.add.about };
  const position = proposal && agreement.position ? strings.agreement.position(agreement.position.position, agreement.position.total) : "";
  return (
    <Dialog wide panes onClose={onClose} {...heading} title={`${heading.title}${position}`}>
      {proposal ? <AgreementPane agreement={agreement} proposal={proposal} isNew /> : null}
      {operationChoice.isOpen ? <OperationsPane choice={operationChoice} location={draft.location} /> : null}
      <Tabs
        className={styles.tabs}
        hidden={proposal !== null || operationChoice.isOpen}
        // A panel focuses its first field, so it opens with Enter and not when the focus moves over its tab.
        activationMode="manual"
        value={tab}
        onValueChange={(next) => {
          setTab(next);
          clearError();
        }}
      >
        <div className={styles.bar}>
          <TabList label={strings.add.tabs} value={tab} tabs={TABS} />
        </div>
        {FORMS.map((kind) => (
          <TabPanel key={kind} value={kind} className={styles.panel}>
            <FormPane
              kind={kind}
              draft={draft}
              taken={taken}
              agreement={agreement}
              operationChoice={operationChoice}
              onChange={setDraft}
              onDemo={() => propose(demoServer(taken))}
              onClose={onClose}
            />
          </TabPanel>
        ))}
        <TabPanel value="json" className={styles.panel}>
          <JsonPane taken={taken} agreement={agreement} onClose={onClose} />
        </TabPanel>
        <TabPanel value="client" className={styles.panel}>
          <ImportPane from={from} onClose={onClose} />
        </TabPanel>
        <TabPanel value="registry" className={styles.panel}>
          <RegistryPane taken={taken} agreement={agreement} onClose={onClose} />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}

type FormPaneProps = {
  kind: DraftKind;
  draft: ServerDraft;
  taken: readonly string[];
  agreement: Agreement;
  operationChoice: OperationChoice;
  onChange: (draft: ServerDraft) => void;
  onDemo: () => void;
  onClose: () => void;
};

function FormPane({ kind, draft, taken, agreement, operationChoice, onChange, onDemo, onClose }: FormPaneProps) {
  const ready = isReady(draft, kind, taken);
  return (
    <DialogPane
      foot={
        <>
          <LinkButton onClick={onDemo}>{strings.add.demo}</LinkButton>
          <span data-spacer />
          <Button onClick={onClose}>{strings.add.cancel}</Button>
          <Button
            type="submit"
            form="add-server"
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
        id="add-server"
        kind={kind}
        draft={draft}
        taken={taken}
        operationChoice={operationChoice}
        onChange={onChange}
        onSubmit={() => ready && agreement.propose(newServerOf(draft, kind))}
      />
      <ErrorCallout error={agreement.proposal ? null : agreement.error} />
    </DialogPane>
  );
}
