// Behaviour of clients for the tool, with the server's hints and with the user's.
import type { ClientView } from "../../backend";
import { PanelSection } from "../../shared/panel-section";
import { ClientTable } from "./client-table";
import styles from "./clients-section.module.css";

export function ClientsSection({ clients }: { clients: readonly ClientView[] }) {
  return (
    <PanelSection id="clients" title="What clients will do">
      <ClientTable clients={clients} server="Server’s hints" yours="Your hints" />
      <p className={styles.where}>Where clients see your hints: through an export, wrap or the gateway.</p>
    </PanelSection>
  );
}
