// "Preview" button and its popover: the exported files, and every change that they lack.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ToolKey } from "../../backend";
import { Button } from "../../kit/button";
import { Popover } from "../../kit/popover";
import { FailedState } from "../../shared/failed-state";
import { goToTool } from "../../shared/go-to-tool";
import { PendingFiles } from "./pending-files";
import { PendingList } from "./pending-list";
import { pendingQuery } from "./queries";
import { strings } from "./strings";
import styles from "./pending-preview.module.css";

const { preview: text } = strings;

export function PendingPreview({ disabled }: { disabled: boolean }) {
  const [open, setOpen] = useState(false);
  const goTo = (key: ToolKey) => {
    setOpen(false);
    goToTool(key);
  };
  return (
    <Popover
      label={text.popover}
      open={open}
      onOpenChange={setOpen}
      className={styles.popover}
      trigger={
        <Button disabled={disabled && !open} data-testid="preview-pending">
          {text.button}
        </Button>
      }
    >
      <PendingContent onGoTo={goTo} />
    </Popover>
  );
}

function PendingContent({ onGoTo }: { onGoTo: (key: ToolKey) => void }) {
  const { data, error, refetch } = useQuery(pendingQuery(null));
  if (error && !data) {
    return <FailedState title={text.failed} error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <p className={styles.note}>{text.loading}</p>;
  return (
    <>
      <h2 className={styles.title}>
        <span role="status">{data.changes.length > 0 ? text.changes(data.changes.length, data.exports.length) : text.noChanges(data.exports.length)}</span>
      </h2>
      {data.exports.length > 0 ? <PendingFiles exports={data.exports} /> : null}
      {data.changes.length > 0 ? <PendingList changes={data.changes} onGoTo={onGoTo} /> : null}
    </>
  );
}
