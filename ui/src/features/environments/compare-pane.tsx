// Comparison of two environments: every field whose effective value differs.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import type { FieldDifference, EffectiveValue } from "../../backend";
import { asBackendError } from "../../backend";
import { DialogPane } from "../../kit/dialog";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { counted } from "../../shared/ago";
import { Callout } from "../../shared/callout";
import { FieldName, Subject } from "../../shared/change-cells";
import { EmptyState } from "../../shared/empty-state";
import { errorMessage } from "../../shared/error-message";
import { LAYER_LABEL, LAYER_MARK } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { ServerText } from "../../shared/server-text";
import { asPlainString } from "../../shared/hidden-characters";
import { PairFields, usePair } from "./pair-fields";
import { comparisonQuery } from "./queries";
import { formatEnvironment } from "./labels";
import styles from "./pair-fields.module.css";

const columnsOf = (one: string, other: string): LongColumn<FieldDifference>[] => [
  { head: "Tool", width: "minmax(0, 2fr)", cell: ({ server, tool }) => <Subject text={`${server}.${tool}`} /> },
  { head: "Field", width: "80px", cell: ({ field }) => <FieldName field={field} /> },
  { head: `In ${asPlainString(one)}`, width: "minmax(0, 1.2fr)", cell: ({ from }) => <EffectiveValueCell effective={from} /> },
  { head: `In ${asPlainString(other)}`, width: "minmax(0, 1.2fr)", cell: ({ to }) => <EffectiveValueCell effective={to} /> },
];

function EffectiveValueCell({ effective }: { effective: EffectiveValue }) {
  return (
    <span className={styles.effective} title={asPlainString(`${effective.value}: ${effective.reason.replaceAll("*", "")}`)}>
      <Mark mark={LAYER_MARK[effective.layer]} />
      <ServerText text={effective.value} limit={1} />
      <span className={styles.layer}>{LAYER_LABEL[effective.layer].toLowerCase()}</span>
    </span>
  );
}

export function ComparePane({ current, names }: { current: string | null; names: readonly string[] }) {
  const pair = usePair(current, names);
  const { data, error } = useQuery({
    ...comparisonQuery(pair.pair),
    enabled: !pair.isSame,
    placeholderData: keepPreviousData,
  });
  const comparison = pair.isSame || error ? undefined : data;
  if (names.length === 0) {
    return (
      <DialogPane>
        <EmptyState icon={Layers} title="Nothing to compare with">
          <p>There is only the base. Make an environment first.</p>
        </EmptyState>
      </DialogPane>
    );
  }
  return (
    <DialogPane>
      <PairFields labels={["One", "The other"]} pair={pair} />
      <p className={styles.note} role="status">
        {pair.isSame
          ? "Choose two different ones."
          : error
            ? ""
            : !comparison
              ? "Comparing…"
              : comparison.differences.length === 0
                ? "They hold the same"
                : `${counted(comparison.differences.length, "field")} held differently`}
      </p>
      {error && !pair.isSame ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(error))} />
        </Callout>
      ) : null}
      {comparison && comparison.differences.length > 0 ? (
        <LongTable
          label="Differences"
          rows={comparison.differences}
          columns={columnsOf(formatEnvironment(comparison.from), formatEnvironment(comparison.to))}
        />
      ) : null}
    </DialogPane>
  );
}
