// Preview of exactly what would run or be requested, where its values are stored, and warnings.
import type { ServerPreview, StorageChoice } from "../../backend";
import { Callout } from "../../shared/callout";
import { ServerText } from "../../shared/server-text";
import { ConnectionValues } from "./connection-values";
import { isSecret } from "./value-storage";

type Props = {
  preview: ServerPreview;
  /** Storage choices of the user that the preview does not include yet. */
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
      <ConnectionValues connection={preview.connection} program={preview.program} storage={choose} isPreview />
      {preview.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          <ServerText text={warning} />
        </Callout>
      ))}
    </div>
  );
}
