// Dialog about the store: its path, its backups and its checks.
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { ServerText } from "../../shared/server-text";
import { BackupList } from "./backup-list";
import { DoctorReport } from "./doctor-report";
import { doctorQuery } from "./queries";
import { strings } from "./strings";
import { useBackUp } from "./use-back-up";
import styles from "./store.module.css";

const { dialog: text } = strings;

export function StoreDialog({ onClose }: { onClose: () => void }) {
  const doctor = useQuery(doctorQuery);
  const backUp = useBackUp();
  return (
    <Dialog
      title={text.title}
      about={text.about}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button disabled={backUp.isPending} onClick={() => backUp.mutate("chosen")}>
            {text.backUpTo}
          </Button>
          <Button look="primary" disabled={backUp.isPending} onClick={() => backUp.mutate("folder")}>
            {text.backUpNow}
          </Button>
        </>
      }
    >
      <div className={styles.sections}>
        <section aria-label={text.file}>
          <h2>{text.file}</h2>
          <p className={styles.path}>
            {doctor.data ? (
              <code data-testid="store-path">
                <ServerText text={doctor.data.path} />
              </code>
            ) : (
              <span className={styles.dim}>{doctor.error ? text.unknown : text.loading}</span>
            )}
          </p>
        </section>
        <section aria-label={text.backups}>
          <h2>{text.backups}</h2>
          <BackupList store="open" />
        </section>
        <section aria-label={text.checks}>
          <h2>{text.checks}</h2>
          <DoctorReport />
        </section>
      </div>
    </Dialog>
  );
}
