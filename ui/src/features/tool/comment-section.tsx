// Comment of a tool, for people only: blur or Ctrl+Enter saves, Escape discards, an empty text removes it.
import { useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { commandOf } from "../../shared/keymap";
import type { ChangeReport, ToolDetail } from "../../backend";
import { backend } from "../../backend";
import { toolQuery } from "../../backend/queries";
import { TextArea } from "../../kit/text-area";
import { clip } from "../../shared/clip";
import { asPlainString } from "../../shared/hidden-characters";
import { PanelSection } from "../../shared/panel-section";
import { keyOf } from "../../shared/tool-id";
import { useDraft } from "../../shared/use-draft";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { strings } from "./strings";
import styles from "./comment-section.module.css";

const MAX_LENGTH = 4_000;

export function CommentSection({ detail, readOnly }: { detail: ToolDetail; readOnly: string | null }) {
  return (
    <PanelSection id="comment" title={strings.comment.title} after={strings.comment.about}>
      <Field detail={detail} readOnly={readOnly} />
    </PanelSection>
  );
}

function Field({ detail, readOnly }: { detail: ToolDetail; readOnly: string | null }) {
  const client = useQueryClient();
  const key = keyOf(detail.card);
  const { mutate } = useStoreMutation<string | null, ChangeReport>({
    run: (text) => backend.setComment({ ...key, text }),
    successMessage: (text) => (text === null ? strings.comment.removed : strings.comment.saved)(clip(detail.card.title, 80)),
  });
  const draft = useDraft(detail.comment, (comment) => {
    // Optimistic update; after a failure the tool is reloaded.
    client.setQueryData(toolQuery(key).queryKey, (old) => old && { ...old, comment });
    mutate(comment);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const done = commandOf("form", event) === "submit";
    if (event.key === "Escape") draft.giveUp();
    if (!done && event.key !== "Escape") return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  return (
    <TextArea
      className={styles.comment}
      aria-label={strings.comment.label}
      data-testid="comment"
      placeholder={strings.comment.placeholder}
      maxLength={MAX_LENGTH}
      value={draft.text}
      disabled={readOnly !== null}
      title={readOnly === null ? undefined : asPlainString(readOnly)}
      onChange={(event) => draft.type(event.target.value)}
      onBlur={draft.save}
      onKeyDown={onKeyDown}
    />
  );
}
