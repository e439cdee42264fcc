// Adds tools to a toolset: by pattern, by filter, or by selecting them in the catalog.
import type { FormEvent } from "react";
import { useId } from "react";
import type { Catalog } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { asPlainString } from "../../shared/hidden-characters";
import { useNavigation } from "../../shared/navigation";
import { exampleFor } from "../rules/example";
import { ToolSourceFields, useToolSource } from "./tool-source";
import { useAddToToolset } from "./use-toolset-mutations";
import { strings } from "./strings";
import styles from "./toolset-form.module.css";

type Props = { catalog: Catalog; name: string; onClose: () => void };

export function AddToolsDialog({ catalog, name, onClose }: Props) {
  const source = useToolSource(catalog, { kind: "pattern" }, name);
  const add = useAddToToolset(onClose);
  const formId = useId();
  const ready = source.choice !== null && catalog.readOnly === null && !add.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && source.choice) add.mutate({ name, tools: source.choice });
  };
  return (
    <Dialog
      title={strings.addDialog.title(asPlainString(name))}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{strings.addDialog.cancel}</Button>
          <Button type="submit" form={formId} look="primary" data-testid="add-tools" disabled={!ready}>
            {strings.addDialog.add}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <ToolSourceFields
          source={source}
          example={exampleFor(catalog)}
          onSelectTools={() => {
            onClose();
            useNavigation.getState().showCatalog(null);
          }}
        />
      </form>
    </Dialog>
  );
}
