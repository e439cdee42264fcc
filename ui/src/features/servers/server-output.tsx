// Last lines of a server's standard error.
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ServerView } from "../../backend";
import { asBackendError } from "../../backend";
import { outputQuery } from "../../backend/queries";
import { IconButton } from "../../kit/button";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { Section } from "../../shared/section";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./server-output.module.css";

const text = strings.output;

const MAX_LINES = 200;

export function ServerOutput({ server }: { server: ServerView }) {
  const output = useQuery(outputQuery(server.name, server.scannedAt));
  const lines = output.data?.slice(-MAX_LINES) ?? [];
  return (
    <Section
      title={text.title}
      after={
        <>
          {lines.length > 0 ? text.lines(lines.length) : null}
          <IconButton label={text.reload} disabled={output.isFetching} onClick={() => void output.refetch()}>
            <RefreshCw size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      {output.error ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(output.error))} />
        </Callout>
      ) : output.data === undefined ? (
        <p className={styles.none}>{text.loading}</p>
      ) : lines.length === 0 ? (
        <p className={styles.none}>{text.empty}</p>
      ) : (
        <OutputLines lines={lines} label={text.label} />
      )}
    </Section>
  );
}

/** Output lines of a process, in order. */
export function OutputLines({ lines, label }: { lines: readonly string[]; label: string }) {
  return (
    <pre className={styles.output} tabIndex={0} role="region" aria-label={label}>
      <ServerText text={lines.join("\n")} multiline />
    </pre>
  );
}
