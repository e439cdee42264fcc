// Button that shows what a fix changes in the JSON of its tool, side by side.
import { useQueryClient } from "@tanstack/react-query";
import { Columns2 } from "lucide-react";
import { useState } from "react";
import type { DecisionPreview, FindingRow, FixView } from "../../backend";
import { backend } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { IconButton } from "../../kit/button";
import { notifyError } from "../../shared/notify";
import { idOf } from "../../shared/tool-id";
import { JsonDialog } from "../tool/json-dialog";
import { strings } from "./strings";

const text = strings.fixJson;

export function FixJson({ row: { server, tool, seen }, fix }: { row: FindingRow; fix: FixView }) {
  const client = useQueryClient();
  const [preview, setPreview] = useState<DecisionPreview | null>(null);
  const show = () => {
    const environment = client.getQueryData(catalogQuery.queryKey)?.environment ?? null;
    const input = { server, tool, environment, seen, decisions: fix.decisions, because: null };
    backend.previewDecisions(input).then(setPreview, notifyError);
  };
  return (
    <>
      <IconButton label={text.show} title={text.show} onClick={show}>
        <Columns2 size={14} aria-hidden="true" />
      </IconButton>
      {preview ? (
        <JsonDialog
          title={text.title}
          subject={idOf({ server, tool })}
          before={{ ...text.before, text: preview.before }}
          after={{ ...text.after, text: preview.after }}
          equalLines={preview.equalLines}
          onClose={() => setPreview(null)}
        />
      ) : null}
    </>
  );
}
