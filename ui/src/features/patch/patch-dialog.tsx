// Dialog that writes decisions into the source of a server: preview, write, compare after a scan, remove decisions.
import { useState } from "react";
import type { Catalog, ServerView } from "../../backend";
import { Dialog } from "../../kit/dialog";
import { asPlainString } from "../../shared/hidden-characters";
import { useFileToRead } from "../../shared/file-to-read";
import { DeclaredPane } from "./declared-pane";
import { PreviewPane } from "./preview-pane";
import { RetirePane } from "./retire-pane";
import { strings } from "./strings";
import type { Written } from "./use-patch";
import { usePatch } from "./use-patch";

type Pane = "preview" | "declared" | "retire";
type Props = { catalog: Catalog; server: ServerView; onClose: () => void };

/** The folder is known only for a server that is added as source code. */
const folderOf = ({ connection: { kind, command } }: ServerView): string => (kind === "sourceCode" ? (command[0] ?? "") : "");

export function PatchDialog({ catalog, server, onClose }: Props) {
  const [pane, setPane] = useState<Pane>("preview");
  const [written, setWritten] = useState<{ patch: Written; scannedBefore: string | null } | null>(null);
  const folder = useFileToRead(folderOf(server));
  const patch = usePatch({
    server: server.name,
    folder,
    environment: catalog.environment,
    onWritten: (result) => {
      setWritten({ patch: result, scannedBefore: server.scannedAt });
      setPane("declared");
    },
  });
  const isRetiring = pane === "retire";
  return (
    <Dialog
      wide
      panes
      title={isRetiring ? strings.retire.title : strings.title(asPlainString(server.name))}
      about={isRetiring ? strings.retire.about : strings.about}
      testId="patch-dialog"
      onClose={onClose}
      holds={() => patch.isWriting}
    >
      {pane === "preview" ? (
        <PreviewPane
          patch={patch}
          environments={catalog.environments}
          onCompare={server.scannedAt === null ? null : () => setPane("declared")}
          onClose={onClose}
        />
      ) : pane === "declared" ? (
        <DeclaredPane
          server={server}
          written={written?.patch ?? null}
          hasScanned={written === null || server.scannedAt !== written.scannedBefore}
          readOnly={catalog.readOnly !== null}
          onRetire={() => setPane("retire")}
          onBack={() => setPane("preview")}
          onClose={onClose}
        />
      ) : (
        <RetirePane server={server.name} onBack={() => setPane("declared")} />
      )}
    </Dialog>
  );
}
