// Behaviour of clients for the tool, with the server's hints and with the user's.
import type { ClientView } from "../../backend";
import { PanelSection } from "../../shared/panel-section";
import { ClientTable } from "./client-table";
import { strings } from "./strings";
import styles from "./clients-section.module.css";

export function ClientsSection({ clients }: { clients: readonly ClientView[] }) {
  return (
    <PanelSection id="clients" title={strings.clients.title}>
      <ClientTable clients={clients} server={strings.clients.serverHints} yours={strings.clients.yourHints} />
      <p className={styles.where}>{strings.clients.where}</p>
    </PanelSection>
  );
}
