// Description of a toolset: blur or Enter saves, Escape discards.
import type { KeyboardEvent } from "react";
import { Input } from "../../kit/field";
import { useDraft } from "../../shared/use-draft";
import { useDescribeToolset } from "./use-toolset-mutations";
import { strings } from "./strings";
import { MAX_DESCRIPTION_LENGTH } from "./toolset-name";
import styles from "./toolset-page.module.css";

type Props = { name: string; description: string | null; readOnly: boolean };

export function DescriptionField({ name, description, readOnly }: Props) {
  const describe = useDescribeToolset();
  const draft = useDraft(description, (text) => describe.mutate({ name, description: text }));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") event.currentTarget.blur();
    else if (event.key === "Escape") {
      draft.giveUp();
      event.currentTarget.blur();
    }
  };
  return (
    <Input
      aria-label={strings.page.description}
      className={styles.description}
      placeholder={readOnly ? "" : strings.page.descriptionPlaceholder}
      maxLength={MAX_DESCRIPTION_LENGTH}
      readOnly={readOnly}
      data-testid="toolset-description"
      value={draft.text}
      onChange={(event) => draft.type(event.target.value)}
      onBlur={draft.save}
      onKeyDown={onKeyDown}
    />
  );
}
