// Calls section: chips, filter field, menu, and the call table.
import { ClipboardCopy, Download, Ellipsis, Search, Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useShortcuts } from "../../shared/keymap";
import type { ApprovalView, Catalog, CallsOnly } from "../../backend";
import { IconButton } from "../../kit/button";
import { Chip } from "../../kit/chip";
import { copyText } from "../../kit/copy-text";
import { Input } from "../../kit/field";
import { Menu, MenuItem } from "../../kit/menu";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { counted } from "../../shared/ago";
import { couldNotCopy } from "../../shared/could-not-copy";
import { FailedState } from "../../shared/failed-state";
import { notifyInfo } from "../../shared/notify";
import { cardId } from "../../shared/tool-id";
import { useApprovalQueue } from "../approvals/approval-queue";
import { CallTable } from "./call-table";
import type { CallFilter, Calls } from "./calls-query";
import { ClearCallsDialog } from "./clear-calls-dialog";
import { NoCalls, NoneMatch } from "./no-calls";
import { useCalls } from "./use-calls";
import { writeCalls } from "./write-calls";
import styles from "./calls-section.module.css";

const KINDS: readonly { only: Kind; label: string }[] = [
  { only: "all", label: "All" },
  { only: "waiting", label: "Waiting" },
  { only: "denied", label: "Denied" },
  { only: "failed", label: "Failed" },
];

type Kind = CallsOnly | "waiting";

const NONE: readonly ApprovalView[] = [];

type Props = { catalog: Catalog; isOn: boolean; now: number; readOnly: boolean };

export function CallsSection({ catalog, isOn, now, readOnly }: Props) {
  const [only, setOnly] = useState<Kind>("all");
  const [typed, setTyped] = useState("");
  const filter: CallFilter = { only: only === "waiting" ? "all" : only, text: typed.trim() };
  const allWaiting = useApprovalQueue((queue) => queue.waiting);
  const waiting = only === "all" || only === "waiting" ? matching(allWaiting, filter.text) : NONE;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts("gateway", {
    search: () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  const { query, onEnd, askingOlder } = useCalls(filter);
  const { data: calls, error } = query;
  const known = useMemo(() => new Set(catalog.cards.map(cardId)), [catalog.cards]);
  const isFiltered = only !== "all" || filter.text !== "";
  const passed = only === "waiting" ? [] : (calls?.calls ?? []);
  const shownCount = passed.length + waiting.length;
  return (
    <section className={styles.calls} aria-labelledby="gateway-calls" data-testid="gateway-calls">
      <div className={styles.toolbar}>
        <h2 id="gateway-calls">Calls</h2>
        {KINDS.map((kind) => (
          <Chip
            key={kind.only}
            label={kind.label}
            count={kind.only === "waiting" ? allWaiting.length : (calls?.[kind.only] ?? 0)}
            pressed={only === kind.only}
            onPress={() => setOnly(kind.only)}
          />
        ))}
        <span className={styles.spacer} />
        <Input
          ref={field}
          className={styles.filter ?? ""}
          type="search"
          aria-label="Filter calls"
          placeholder="Filter calls"
          data-testid="filter-calls"
          before={<Search size={12} strokeWidth={2.25} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setTyped("");
          }}
        />
        <CallsMenu calls={calls} filter={filter} readOnly={readOnly} />
      </div>
      <div role="status">
        <VisuallyHidden>{isFiltered && calls ? `${counted(shownCount, "call")} shown` : ""}</VisuallyHidden>
      </div>
      {calls && shownCount > 0 ? (
        <CallTable
          key={`${only} ${filter.text}`}
          calls={passed}
          waiting={waiting}
          known={known}
          now={now}
          busy={askingOlder}
          onEnd={onEnd}
        />
      ) : calls && isFiltered ? (
        <NoneMatch
          title={only === "waiting" && filter.text === "" ? "No call waits" : "No call matches"}
          onClear={() => {
            setOnly("all");
            setTyped("");
            field.current?.focus();
          }}
        />
      ) : calls ? (
        <NoCalls isOn={isOn} readOnly={readOnly} />
      ) : error ? (
        <FailedState title="The calls could not be read" error={error} onRetry={() => void query.refetch()} />
      ) : null}
    </section>
  );
}

/** Matches a substring of the client, server or tool name, as the backend does for the logged calls. */
function matching(waiting: readonly ApprovalView[], text: string): readonly ApprovalView[] {
  const needle = text.toLowerCase();
  if (needle === "") return waiting;
  const matches = (name: string) => name.toLowerCase().includes(needle);
  return waiting.filter(({ client, server, tool }) => [client ?? "", server, tool].some(matches));
}

function CallsMenu({ calls, filter, readOnly }: { calls: Calls | undefined; filter: CallFilter; readOnly: boolean }) {
  const [confirming, setConfirming] = useState(false);
  const listed = calls?.calls ?? [];
  const total = calls?.all ?? 0;
  const copy = async () => {
    try {
      await copyText(`${JSON.stringify(listed, null, 2)}\n`);
      notifyInfo(`${counted(listed.length, "call")} copied`);
    } catch (error) {
      couldNotCopy(error);
    }
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label="More about the calls" data-testid="calls-menu">
            <Ellipsis size={14} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={ClipboardCopy} disabled={listed.length === 0} onSelect={() => void copy()}>
          {listed.length < total ? `Copy the ${listed.length.toLocaleString("en")} shown as JSON` : "Copy as JSON"}
        </MenuItem>
        <MenuItem icon={Download} disabled={total === 0} onSelect={() => void writeCalls(filter)}>
          {filter.only === "all" && filter.text === "" ? "Write to a file…" : "Write those that match to a file…"}
        </MenuItem>
        <MenuItem icon={Trash2} disabled={readOnly || total === 0} onSelect={() => setConfirming(true)}>
          Clear the log…
        </MenuItem>
      </Menu>
      {confirming ? <ClearCallsDialog count={total} onClose={() => setConfirming(false)} /> : null}
    </>
  );
}
