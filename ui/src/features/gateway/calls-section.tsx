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
import { couldNotCopy } from "../../shared/could-not-copy";
import { FailedState } from "../../shared/failed-state";
import { leaveSearch, PAGE_SEARCH } from "../../shared/focus-request";
import { notifyInfo } from "../../shared/notify";
import { cardId } from "../../shared/tool-id";
import { useApprovalQueue } from "../approvals/approval-queue";
import { exportCalls } from "./export-calls";
import { CallTable } from "./call-table";
import type { CallFilter, Calls } from "./calls-query";
import { ClearCallsDialog } from "./clear-calls-dialog";
import { NoCalls, NoMatch } from "./no-calls";
import { strings } from "./strings";
import { useCalls } from "./use-calls";
import styles from "./calls-section.module.css";

const text = strings.calls;

const KINDS: readonly { only: Kind; label: string }[] = [
  { only: "all", label: text.all },
  { only: "pending", label: text.pending },
  { only: "denied", label: text.denied },
  { only: "failed", label: text.failed },
];

type Kind = CallsOnly | "pending";

const NONE: readonly ApprovalView[] = [];

type Props = { catalog: Catalog; isOn: boolean; now: number; readOnly: boolean };

export function CallsSection({ catalog, isOn, now, readOnly }: Props) {
  const [only, setOnly] = useState<Kind>("all");
  const [typed, setTyped] = useState("");
  const filter: CallFilter = { only: only === "pending" ? "all" : only, text: typed.trim() };
  const allPending = useApprovalQueue((queue) => queue.pending);
  const pending = only === "all" || only === "pending" ? matching(allPending, filter.text) : NONE;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts("gateway", {
    search: () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  const { query, onEnd, isLoadingOlder } = useCalls(filter);
  const { data: calls, error } = query;
  const known = useMemo(() => new Set(catalog.cards.map(cardId)), [catalog.cards]);
  const isFiltered = only !== "all" || filter.text !== "";
  const logged = only === "pending" ? [] : (calls?.calls ?? []);
  const visibleCount = logged.length + pending.length;
  return (
    <section className={styles.calls} aria-labelledby="gateway-calls" data-testid="gateway-calls">
      <div className={styles.toolbar}>
        <h2 id="gateway-calls">{text.title}</h2>
        {KINDS.map((kind) => (
          <Chip
            key={kind.only}
            label={kind.label}
            count={kind.only === "pending" ? allPending.length : (calls?.[kind.only] ?? 0)}
            pressed={only === kind.only}
            onPress={() => setOnly(kind.only)}
          />
        ))}
        <span className={styles.spacer} />
        <Input
          ref={field}
          className={styles.filter ?? ""}
          type="search"
          aria-label={text.filter}
          placeholder={text.filter}
          {...PAGE_SEARCH}
          data-testid="filter-calls"
          before={<Search size={12} strokeWidth={2.25} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (typed) setTyped("");
            else leaveSearch(event.currentTarget);
          }}
        />
        <CallsMenu calls={calls} filter={filter} readOnly={readOnly} />
      </div>
      <div role="status">
        <VisuallyHidden>{isFiltered && calls ? text.visible(visibleCount) : ""}</VisuallyHidden>
      </div>
      {calls && visibleCount > 0 ? (
        <CallTable
          key={`${only} ${filter.text}`}
          calls={logged}
          pending={pending}
          known={known}
          now={now}
          busy={isLoadingOlder}
          onEnd={onEnd}
        />
      ) : calls && isFiltered ? (
        <NoMatch
          title={only === "pending" && filter.text === "" ? text.noPending : text.noMatch}
          onClear={() => {
            setOnly("all");
            setTyped("");
            field.current?.focus();
          }}
        />
      ) : calls ? (
        <NoCalls isOn={isOn} readOnly={readOnly} />
      ) : error ? (
        <FailedState title={text.loadFailed} error={error} onRetry={() => void query.refetch()} />
      ) : null}
    </section>
  );
}

/** Matches a substring of the client, server or tool name, as the backend does for the logged calls. */
function matching(pending: readonly ApprovalView[], text: string): readonly ApprovalView[] {
  const needle = text.toLowerCase();
  if (needle === "") return pending;
  const matches = (name: string) => name.toLowerCase().includes(needle);
  return pending.filter(({ client, server, tool }) => [client ?? "", server, tool].some(matches));
}

function CallsMenu({ calls, filter, readOnly }: { calls: Calls | undefined; filter: CallFilter; readOnly: boolean }) {
  const [confirming, setConfirming] = useState(false);
  const listed = calls?.calls ?? [];
  const total = calls?.all ?? 0;
  const copy = async () => {
    try {
      await copyText(`${JSON.stringify(listed, null, 2)}\n`);
      notifyInfo(text.copied(listed.length));
    } catch (error) {
      couldNotCopy(error);
    }
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={text.menu} data-testid="calls-menu">
            <Ellipsis size={14} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={ClipboardCopy} disabled={listed.length === 0} onSelect={() => void copy()}>
          {listed.length < total ? text.copySome(listed.length) : text.copyAll}
        </MenuItem>
        <MenuItem icon={Download} disabled={total === 0} onSelect={() => void exportCalls(filter)}>
          {filter.only === "all" && filter.text === "" ? text.exportAll : text.exportMatching}
        </MenuItem>
        <MenuItem icon={Trash2} disabled={readOnly || total === 0} onSelect={() => setConfirming(true)}>
          {text.clear}
        </MenuItem>
      </Menu>
      {confirming ? <ClearCallsDialog count={total} onClose={() => setConfirming(false)} /> : null}
    </>
  );
}
