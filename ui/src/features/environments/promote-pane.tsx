// Promotion of decisions and rules from one environment to another, with a preview that is applied exactly as shown.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleAlert, Layers } from "lucide-react";
import type { PromoteChange, PromoteInput } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { Callout } from "../../shared/callout";
import { FieldName, NewValue, OldValue, Subject } from "../../shared/change-cells";
import { EmptyState } from "../../shared/empty-state";
import { errorMessage } from "../../shared/error-message";
import { LooseningConfirm } from "../../shared/loosening";
import { ServerText } from "../../shared/server-text";
import { useConfirmation } from "../../shared/use-confirmation";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { PairFields, usePair } from "./pair-fields";
import { promotionQuery } from "./queries";
import { formatEnvironment, strings } from "./strings";
import styles from "./pair-fields.module.css";

const { promote: text } = strings;

const COLUMNS: readonly LongColumn<PromoteChange>[] = [
  { head: text.columns.subject, width: "minmax(0, 3fr)", cell: ({ subject }) => <Subject text={subject} /> },
  { head: text.columns.field, width: "80px", cell: ({ field }) => <FieldName field={field} /> },
  { head: text.columns.before, width: "minmax(0, 1fr)", cell: ({ before }) => <OldValue value={before} /> },
  { head: text.columns.after, width: "minmax(0, 1fr)", cell: ({ after }) => <NewValue value={after} /> },
  { head: text.columns.effect, width: "72px", cell: ({ loosens }) => (loosens ? <Loosens /> : null) },
];

function Loosens() {
  return (
    <span className={styles.loosens}>
      <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
      {text.loosens}
    </span>
  );
}

type Props = { current: string | null; names: readonly string[]; readOnly: boolean };

export function PromotePane({ current, names, readOnly }: Props) {
  const pair = usePair(current ?? names[0] ?? null, names);
  const preview = useQuery({
    ...promotionQuery(pair.pair),
    enabled: !pair.isSame,
    placeholderData: keepPreviousData,
  });
  const promote = useStoreMutation({
    run: (input: PromoteInput) => backend.promote(input),
    successMessage: ({ pair: { from, to } }, { changed }) =>
      text.promoted(formatEnvironment(from), formatEnvironment(to), changed),
  });
  const isCurrent = !pair.isSame && !preview.isPlaceholderData && !preview.isFetching;
  const promotion = pair.isSame || preview.error ? undefined : preview.data;
  const [loosen, setLoosen] = useConfirmation(promotion);
  if (names.length === 0) {
    return (
      <DialogPane>
        <EmptyState icon={Layers} title={text.emptyTitle}>
          <p>{text.empty}</p>
        </EmptyState>
      </DialogPane>
    );
  }
  const ready = isCurrent && promotion !== undefined && promotion.changes.length > 0 && (promotion.loosens.tools === 0 || loosen);
  const loosening = promotion?.changes.filter((change) => change.loosens).length ?? 0;
  const statusText = (): string => {
    if (pair.isSame) return text.sameTwice;
    if (preview.error) return "";
    if (!promotion) return text.loading;
    if (promotion.changes.length === 0) return text.noChanges(pair.one, pair.other);
    return text.changes(promotion.changes.length, pair.other, loosening);
  };
  return (
    <DialogPane
      foot={
        <>
          <span className={styles.sum}>{text.targetOnly(<ServerText text={pair.other} />)}</span>
          <span data-spacer />
          <Button
            look="primary"
            data-testid="promote"
            disabled={readOnly || !ready || promote.isPending}
            onClick={() => promotion && promote.mutate({ pair: pair.pair, seen: promotion.seen, loosen })}
          >
            {text.promote}
          </Button>
        </>
      }
    >
      <p className={styles.about}>{text.about}</p>
      <PairFields labels={[text.from, text.to]} pair={pair} arrow />
      <p className={styles.note} role="status" data-testid="promotion">
        <ServerText text={statusText()} />
      </p>
      {preview.error && !pair.isSame ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(preview.error))} />
        </Callout>
      ) : null}
      {promotion && promotion.changes.length > 0 ? (
        <LongTable label={text.table} rows={promotion.changes} columns={COLUMNS} />
      ) : null}
      {promotion ? <LooseningConfirm loosening={promotion.loosens} confirmed={loosen} onConfirm={setLoosen} /> : null}
    </DialogPane>
  );
}
