// Dialog that runs a tool. While a call runs, only the close button closes it, which cancels the call.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Catalog, ToolKey } from "../../backend";
import { Dialog, DialogPane } from "../../kit/dialog";
import { clip } from "../../shared/clip";
import { FailedState } from "../../shared/failed-state";
import { ServerText } from "../../shared/server-text";
import { idOf } from "../../shared/tool-id";
import { runnerQuery } from "./queries";
import { RunBody } from "./run-body";
import { strings } from "./strings";
import styles from "./run-dialog.module.css";

type Props = { catalog: Catalog; tool: ToolKey; onClose: () => void };

export function RunDialog({ catalog, tool, onClose }: Props) {
  const { data, error, refetch } = useQuery(runnerQuery(tool));
  const found = catalog.cards.find((card) => card.server === tool.server && card.name === tool.tool);
  // A tool that is removed while it runs remains visible until the dialog closes.
  const [first] = useState(found);
  const card = found ?? first;
  const hold = useRef<() => boolean>(() => false);
  return (
    <Dialog
      size="widest"
      panes
      testId="run-dialog"
      title={
        <>
          {strings.dialog.title} <ServerText text={clip(card?.title ?? tool.tool, 120)} limit={4} />
        </>
      }
      about={<ServerText className={styles.name} text={clip(idOf(tool), 300)} limit={4} />}
      holds={() => hold.current()}
      onClose={onClose}
    >
      {data ? (
        <RunBody tool={tool} view={data} badges={card?.badges ?? []} readOnly={catalog.readOnly !== null} holdRef={hold} />
      ) : (
        <DialogPane>
          {error ? <FailedState title={strings.dialog.failed} error={error} onRetry={() => void refetch()} /> : <p>{strings.dialog.loading}</p>}
        </DialogPane>
      )}
    </Dialog>
  );
}
