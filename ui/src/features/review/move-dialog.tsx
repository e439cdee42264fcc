// Dialog that asks before moving the decisions of a removed tool loosens a hint of the tool that replaced it.
import { useQuery } from "@tanstack/react-query";
import { asBackendError, backend } from "../../backend";
import { STORED } from "../../backend/queries";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { LooseningDialog } from "../../shared/loosening-dialog";
import type { MoveRequest } from "../../shared/navigation";
import { ServerText } from "../../shared/server-text";
import { moveInput } from "../tool/review-actions";
import { strings } from "./strings";

const text = strings.moveDialog;

type Props = { request: MoveRequest; readOnly: boolean; onClose: () => void };

export function MoveDialog({ request, readOnly, onClose }: Props) {
  const { removed, to, onConfirm } = request;
  const { data, error, isFetching } = useQuery({
    queryKey: ["movePreview", removed.server, removed.tool, to],
    queryFn: async () => ({ loosens: await backend.previewMove(moveInput(request, false)) }),
    gcTime: 0,
    staleTime: 0,
    meta: STORED,
  });
  return (
    <LooseningDialog
      title={text.title(removed)}
      testId="move-dialog"
      preview={error ? undefined : data}
      enabled={!readOnly && !isFetching}
      confirmLabel={text.move(removed)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {text.from(removed)}{" "}
        <code>
          <ServerText text={removed.tool} limit={2} />
        </code>{" "}
        {text.to}{" "}
        <code>
          <ServerText text={to} limit={2} />
        </code>
      </p>
      {error ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(error))} />
        </Callout>
      ) : data ? null : (
        <p role="status">{text.loading}</p>
      )}
    </LooseningDialog>
  );
}
