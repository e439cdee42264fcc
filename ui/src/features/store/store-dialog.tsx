// The store: where it is, its backups, and whether it is well.
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { ServerText } from "../../shared/server-text";
import { BackupList } from "./backup-list";
import { DoctorReport } from "./doctor-report";
import { doctorQuery } from "./queries";
import { useBackUp } from "./use-back-up";
import styles from "./store.module.css";

export function StoreDialog({ onClose }: { onClose: () => void }) {
  const doctor = useQuery(doctorQuery);
  const backUp = useBackUp();
  return (
    <Dialog
      title="Store"
      about="Servers, tools and everything that is decided are kept in one file. It is backed up from time to time."
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button disabled={backUp.isPending} onClick={() => backUp.mutate("chosen")}>
            Back up to…
          </Button>
          <Button look="primary" disabled={backUp.isPending} onClick={() => backUp.mutate("folder")}>
            Back up now
          </Button>
        </>
      }
    >
      <div className={styles.sections}>
        <section aria-label="File">
          <h2>File</h2>
          <p className={styles.path}>
            {doctor.data ? (
              <code data-testid="store-path">
                <ServerText text={doctor.data.path} />
              </code>
            ) : (
              <span className={styles.dim}>{doctor.error ? "not known" : "Looking…"}</span>
            )}
          </p>
        </section>
        <section aria-label="Backups">
          <h2>Backups</h2>
          <BackupList store="open" />
        </section>
        <section aria-label="Checks">
          <h2>Checks</h2>
          <DoctorReport />
        </section>
      </div>
    </Dialog>
  );
}
