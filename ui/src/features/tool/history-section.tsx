// Latest changes that users made to this tool, newest first, each with undo. The history page lists all of them.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HistoryEntry, ToolKey } from "../../backend";
import { Button, LinkButton } from "../../kit/button";
import { ago } from "../../shared/ago";
import { clip } from "../../shared/clip";
import { exactly } from "../../shared/day";
import { sentence } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { idOf } from "../../shared/tool-id";
import { useNow } from "../../shared/use-now";
import { useNavigation } from "../../shared/navigation";
import { PanelSection } from "../../shared/panel-section";
import { useUndo } from "../history/undo";
import { toolHistoryQuery } from "./queries";
import { strings } from "./strings";
import styles from "./history-section.module.css";

const MAX_ENTRIES = 3;

/** Removes the name of the tool, which is redundant in its own history. */
const withoutName = (summary: string, tool: ToolKey): string =>
  summary.replace(`${idOf(tool)}: `, "").replace(`accepted ${idOf(tool)}`, "accepted");

type Props = { tool: ToolKey; readOnly: string | null };

export function HistorySection(props: Props) {
  const showHistory = useNavigation((state) => state.showHistory);
  return (
    <PanelSection
      id="history"
      title={strings.history.title}
      after={<LinkButton onClick={showHistory}>{strings.history.showAll}</LinkButton>}
    >
      <Entries {...props} />
    </PanelSection>
  );
}

/** Separate component, so that a collapsed section runs no query. */
function Entries({ tool, readOnly }: Props) {
  const { data, error, refetch } = useQuery({ ...toolHistoryQuery(tool), placeholderData: keepPreviousData });
  const now = useNow();
  if (error) {
    return (
      <p className={styles.none}>
        {strings.history.failed} <LinkButton onClick={() => void refetch()}>{strings.history.retry}</LinkButton>
      </p>
    );
  }
  if (!data) return <p className={styles.none}>{strings.history.loading}</p>;
  if (data.length === 0) return <p className={styles.none}>{strings.history.empty}</p>;
  return (
    <ul className={styles.list} data-testid="tool-history">
      {data.slice(0, MAX_ENTRIES).map((entry) => (
        <Entry key={entry.id} entry={{ ...entry, summary: withoutName(entry.summary, tool) }} now={now} readOnly={readOnly} />
      ))}
    </ul>
  );
}

function Entry({ entry, now, readOnly }: { entry: HistoryEntry; now: number; readOnly: string | null }) {
  const { undo } = useUndo();
  const [busy, setBusy] = useState(false);
  const undoEntry = () => {
    setBusy(true);
    void undo(entry.id).finally(() => setBusy(false));
  };
  return (
    <li data-undone={entry.undone || undefined}>
      <div className={styles.text}>
        <p className={styles.summary}>
          <ServerText text={sentence(clip(entry.summary, 300))} limit={4} />
        </p>
        <p className={styles.who}>
          <ServerText text={clip(entry.author, 40)} limit={1} /> · <ServerText text={entry.via} limit={1} /> ·{" "}
          <time dateTime={entry.at} title={exactly(entry.at)}>
            {ago(entry.at, now)}
          </time>
          {entry.undone ? strings.history.undone : null}
        </p>
      </div>
      {entry.undoable && readOnly === null ? (
        <Button size="small" disabled={busy} aria-label={strings.history.undoLabel(asPlainString(clip(entry.summary, 120)))} onClick={undoEntry}>
          {strings.history.undo}
        </Button>
      ) : null}
    </li>
  );
}
