// Dialog that shows what accepting tools decides, and asks before it loosens a hint.
import { useQuery } from "@tanstack/react-query";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";
import { clip } from "../../shared/clip";
import { LooseningDialog } from "../../shared/loosening-dialog";
import type { AcceptRequest } from "../../shared/navigation";
import { objectId } from "../../shared/object-id";
import { ServerText } from "../../shared/server-text";
import { acceptInput } from "../tool/review-actions";
import { BulkEffect } from "./bulk-effect";
import { strings } from "./strings";
import { ToolNames } from "./tool-names";

const text = strings.acceptDialog;

type Props = { request: AcceptRequest; readOnly: boolean; onClose: () => void };

export function AcceptDialog({ request, readOnly, onClose }: Props) {
  const { cards, environment, onConfirm } = request;
  const { data, error, isFetching } = useQuery({
    queryKey: ["acceptPreview", objectId(request)],
    queryFn: () => backend.previewAccept(acceptInput(request, false)),
    gcTime: 0,
    staleTime: 0,
    meta: STORED,
  });
  const preview = error ? undefined : data;
  const [first, ...others] = cards;
  return (
    <LooseningDialog
      title={
        first && others.length === 0 ? (
          <>
            {text.one} <ServerText text={clip(first.title, 80)} limit={2} />
          </>
        ) : (
          text.many(cards.length)
        )
      }
      about={<ServerText text={text.about(environment)} />}
      testId="accept-dialog"
      preview={preview}
      enabled={!readOnly && !isFetching}
      confirmLabel={text.accept(cards.length)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {others.length > 0 ? <ToolNames cards={cards} /> : null}
      <BulkEffect
        preview={preview && { tools: preview.tools, changing: preview.deciding, groups: preview.groups }}
        error={error}
        unchanged={text.unchanged}
        hints
      />
    </LooseningDialog>
  );
}
