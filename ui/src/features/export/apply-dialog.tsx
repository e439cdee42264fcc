// Applying a hintsmith.json: pick it, see every change, then apply.
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asBackendError, backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { counted } from "../../shared/ago";
import { Callout } from "../../shared/callout";
import { errorWords } from "../../shared/error-words";
import { notifyDone, notifyError } from "../../shared/notify";
import { PathField } from "../../shared/path-field";
import { ServerText } from "../../shared/server-text";
import { ApplyChanges } from "./apply-changes";
import styles from "./apply-dialog.module.css";

type Props = { initialPath: string; readOnly: boolean; onClose: () => void };

export function ApplyDialog({ initialPath, readOnly, onClose }: Props) {
  const [typed, setTyped] = useState(initialPath);
  const [path, setPath] = useState(initialPath.trim());
  const cache = useCatalogCache();
  const preview = useQuery({
    queryKey: ["applyPreview", path],
    queryFn: () => backend.previewApply({ path }),
    enabled: path !== "",
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const apply = useMutation({
    mutationFn: () => backend.applyFile({ path }),
    onSuccess: async ({ applied }) => {
      onClose();
      notifyDone(`Applied ${counted(applied, "change")}`);
      await cache.reload();
    },
    onError: notifyError,
  });
  const data = path === "" || preview.error ? undefined : preview.data;
  const settled = typed.trim() === path && !preview.isPlaceholderData;
  return (
    <Dialog
      wide
      title="Apply a file"
      about="Decisions from a hintsmith.json become decisions here. Others are left as they are."
      onClose={onClose}
      foot={
        <>
          {data ? (
            <span className={styles.sum}>
              {counted(data.decisions, "decision")} for {counted(data.servers, "server")}, {counted(data.changes.length, "change")}
            </span>
          ) : null}
          <span data-spacer />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            data-testid="apply-file"
            disabled={readOnly || !data || !settled || apply.isPending || (data.changes.length === 0 && data.waiting.length === 0)}
            onClick={() => apply.mutate()}
          >
            Apply
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setPath(typed.trim());
        }}
      >
        <PathField
          label="File"
          testId="apply-path"
          placeholder="/path/to/hintsmith.json"
          value={typed}
          onChange={setTyped}
          onChosen={(chosen) => {
            setTyped(chosen);
            setPath(chosen);
          }}
          onBlur={() => setPath(typed.trim())}
          choose={() => backend.chooseApplyPath()}
        />
      </form>
      {preview.error && path !== "" ? (
        <Callout tone="error">
          <ServerText text={errorWords(asBackendError(preview.error))} />
        </Callout>
      ) : null}
      {data && data.waiting.length > 0 ? (
        <Callout tone="warning">
          Not added here: <ServerText text={data.waiting.join(", ")} />. Their decisions wait until a server of that
          name is added.
        </Callout>
      ) : null}
      {data ? <ApplyChanges changes={data.changes} /> : null}
    </Dialog>
  );
}
