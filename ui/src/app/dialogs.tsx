// The open dialog: at most one at a time.
import type { Catalog } from "../backend";
import { AcceptDialog } from "../features/bulk/accept-dialog";
import { ConnectClientDialog } from "../features/clients/connect-client-dialog";
import { EnvironmentsDialog } from "../features/environments/environments-dialog";
import { ApplyDialog } from "../features/export/apply-dialog";
import { FixesDialog } from "../features/findings/fixes-dialog";
import { SuppressDialog } from "../features/findings/suppress-dialog";
import { Palette } from "../features/palette/palette";
import { PatchDialog } from "../features/patch/patch-dialog";
import { DiscardDialog } from "../features/pending/discard-dialog";
import { MoveDialog } from "../features/review/move-dialog";
import { RunDialog } from "../features/run/run-dialog";
import { AddServerDialog } from "../features/servers/add-server-dialog";
import { EditServerDialog } from "../features/servers/edit-server-dialog";
import { StoreDialog } from "../features/store/store-dialog";
import { ImportToolsetsDialog } from "../features/toolsets/import-toolsets-dialog";
import { NewToolsetDialog } from "../features/toolsets/new-toolset-dialog";
import { ToolsetDialog } from "../features/toolsets/toolset-dialogs";
import { idOf } from "../shared/tool-id";
import { useNavigation } from "../shared/navigation";
import { ShortcutsDialog } from "./shortcuts-dialog";

export function Dialogs({ catalog }: { catalog: Catalog }) {
  const dialog = useNavigation((state) => state.dialog);
  const open = useNavigation((state) => state.open);
  const close = () => open(null);
  if (dialog?.kind === "addServer") {
    return <AddServerDialog tab={dialog.tab} from={dialog.from} taken={catalog.servers.map((s) => s.name)} onClose={close} />;
  }
  if (dialog?.kind === "editServer") {
    const server = catalog.servers.find((s) => s.name === dialog.server);
    return server ? <EditServerDialog server={server} choosesOperations={dialog.choosesOperations ?? false} onClose={close} /> : null;
  }
  if (dialog?.kind === "connectClient") return <ConnectClientDialog onClose={close} />;
  if (dialog?.kind === "patch") {
    const server = catalog.servers.find((s) => s.name === dialog.server);
    return server ? <PatchDialog catalog={catalog} server={server} onClose={close} /> : null;
  }
  if (dialog?.kind === "run") return <RunDialog key={idOf(dialog.tool)} catalog={catalog} tool={dialog.tool} onClose={close} />;
  if (dialog?.kind === "apply") {
    return <ApplyDialog readOnly={catalog.readOnly !== null} onClose={close} />;
  }
  if (dialog?.kind === "newToolset") return <NewToolsetDialog catalog={catalog} from={dialog.from} onClose={close} />;
  if (dialog?.kind === "importToolsets") {
    return <ImportToolsetsDialog readOnly={catalog.readOnly !== null} onClose={close} />;
  }
  if (dialog?.kind === "toolset") {
    return <ToolsetDialog catalog={catalog} act={dialog.act} name={dialog.name} onClose={close} />;
  }
  if (dialog?.kind === "environments") return <EnvironmentsDialog catalog={catalog} creates={dialog.creates ?? false} onClose={close} />;
  if (dialog?.kind === "store") return <StoreDialog onClose={close} />;
  if (dialog?.kind === "palette") return <Palette catalog={catalog} onClose={close} />;
  if (dialog?.kind === "discard") return <DiscardDialog lastExport={catalog.changes.lastExport} onClose={close} />;
  if (dialog?.kind === "applyFixes") return <FixesDialog catalog={catalog} input={dialog.input} onClose={close} />;
  if (dialog?.kind === "suppressFinding") {
    return <SuppressDialog finding={dialog.finding} message={dialog.message} onClose={close} />;
  }
  if (dialog?.kind === "accept") {
    return <AcceptDialog request={dialog.request} readOnly={catalog.readOnly !== null} onClose={close} />;
  }
  if (dialog?.kind === "moveDecisions") {
    return <MoveDialog request={dialog.request} readOnly={catalog.readOnly !== null} onClose={close} />;
  }
  if (dialog?.kind === "shortcuts") return <ShortcutsDialog onClose={close} />;
  return null;
}
