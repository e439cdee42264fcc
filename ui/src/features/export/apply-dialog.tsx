// Dialog that applies a hintsmith.json: choose the file, review every change, then apply.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApplyChoice } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { fileName } from "../../shared/file-name";
import { FileToReadField, useFileToRead } from "../../shared/file-to-read";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { ApplyChanges } from "./apply-changes";
import type { ExcludedChanges } from "./excluded-changes";
import { strings } from "./strings";
import styles from "./apply-dialog.module.css";

const { applyDialog: text } = strings;

type Props = { readOnly: boolean; onClose: () => void };

export function ApplyDialog({ readOnly, onClose }: Props) {
  const file = useFileToRead();
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
    successMessage: ({ path }, { applied }) => text.applied(applied, fileName(path)),
    onDone: onClose,
  });
  const data = path === "" || preview.error ? undefined : preview.data;
  // Exclusions belong to one preview: they do not carry over to another file or to a changed store.
  const [choice, setChoice] = useState<{ seen: string; excluded: ExcludedChanges }>({ seen: "", excluded: new Set() });
  const excluded = data && choice.seen === data.seen ? choice.excluded : new Set<number>();
  const appliedCount = data ? data.changes.length - excluded.size : 0;
  const settled = file.typed.trim() === path && !preview.isPlaceholderData;
  return (
    <Dialog
      wide
      title={text.title}
      about={text.about}
      onClose={onClose}
      foot={
        <>
          {data ? (
            <span className={styles.sum}>{text.total(data.decisions, data.servers, data.changes.length)}</span>
          ) : null}
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            look="primary"
            data-testid="apply-file"
            disabled={readOnly || !data || !settled || apply.isPending || (appliedCount === 0 && data.environments.length === 0)}
            onClick={() => data && apply.mutate({ path, seen: data.seen, keep: [...excluded] })}
          >
            {data && excluded.size > 0 ? text.applySome(appliedCount) : text.apply}
          </Button>
        </>
      }
    >
      <FileToReadField file={file} testId="apply-path" placeholder={text.placeholder} choose={() => backend.chooseApplyPath()} />
      {preview.error && path !== "" ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(preview.error))} />
        </Callout>
      ) : null}
      {data && data.waiting.length > 0 ? (
        <Callout tone="warning">{text.missingServers(<ServerText text={data.waiting.join(", ")} />)}</Callout>
      ) : null}
      {data && data.environments.length > 0 ? (
        <p className={styles.added}>
          {text.newEnvironments(data.environments.length, <ServerText text={data.environments.join(", ")} />)}
        </p>
      ) : null}
      {data ? (
        <ApplyChanges changes={data.changes} excluded={excluded} onExclude={(next) => setChoice({ seen: data.seen, excluded: next })} />
      ) : null}
    </Dialog>
  );
}
