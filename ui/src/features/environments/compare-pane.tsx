// Comparison of two environments: every field whose effective value differs, and decisions that are equal in both.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import type { FieldDifference, EffectiveValue } from "../../backend";
import { asBackendError } from "../../backend";
import { DialogPane } from "../../kit/dialog";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
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
import { formatEnvironment, strings } from "./strings";
import styles from "./pair-fields.module.css";

const { compare: text } = strings;

const columnsOf = (one: string, other: string): LongColumn<FieldDifference>[] => [
  { head: text.columns.tool, width: "minmax(0, 2fr)", cell: ({ server, tool }) => <Subject text={`${server}.${tool}`} /> },
  { head: text.columns.field, width: "80px", cell: ({ field }) => <FieldName field={field} /> },
  { head: text.columns.value(asPlainString(one)), width: "minmax(0, 1.2fr)", cell: ({ from }) => <EffectiveValueCell effective={from} /> },
  { head: text.columns.value(asPlainString(other)), width: "minmax(0, 1.2fr)", cell: ({ to }) => <EffectiveValueCell effective={to} /> },
];

function EffectiveValueCell({ effective }: { effective: EffectiveValue }) {
  return (
    <span className={styles.effective} title={asPlainString(text.valueReason(effective.value, effective.reason.replaceAll("*", "")))}>
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
        <EmptyState icon={Layers} title={text.emptyTitle}>
          <p>{text.empty}</p>
        </EmptyState>
      </DialogPane>
    );
  }
  return (
    <DialogPane>
      <PairFields labels={[text.first, text.second]} pair={pair} />
      <p className={styles.note} role="status">
        {pair.isSame
          ? text.sameTwice
          : error
            ? ""
            : !comparison
              ? text.loading
              : comparison.differences.length === 0
                ? text.noDifferences
                : text.differences(comparison.differences.length)}
      </p>
      {error && !pair.isSame ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(error))} />
        </Callout>
      ) : null}
      {comparison && comparison.differences.length > 0 ? (
        <LongTable
          label={text.table}
          rows={comparison.differences}
          columns={columnsOf(formatEnvironment(comparison.from), formatEnvironment(comparison.to))}
        />
      ) : null}
      {comparison && comparison.equal.length > 0 ? (
        <>
          <p className={styles.note}>{text.equal(comparison.equal.length)}</p>
          <LongTable
            label={text.equalTable}
            rows={comparison.equal}
            columns={columnsOf(formatEnvironment(comparison.from), formatEnvironment(comparison.to))}
          />
        </>
      ) : null}
    </DialogPane>
  );
}
