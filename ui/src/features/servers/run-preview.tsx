// Exactly what would run or be asked, where its values are kept, and what deserves a second look.
import type { ServerPreview, StorageChoice } from "../../backend";
import { Callout } from "../../shared/callout";
import { ServerText } from "../../shared/server-text";
import { ConnectionValues } from "./connection-values";
import { isSecret } from "./value-storage";

type Props = {
  preview: ServerPreview;
  /** What the user wants that the preview does not show yet. */
  storage?: readonly StorageChoice[];
  onStorage?: ((choice: StorageChoice) => void) | undefined;
};

export function RunPreview({ preview, storage = [], onStorage }: Props) {
  const choose = onStorage && {
    isSecret: (value: string) => isSecret(preview, storage, value),
    onChange: (value: string, secret: boolean) => onStorage({ value, secret }),
  };
  return (
    <div>
      <ConnectionValues reach={preview.connection} program={preview.program} storage={choose} />
      {preview.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          <ServerText text={warning} />
        </Callout>
      ))}
    </div>
  );
}
