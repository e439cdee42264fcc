// Dialog to apply many fixes: an exact preview, guesses only by opt-in, one confirmation, one undo for all fixes.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ChangeReport, ApplyFixesInput, Catalog, FindingsInput, FixesPreview, FixRow } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Switch } from "../../kit/switch";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { counted } from "../../shared/ago";
import { Callout } from "../../shared/callout";
import { clip } from "../../shared/clip";
import { errorMessage } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { idOf } from "../../shared/tool-id";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { findingsQuery, fixesQuery } from "./queries";
import { formatFixCount } from "./labels";
import styles from "./dialogs.module.css";

const isConflict = (error: unknown): boolean => error !== null && asBackendError(error).code === "conflict";

const COLUMNS: readonly LongColumn<FixRow>[] = [
  {
    head: "Tool",
    width: "minmax(0, 1fr)",
    cell: (row) => (
      <code title={asPlainString(clip(idOf(row), 400))}>
        <ServerText text={clip(idOf(row), 200)} limit={2} />
      </code>
    ),
  },
  {
    head: "Decides",
    width: "minmax(0, 1fr)",
    cell: ({ label }) => (
      <span title={asPlainString(clip(label, 400))}>
        <ServerText text={clip(label, 200)} limit={2} />
      </span>
    ),
  },
  { head: "Certain", width: "72px", cell: ({ safe }) => (safe ? "Yes" : "A guess") },
];

type Props = { catalog: Catalog; input: FindingsInput; onClose: () => void };

export function FixesDialog({ catalog, input, onClose }: Props) {
  const [guesses, setGuesses] = useState(false);
  const labelId = useId();
  const found = useQuery({ ...findingsQuery(input), placeholderData: keepPreviousData });
  const query = useQuery({ ...fixesQuery({ filter: input, guesses }), placeholderData: keepPreviousData });
  const preview = query.error ? undefined : query.data;
  const apply = useStoreMutation<ApplyFixesInput, ChangeReport>({
    run: (input) => backend.applyFixes(input),
    successMessage: (_, { changed }) => `Mended ${counted(changed, "tool")}`,
    onDone: onClose,
    handlesError: isConflict,
  });
  const changedMeanwhile = isConflict(apply.error);
  const isCurrent = preview !== undefined && !query.isPlaceholderData && !query.isFetching;
  const ready = isCurrent && preview.fixes > 0 && catalog.readOnly === null && !apply.isPending;
  const guessCount = found.data?.guesses ?? 0;
  return (
    <Dialog
      wide
      title="Apply fixes"
      about="Nothing is decided until you agree. One undo takes all of it back."
      testId="fixes-dialog"
      onClose={onClose}
      foot={
        <>
          {guessCount > 0 || guesses ? (
            <>
              <Switch aria-labelledby={labelId} data-testid="also-guesses" on={guesses} onChange={setGuesses} />
              <span id={labelId}>{`Also guesses (${guessCount.toLocaleString("en")})`}</span>
            </>
          ) : null}
          <span data-spacer />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            data-testid="confirm-fixes"
            disabled={!ready}
            onClick={() => {
              if (ready) apply.mutate({ fixes: { filter: input, guesses }, environment: catalog.environment, seen: preview.seen });
            }}
          >
            {preview ? `Apply ${formatFixCount(preview.fixes)}` : "Apply"}
          </Button>
        </>
      }
    >
      {changedMeanwhile ? (
        <Callout tone="warning">
          Something changed since this was shown, so nothing was decided. This is how it stands now: look at it once more.
        </Callout>
      ) : null}
      {query.error ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(query.error))} />
        </Callout>
      ) : preview ? (
        <Effect preview={preview} guesses={guesses} />
      ) : (
        <p className={styles.sum} role="status">
          Looking at what it would do…
        </p>
      )}
    </Dialog>
  );
}

function Effect({ preview, guesses }: { preview: FixesPreview; guesses: boolean }) {
  const { fixes, tools, rows, more } = preview;
  return (
    <>
      <p className={styles.sum} role="status" data-testid="fixes-sum">
        {fixes === 0
          ? guesses
            ? "There is nothing to mend."
            : "There is nothing that can be mended without guessing."
          : `${formatFixCount(fixes)} on ${counted(tools, "tool")}`}
      </p>
      {rows.length > 0 ? (
        <LongTable label="What will be decided" rows={rows} columns={COLUMNS} />
      ) : null}
      {more > 0 ? <p className={styles.sum}>{`and ${more.toLocaleString("en")} more`}</p> : null}
    </>
  );
}
