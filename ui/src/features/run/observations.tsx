// Observations from calling a tool twice, shown beside the hint. They never change the hint.
import { X } from "lucide-react";
import type { ChangeReport, Observation } from "../../backend";
import { backend } from "../../backend";
import { IconButton } from "../../kit/button";
import { clip } from "../../shared/clip";
import { exactly, onDay } from "../../shared/day";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { strings } from "./strings";
import styles from "./observations.module.css";

const text = strings.observations;

type Props = { observations: readonly Observation[]; readOnly: boolean };

export function Observations({ observations, readOnly }: Props) {
  const now = useNow();
  const { mutate, isPending } = useStoreMutation<number, ChangeReport>({
    run: (id) => backend.removeObservation(id),
    successMessage: () => text.removed,
  });
  if (observations.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={text.label}>
      {observations.map(({ id, at, by, sentence, verdict, outdated }) => (
        <li key={id} data-testid="observation" data-verdict={verdict} data-outdated={outdated || undefined}>
          <p>
            <ServerText text={clip(sentence, 300)} limit={4} />.
            <span className={styles.who} title={exactly(at)}>
              {` ${onDay(at, now)}, `}
              <ServerText text={clip(by, 80)} limit={2} />
              {outdated ? text.outdated : ""}
            </span>
          </p>
          {readOnly ? null : (
            <IconButton label={text.remove(onDay(at, now))} size="tiny" disabled={isPending} onClick={() => mutate(id)}>
              <X size={12} strokeWidth={2.25} aria-hidden="true" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
