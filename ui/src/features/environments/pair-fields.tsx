// Two select fields for a pair of environments, each with the base and all environments.
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { EnvironmentPair } from "../../backend";
import { Labelled, Select } from "../../kit/field";
import { asPlainString } from "../../shared/hidden-characters";
import { environmentOf } from "./environment-name";
import { BASE, formatEnvironment } from "./strings";
import styles from "./pair-fields.module.css";

/** Initially two different environments; one that no longer exists is replaced. */
export function usePair(first: string | null, names: readonly string[]) {
  const all = [BASE, ...names];
  const [from, setFrom] = useState(formatEnvironment(first));
  const [to, setTo] = useState<string | null>(null);
  const one = all.includes(from) ? from : BASE;
  const other = to !== null && all.includes(to) ? to : (all.find((name) => name !== one) ?? BASE);
  const pair: EnvironmentPair = { from: environmentOf(one), to: environmentOf(other) };
  return { all, one, other, setFrom, setTo, pair, isSame: one === other };
}

type Props = { labels: readonly [string, string]; pair: ReturnType<typeof usePair>; arrow?: boolean };

export function PairFields({ labels, pair, arrow = false }: Props) {
  const options = pair.all.map((name) => ({ value: name, label: asPlainString(name) }));
  return (
    <div className={styles.pair}>
      <Labelled label={labels[0]}>
        {(id) => (
          <Select id={id} always value={pair.one} options={options} onChange={(event) => pair.setFrom(event.target.value)} />
        )}
      </Labelled>
      {arrow ? <ArrowRight size={14} aria-hidden="true" className={styles.arrow} /> : null}
      <Labelled label={labels[1]}>
        {(id) => (
          <Select id={id} always value={pair.other} options={options} onChange={(event) => pair.setTo(event.target.value)} />
        )}
      </Labelled>
    </div>
  );
}
