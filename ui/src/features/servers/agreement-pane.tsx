// Second step: preview of what will run or be requested, and the button that agrees to exactly this.
import type { ServerKind } from "../../backend";
import { asBackendError } from "../../backend";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { RunPreview } from "./run-preview";
import type { Agreement, ServerProposal } from "./use-agreement";
import { withStorage } from "./value-storage";

const started = {
  verb: "Start",
  button: "Start it",
  about: "Hintsmith will start exactly this, and read its list of tools. Nothing is called.",
};
const read = { verb: "Add", button: "Add it", about: "Hintsmith will read exactly this. Nothing is called." };

const LABELS: Record<ServerKind, typeof started> = {
  demo: started,
  stdio: started,
  http: {
    verb: "Connect to",
    button: "Connect",
    about: "Hintsmith will ask exactly this address for its list of tools. Nothing is called.",
  },
  openApi: read,
  file: read,
};

export const agreementTitle = ({ server, preview }: ServerProposal): { title: string; about: string } => {
  const { verb, about } = LABELS[preview.connection.kind];
  return { title: `${verb} ${asPlainString(server.name)}?`, about };
};

export function AgreementPane({ agreement, shown, verb }: { agreement: Agreement; shown: ServerProposal; verb?: string }) {
  const { kind } = shown.preview.connection;
  const missing = (kind === "stdio" || kind === "demo") && shown.preview.program === null;
  return (
    <DialogPane
      foot={
        <>
          <Button onClick={agreement.back}>Back</Button>
          <span data-spacer />
          <Button
            look="primary"
            data-testid="start-server"
            disabled={missing || agreement.saving || agreement.asking}
            onClick={() => agreement.agree(shown)}
          >
            {verb ?? LABELS[kind].button}
          </Button>
        </>
      }
    >
      <RunPreview
        preview={shown.preview}
        storage={shown.server.storage}
        onStorage={(choice) => agreement.ask(withStorage(shown.server, choice))}
      />
      <ErrorCallout error={agreement.error} />
    </DialogPane>
  );
}

export function ErrorCallout({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Callout tone="error">
      <ServerText text={errorMessage(asBackendError(error))} />
    </Callout>
  );
}
