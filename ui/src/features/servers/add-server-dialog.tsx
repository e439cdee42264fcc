// Dialog that adds a server: enter how it is reached or import it, then review exactly what will run and agree to it.
import { useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "../../kit/button";
import { Dialog, DialogPane } from "../../kit/dialog";
import { TabList, TabPanel, Tabs } from "../../kit/tabs";
import type { AddServerTab } from "../../shared/navigation";
import { AgreementPane, agreementTitle, ErrorCallout } from "./agreement-pane";
import { ImportPane } from "./import-pane";
import { RegistryPane } from "./registry-pane";
import type { DraftKind, ServerDraft } from "./server-draft";
import { demoServer, emptyDraft, isReady, newServerOf } from "./server-draft";
import { ServerForm } from "./server-form";
import type { Agreement } from "./use-agreement";
import { useAgreement } from "./use-agreement";
import { useServerActions } from "./use-server-actions";
import styles from "./add-server-dialog.module.css";

const TABS: readonly { value: AddServerTab; label: string }[] = [
  { value: "command", label: "Command" },
  { value: "address", label: "Address" },
  { value: "openApi", label: "OpenAPI" },
  { value: "file", label: "Saved list" },
  { value: "client", label: "From a client" },
  { value: "registry", label: "From a registry" },
];
const FORMS: readonly DraftKind[] = ["command", "address", "openApi", "file"];

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
  const { shown, ask, forget } = agreement;

  // The demo needs no input: the preview opens at once.
  const demoRequested = useRef(false);
  useEffect(() => {
    if (initialTab !== "demo" || demoRequested.current) return;
    demoRequested.current = true;
    ask(demoServer(taken));
  }, [initialTab, taken, ask]);

  const heading = shown
    ? agreementTitle(shown)
    : { title: "Add a server", about: "You see exactly what will run or be asked before anything starts." };
  return (
    <Dialog wide panes onClose={onClose} {...heading}>
      {shown ? <AgreementPane agreement={agreement} shown={shown} /> : null}
      <Tabs
        className={styles.tabs}
        hidden={shown !== null}
        // A panel focuses its first field, so it opens with Enter and not when the focus moves over its tab.
        activationMode="manual"
        value={tab}
        onValueChange={(next) => {
          setTab(next);
          forget();
        }}
      >
        <div className={styles.bar}>
          <TabList label="How it is reached" value={tab} tabs={TABS} />
        </div>
        {FORMS.map((kind) => (
          <TabPanel key={kind} value={kind} className={styles.panel}>
            <FormPane
              kind={kind}
              draft={draft}
              agreement={agreement}
              onChange={setDraft}
              onDemo={() => ask(demoServer(taken))}
              onClose={onClose}
            />
          </TabPanel>
        ))}
        <TabPanel value="client" className={styles.panel}>
          <ImportPane from={from} onClose={onClose} />
        </TabPanel>
        <TabPanel value="registry" className={styles.panel}>
          <RegistryPane agreement={agreement} onClose={onClose} />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}

type FormPaneProps = {
  kind: DraftKind;
  draft: ServerDraft;
  agreement: Agreement;
  onChange: (draft: ServerDraft) => void;
  onDemo: () => void;
  onClose: () => void;
};

function FormPane({ kind, draft, agreement, onChange, onDemo, onClose }: FormPaneProps) {
  const ready = isReady(draft, kind);
  return (
    <DialogPane
      foot={
        <>
          <LinkButton onClick={onDemo}>Or try the demo</LinkButton>
          <span data-spacer />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="add-server"
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
        id="add-server"
        kind={kind}
        draft={draft}
        onChange={onChange}
        onSubmit={() => ready && agreement.ask(newServerOf(draft, kind))}
      />
      <ErrorCallout error={agreement.shown ? null : agreement.error} />
    </DialogPane>
  );
}
