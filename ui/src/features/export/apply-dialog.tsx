// Dialog that applies a hintsmith.json: choose the file, review every change, then apply.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApplyChoice } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { counted } from "../../shared/ago";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { fileName } from "../../shared/file-name";
import { FileToReadField, useFileToRead } from "../../shared/file-to-read";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { ApplyChanges } from "./apply-changes";
import type { KeptChanges } from "./kept-changes";
import styles from "./apply-dialog.module.css";

type Props = { initialPath: string; readOnly: boolean; onClose: () => void };

export function ApplyDialog({ initialPath, readOnly, onClose }: Props) {
  const file = useFileToRead(initialPath);
  const { path } = file;
  const preview = useQuery({
    queryKey: ["applyPreview", path],
    queryFn: () => backend.previewApply({ path }),
    enabled: path !== "",
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const apply = useStoreMutation({
    run: (choice: ApplyChoice) => backend.applyFile(choice),
    successMessage: ({ path }, { applied }) => `Applied ${counted(applied, "change")} from ${fileName(path)}`,
    onDone: onClose,
  });
  const data = path === "" || preview.error ? undefined : preview.data;
  // Exclusions belong to one preview: they do not carry over to another file or to a changed store.
  const [choice, setChoice] = useState<{ seen: string; kept: KeptChanges }>({ seen: "", kept: new Set() });
  const kept = data && choice.seen === data.seen ? choice.kept : new Set<number>();
  const appliedCount = data ? data.changes.length - kept.size : 0;
  const settled = file.typed.trim() === path && !preview.isPlaceholderData;
  return (
    <Dialog
      wide
      title="Apply a file"
      about="What a hintsmith.json decides becomes yours here. What it does not name is left as it is."
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
            disabled={readOnly || !data || !settled || apply.isPending || (appliedCount === 0 && data.environments.length === 0)}
            onClick={() => data && apply.mutate({ path, seen: data.seen, keep: [...kept] })}
          >
            {data && kept.size > 0 ? `Apply ${counted(appliedCount, "change")}` : "Apply"}
          </Button>
        </>
      }
    >
      <FileToReadField file={file} testId="apply-path" placeholder="/path/to/hintsmith.json" choose={() => backend.chooseApplyPath()} />
      {preview.error && path !== "" ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(preview.error))} />
        </Callout>
      ) : null}
      {data && data.waiting.length > 0 ? (
        <Callout tone="warning">
          Not added here: <ServerText text={data.waiting.join(", ")} />. Their decisions wait until a server of that
          name is added.
        </Callout>
      ) : null}
      {data && data.environments.length > 0 ? (
        <p className={styles.added}>
          Added here: the {data.environments.length === 1 ? "environment" : "environments"}{" "}
          <ServerText text={data.environments.join(", ")} />.
        </p>
      ) : null}
      {data ? (
        <ApplyChanges changes={data.changes} kept={kept} onKeep={(kept) => setChoice({ seen: data.seen, kept })} />
      ) : null}
    </Dialog>
  );
}
