// Dialog that applies a hintsmith.json: choose the file, review every change, then apply.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApplyChoice } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { useWhyDisabled } from "../../kit/why-disabled";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { fileName } from "../../shared/file-name";
import { FileToReadField, useFileToRead } from "../../shared/file-to-read";
import { LooseningConfirm } from "../../shared/loosening";
import { ServerText } from "../../shared/server-text";
import { useConfirmation } from "../../shared/use-confirmation";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { ApplyChanges } from "./apply-changes";
import type { ExcludedChanges } from "./excluded-changes";
import { strings } from "./strings";
import styles from "./apply-dialog.module.css";

const { applyDialog: text } = strings;

type Props = { readOnly: boolean; onClose: () => void };

type Choice = { path: string; seen: string; excluded: ExcludedChanges };
const NONE: Choice = { path: "", seen: "", excluded: new Set() };

export function ApplyDialog({ readOnly, onClose }: Props) {
  const file = useFileToRead();
  const { path } = file;
  // Exclusions belong to one preview: they do not carry over to another file or to a changed store.
  const [choice, setChoice] = useState(NONE);
  const keep = choice.path === path ? [...choice.excluded].sort((a, b) => a - b) : [];
  const preview = useQuery({
    queryKey: ["applyPreview", path, keep],
    queryFn: () => backend.previewApply({ path, keep }),
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
  const isLoaded = !preview.isPlaceholderData && !preview.isFetching;
  // The indices may mean other changes now.
  if (keep.length > 0 && isLoaded && data?.seen !== choice.seen) setChoice(NONE);
  const excluded = data && choice.seen === data.seen ? choice.excluded : NONE.excluded;
  const [loosen, setLoosen] = useConfirmation(data);
  const appliedCount = data ? data.changes.length - excluded.size : 0;
  const hasChanges = appliedCount > 0 || (data?.environments.length ?? 0) > 0;
  const isCurrent = file.typed.trim() === path && isLoaded;
  const needsLoosening = data !== undefined && data.loosens.tools > 0 && !loosen;
  const ready = data !== undefined && isCurrent && hasChanges && !needsLoosening;
  const [why, blocked] = useWhyDisabled(
    readOnly
      ? text.readOnly
      : file.typed.trim() === ""
        ? text.needsFile
        : data !== undefined && isCurrent && !hasChanges
          ? text.nothingToApply
          : needsLoosening
            ? text.needsConfirmation
            : null,
  );
  return (
    <Dialog
      wide
      title={text.title}
      about={text.about}
      onClose={onClose}
      foot={
        <>
          {why ?? (data ? <span className={styles.sum}>{text.total(data.decisions, data.servers, data.changes.length)}</span> : null)}
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            look="primary"
            data-testid="apply-file"
            {...blocked}
            disabled={readOnly || !ready || apply.isPending}
            onClick={() => data && apply.mutate({ path, seen: data.seen, keep, loosen })}
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
        <>
          <ApplyChanges
            changes={data.changes}
            excluded={excluded}
            onExclude={(next) => setChoice({ path, seen: data.seen, excluded: next })}
          />
          <LooseningConfirm loosening={data.loosens} confirmed={loosen} onConfirm={setLoosen} />
        </>
      ) : null}
    </Dialog>
  );
}
