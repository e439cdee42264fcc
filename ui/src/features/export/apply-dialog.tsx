// Applying a hintsmith.json: pick it, see every change, then apply.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { counted } from "../../shared/ago";
import { Callout } from "../../shared/callout";
import { errorWords } from "../../shared/error-words";
import { fileName } from "../../shared/file-name";
import { FileToReadField, useFileToRead } from "../../shared/file-to-read";
import { ServerText } from "../../shared/server-text";
import { useAct } from "../act/use-act";
import { ApplyChanges } from "./apply-changes";
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
  const apply = useAct({
    run: (path: string) => backend.applyFile({ path }),
    told: (path, { applied }) => `Applied ${counted(applied, "change")} from ${fileName(path)}`,
    onDone: onClose,
  });
  const data = path === "" || preview.error ? undefined : preview.data;
  const settled = file.typed.trim() === path && !preview.isPlaceholderData;
  return (
    <Dialog
      wide
      title="Apply a file"
      about="Decisions and rules from a hintsmith.json become yours here. Others are left as they are."
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
            onClick={() => apply.mutate(path)}
          >
            Apply
          </Button>
        </>
      }
    >
      <FileToReadField file={file} testId="apply-path" placeholder="/path/to/hintsmith.json" choose={() => backend.chooseApplyPath()} />
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
