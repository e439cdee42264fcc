// Exactly what would run or be asked, and what deserves a second look.
import type { ServerPreview } from "../../backend";
import { Callout } from "../../shared/callout";
import { ServerText } from "../../shared/server-text";
import { ReachList } from "./reach-list";

export function RunPreview({ preview }: { preview: ServerPreview }) {
  return (
    <div>
      <ReachList reach={preview.reach} program={preview.program} />
      {preview.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          <ServerText text={warning} />
        </Callout>
      ))}
    </div>
  );
}
