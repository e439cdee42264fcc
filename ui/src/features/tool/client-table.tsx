// Behaviour of each client with the server's hints and with the user's. Usual modes first, other modes on request.
import { useState } from "react";
import type { ClientView, ClientVerdict } from "../../backend";
import { LinkButton } from "../../kit/button";
import type { Column } from "../../kit/table";
import { Table } from "../../kit/table";
import { Tooltip } from "../../kit/tooltip";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import { VerdictLabel } from "./verdict";
import styles from "./client-table.module.css";

type Props = {
  clients: readonly ClientView[];
  /** Headers of the two columns. */
  server: string;
  yours: string;
  /** Framed, with the reasons in the cells. */
  wide?: boolean;
};

export function ClientTable({ clients, server, yours, wide = false }: Props) {
  const [all, setAll] = useState(false);
  const others = clients.filter((client) => !client.common).length;
  const visible = all ? clients : clients.filter((client) => client.common);
  const columns: readonly Column<ClientView>[] = [
    { head: strings.clients.client, names: true, cell: (client) => <ClientName client={client} heads={{ server, yours }} /> },
    { head: server, cell: (client) => <Cell verdict={client.declared} wide={wide} /> },
    {
      head: yours,
      cell: (client) => {
        const cell = <Cell verdict={client.effective} wide={wide} />;
        return differs(client) ? <b>{cell}</b> : cell;
      },
    },
  ];
  return (
    <>
      <Table
        className={styles.table}
        data-wide={wide || undefined}
        data-testid="clients"
        columns={columns}
        rows={visible}
        keyOf={({ id }) => id}
        rowProps={(client) => ({ "data-client": client.id, "data-differs": differs(client) || undefined })}
      />
      {others > 0 ? (
        <LinkButton className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? strings.clients.usualModes : strings.clients.otherModes(others)}
        </LinkButton>
      ) : null}
    </>
  );
}

const differs = ({ declared, effective }: ClientView): boolean => declared.action !== effective.action;

function ClientName({ client, heads }: { client: ClientView; heads: { server: string; yours: string } }) {
  const { name, mode, declared, effective, source } = client;
  return (
    <Tooltip
      wide
      trigger={
        <button type="button" className={styles.name}>
          {mode === null ? name : `${name}, ${mode}`}
        </button>
      }
    >
      <dl className={styles.tip}>
        <dt>{heads.server}</dt>
        <dd>{describe(declared)}</dd>
        <dt>{heads.yours}</dt>
        <dd>{describe(effective)}</dd>
        <dt>{strings.clients.source}</dt>
        <dd>{source}</dd>
      </dl>
    </Tooltip>
  );
}

const describe = ({ action, why }: ClientVerdict): string => strings.clients.verdict(action, why);

function Cell({ verdict, wide }: { verdict: ClientVerdict; wide: boolean }) {
  if (wide) {
    return (
      <span className={styles.cell}>
        <VerdictLabel action={verdict.action} />
        <span className={styles.why}>
          : <ServerText text={verdict.why} limit={2} />
        </span>
      </span>
    );
  }
  // The label covers the whole cell: visually hidden text beside each verdict would cost two DOM nodes.
  return (
    <Tooltip
      trigger={<VerdictLabel className={styles.cell} action={verdict.action} role="img" aria-label={describe(verdict)} />}
    >
      {describe(verdict)}
    </Tooltip>
  );
}
