// Confirmation dialog for deleting a toolset, because the toolset's own notes are deleted with it.
import type { ToolsetSummary } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useDeleteToolset } from "./use-toolset-mutations";
import { describeDeletion, strings } from "./strings";
import styles from "./toolset-form.module.css";

type Props = { toolset: ToolsetSummary; readOnly: boolean; onClose: () => void };

export function DeleteToolsetDialog({ toolset, readOnly, onClose }: Props) {
  const remove = useDeleteToolset(onClose);
  return (
    <Dialog
      title={strings.deleteDialog.title(asPlainString(toolset.name))}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{strings.deleteDialog.cancel}</Button>
          <Button
            look="primary"
            data-testid="confirm-delete"
            disabled={readOnly || remove.isPending}
            onClick={() => remove.mutate({ name: toolset.name })}
          >
            {strings.deleteDialog.delete}
          </Button>
        </>
      }
    >
      <div className={styles.consequences}>
        {describeDeletion(toolset).map((sentence) => (
          <p key={sentence}>
            <ServerText text={sentence} />
          </p>
        ))}
      </div>
    </Dialog>
  );
}
