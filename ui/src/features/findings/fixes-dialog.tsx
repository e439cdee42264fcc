// Dialog to apply many fixes: an exact preview, unsafe fixes only by opt-in, one confirmation, one undo for all fixes.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ChangeReport, ApplyFixesInput, Catalog, FindingsInput, FixesPreview, FixRow } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Switch } from "../../kit/switch";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { Callout } from "../../shared/callout";
import { clip } from "../../shared/clip";
import { errorMessage } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { idOf } from "../../shared/tool-id";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { findingsQuery, fixesQuery } from "./queries";
import { strings } from "./strings";
import styles from "./dialogs.module.css";

const text = strings.fixesDialog;

const isConflict = (error: unknown): boolean => error !== null && asBackendError(error).code === "conflict";

const COLUMNS: readonly LongColumn<FixRow>[] = [
  {
    head: text.tool,
    width: "minmax(0, 1fr)",
    cell: (row) => (
      <code title={asPlainString(clip(idOf(row), 400))}>
        <ServerText text={clip(idOf(row), 200)} limit={2} />
      </code>
    ),
  },
  {
    head: text.change,
    width: "minmax(0, 1fr)",
    cell: ({ label }) => (
      <span title={asPlainString(clip(label, 400))}>
        <ServerText text={clip(label, 200)} limit={2} />
      </span>
    ),
  },
  { head: text.safety, width: "88px", cell: ({ safe }) => (safe ? text.safe : text.unsafe) },
];

type Props = { catalog: Catalog; input: FindingsInput; onClose: () => void };

export function FixesDialog({ catalog, input, onClose }: Props) {
  const [includeUnsafe, setIncludeUnsafe] = useState(false);
  const labelId = useId();
  const found = useQuery({ ...findingsQuery(input), placeholderData: keepPreviousData });
  const query = useQuery({ ...fixesQuery({ filter: input, includeUnsafe }), placeholderData: keepPreviousData });
  const preview = query.error ? undefined : query.data;
  const apply = useStoreMutation<ApplyFixesInput, ChangeReport>({
    run: (input) => backend.applyFixes(input),
    successMessage: (_, { changed }) => text.applied(changed),
    onDone: onClose,
    handlesError: isConflict,
  });
  const changedMeanwhile = isConflict(apply.error);
  const isCurrent = preview !== undefined && !query.isPlaceholderData && !query.isFetching;
  const ready = isCurrent && preview.fixes > 0 && catalog.readOnly === null && !apply.isPending;
  const unsafeCount = found.data?.unsafeFixes ?? 0;
  return (
    <Dialog
      wide
      title={text.title}
      about={text.about}
      testId="fixes-dialog"
      onClose={onClose}
      foot={
        <>
          {unsafeCount > 0 || includeUnsafe ? (
            <>
              <Switch aria-labelledby={labelId} data-testid="include-unsafe" on={includeUnsafe} onChange={setIncludeUnsafe} />
              <span id={labelId}>{text.includeUnsafe(unsafeCount)}</span>
            </>
          ) : null}
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            look="primary"
            data-testid="confirm-fixes"
            disabled={!ready}
            onClick={() => {
              if (ready) apply.mutate({ fixes: { filter: input, includeUnsafe }, environment: catalog.environment, seen: preview.seen });
            }}
          >
            {text.apply(preview?.fixes ?? null)}
          </Button>
        </>
      }
    >
      {changedMeanwhile ? (
        <Callout tone="warning">{text.changedMeanwhile}</Callout>
      ) : null}
      {query.error ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(query.error))} />
        </Callout>
      ) : preview ? (
        <Effect preview={preview} includesUnsafe={includeUnsafe} />
      ) : (
        <p className={styles.sum} role="status">
          {text.loading}
        </p>
      )}
    </Dialog>
  );
}

function Effect({ preview, includesUnsafe }: { preview: FixesPreview; includesUnsafe: boolean }) {
  const { fixes, tools, rows, more } = preview;
  return (
    <>
      <p className={styles.sum} role="status" data-testid="fixes-sum">
        {fixes > 0 ? text.sum(fixes, tools) : includesUnsafe ? text.noFixes : text.onlyUnsafe}
      </p>
      {rows.length > 0 ? <LongTable label={text.changes} rows={rows} columns={COLUMNS} /> : null}
      {more > 0 ? <p className={styles.sum}>{text.more(more)}</p> : null}
    </>
  );
}
