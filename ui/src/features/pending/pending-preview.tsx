// "Preview" button and its popover with every change since the last export.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ToolKey } from "../../backend";
import { Button } from "../../kit/button";
import { Popover } from "../../kit/popover";
import { counted } from "../../shared/ago";
import { FailedState } from "../../shared/failed-state";
import { goToTool } from "../../shared/go-to-tool";
import { PendingList } from "./pending-list";
import { pendingQuery } from "./queries";
import styles from "./pending-preview.module.css";

export function PendingPreview({ disabled }: { disabled: boolean }) {
  const [open, setOpen] = useState(false);
  const goTo = (key: ToolKey) => {
    setOpen(false);
    goToTool(key);
  };
  return (
    <Popover
      label="Changes since the last export"
      open={open}
      onOpenChange={setOpen}
      className={styles.popover}
      trigger={
        <Button disabled={disabled && !open} data-testid="preview-pending">
          Preview
        </Button>
      }
    >
      <PendingContent onGoTo={goTo} />
    </Popover>
  );
}

function PendingContent({ onGoTo }: { onGoTo: (key: ToolKey) => void }) {
  const { data, error, refetch } = useQuery(pendingQuery);
  if (error && !data) {
    return <FailedState title="The changes could not be read" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <p className={styles.note}>Looking…</p>;
  return (
    <>
      <h2 className={styles.title}>
        <span role="status">
          {data.changes.length > 0 ? `${counted(data.changes.length, "change")} since the last export` : "Nothing is changed"}
        </span>
      </h2>
      {data.changes.length > 0 ? (
        <PendingList changes={data.changes} onGoTo={onGoTo} />
      ) : (
        <p className={styles.note}>Everything is decided as it was exported last.</p>
      )}
    </>
  );
}
