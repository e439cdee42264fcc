// Facts about the call: tool, server, client, and the reason for the approval.
import { useQuery } from "@tanstack/react-query";
import type { ApprovalView, ServerKind } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import styles from "./approval.module.css";

const KIND: Record<ServerKind, string> = { demo: "the demo", stdio: "stdio", http: "HTTP", openApi: "OpenAPI", file: "a saved list" };

export function ApprovalFacts({ approval: { tool, server, client, origin, because } }: { approval: ApprovalView }) {
  const known = useQuery({ ...catalogQuery, select: ({ servers }) => servers.find(({ name }) => name === server) }).data;
  return (
    <dl className={styles.facts}>
      <dt>Tool</dt>
      <dd>
        <code>
          <ServerText text={clip(tool, 300)} />
        </code>
      </dd>
      <dt>Server</dt>
      <dd>
        <ServerText text={clip(server, 120)} />
        {known ? <span>{` · ${KIND[known.connection.kind]}, ${known.trusted ? "trusted" : "not trusted"}`}</span> : null}
      </dd>
      {origin === "window" ? null : (
        <>
          <dt>Client</dt>
          <dd>
            {client === null ? (
              <span>It does not give its name</span>
            ) : (
              <>
                <ServerText text={clip(client, 300)} />
                <span> · as it calls itself</span>
              </>
            )}
          </dd>
        </>
      )}
      {because === "" ? null : (
        <>
          <dt>Why</dt>
          <dd>
            <ServerText text={clip(because, 300)} />
          </dd>
        </>
      )}
    </dl>
  );
}
