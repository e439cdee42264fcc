// The change to a client's file: shown before it is written.
import { useQuery } from "@tanstack/react-query";
import type { InstallInput } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { CodeLines } from "../../shared/code-lines";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { nearChanges } from "./near-changes";
import { strings } from "./strings";
import styles from "./connect-client-dialog.module.css";

const text = strings.preview;

type Props = {
  input: InstallInput;
  clientName: string;
  isWriting: boolean;
  writeError: Error | null;
  onWrite: (seen: string) => void;
  onBack: () => void;
};

export function InstallPreviewPane({ input, clientName, isWriting, writeError, onWrite, onBack }: Props) {
  const { data, error } = useQuery({
    queryKey: ["previewInstall", input],
    queryFn: () => backend.previewInstall(input),
    gcTime: 0,
    staleTime: 0,
  });
  const failure = writeError ?? error;
  const title = input.undo ? text.remove : text.install;
  return (
    <DialogPane
      foot={
        <>
          <span data-spacer />
          <Button onClick={onBack}>{text.back}</Button>
          <Button
            look="primary"
            data-testid="write-client-file"
            disabled={!data || isWriting}
            onClick={() => data && onWrite(data.seen)}
          >
            {text.write}
          </Button>
        </>
      }
    >
      <h3 className={styles.subject}>
        <ServerText text={title(input.server, clientName)} />
      </h3>
      <p className={styles.about}>{text.about}</p>
      {failure ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(failure))} />
        </Callout>
      ) : null}
      {data ? (
        <>
          {data.link === null ? null : <Callout tone="warning">{text.link}</Callout>}
          <p className={styles.about}>
            <code>
              <ServerText text={data.path} />
            </code>
          </p>
          {data.stored === null ? null : (
            <p className={styles.about}>
              {text.stored} <ServerText text={data.stored} />.
            </p>
          )}
          <div className={styles.difference}>
            <CodeLines lines={nearChanges(data.difference)} label={text.difference} />
          </div>
        </>
      ) : null}
    </DialogPane>
  );
}
