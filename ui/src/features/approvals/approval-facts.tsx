// Facts about the call: tool, server, client, and the reason for the approval.
import { useQuery } from "@tanstack/react-query";
import type { ApprovalView } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { KIND_LABELS } from "../servers/strings";
import { strings } from "./strings";
import styles from "./approval.module.css";

const text = strings.facts;

export function ApprovalFacts({ approval: { tool, server, client, origin, because } }: { approval: ApprovalView }) {
  const known = useQuery({ ...catalogQuery, select: ({ servers }) => servers.find(({ name }) => name === server) }).data;
  return (
    <dl className={styles.facts}>
      <dt>{text.tool}</dt>
      <dd>
        <code>
          <ServerText text={clip(tool, 300)} />
        </code>
      </dd>
      <dt>{text.server}</dt>
      <dd>
        <ServerText text={clip(server, 120)} />
        {known ? <span>{` · ${KIND_LABELS[known.connection.kind]}, ${known.trusted ? text.trusted : text.notTrusted}`}</span> : null}
      </dd>
      {origin === "window" ? null : (
        <>
          <dt>{text.client}</dt>
          <dd>
            {client === null ? (
              <span>{text.noClientName}</span>
            ) : (
              <>
                <ServerText text={clip(client, 300)} />
                <span> {text.unverified}</span>
              </>
            )}
          </dd>
        </>
      )}
      {because === "" ? null : (
        <>
          <dt>{text.why}</dt>
          <dd>
            <ServerText text={clip(because, 300)} />
          </dd>
        </>
      )}
    </dl>
  );
}
