// Second step: preview of what will run or be requested, and the button that agrees to exactly this.
import type { ConnectionView, ServerKind } from "../../backend";
import { asBackendError } from "../../backend";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { RunPreview } from "./run-preview";
import { strings } from "./strings";
import type { Agreement, ServerProposal } from "./use-agreement";
import { withStorage } from "./value-storage";
import { WorldQuestions } from "./world-questions";

type AgreementText = { title: (server: string) => string; about: string; agree: string };

const TEXT: Record<ServerKind, AgreementText> = {
  demo: strings.agreement.start,
  stdio: strings.agreement.start,
  http: strings.agreement.connect,
  openApi: strings.agreement.read,
  file: strings.agreement.read,
  sourceCode: strings.agreement.readSource,
};

const textOf = ({ kind, baseUrl }: ConnectionView): AgreementText =>
  kind === "openApi" && baseUrl !== null ? strings.agreement.readToCall : TEXT[kind];

export const agreementHeading = ({ server, preview }: ServerProposal): { title: string; about: string } => {
  const { title, about } = textOf(preview.connection);
  return { title: title(asPlainString(server.name)), about };
};

/** `label`: replaces the label of the button that agrees. `isNew`: asks about the world of the server. */
type Props = { agreement: Agreement; proposal: ServerProposal; label?: string; isNew?: boolean };

export function AgreementPane({ agreement, proposal: { server, preview }, label, isNew = false }: Props) {
  const { kind } = preview.connection;
  const isProgramMissing = (kind === "stdio" || kind === "demo") && preview.program === null;
  return (
    <DialogPane
      foot={
        <>
          <Button onClick={agreement.back}>{strings.agreement.back}</Button>
          <span data-spacer />
          {agreement.position === null ? null : (
            <Button data-testid="skip-server" disabled={agreement.isSaving || agreement.isProposing} onClick={agreement.skip}>
              {strings.agreement.skip}
            </Button>
          )}
          <Button
            look="primary"
            data-testid="start-server"
            disabled={isProgramMissing || agreement.isSaving || agreement.isProposing}
            onClick={() => agreement.agree({ server, preview })}
          >
            {label ?? textOf(preview.connection).agree}
          </Button>
        </>
      }
    >
      <RunPreview
        preview={preview}
        storage={server.storage}
        onStorage={(choice) => agreement.propose(withStorage(server, choice))}
      />
      {isNew ? <WorldQuestions preview={preview} answers={agreement.answers} onChange={agreement.answer} /> : null}
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
