// Explanation of the badges and flags of the tools, made of the badges and flags themselves.
import { CircleQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import { Fragment } from "react";
import type { BadgeKind, Mark } from "../../backend";
import { IconButton } from "../../kit/button";
import { Popover } from "../../kit/popover";
import { HintBadge } from "../../shared/hint-badge";
import type { FlagKind } from "./flags";
import { strings } from "./strings";
import flag from "./flag.module.css";
import styles from "./badge-legend.module.css";

const text = strings.legend;

const KINDS: readonly BadgeKind[] = ["readOnly", "modifies", "destructive", "idempotent", "openWorld"];
const MARKS: readonly Mark[] = ["declared", "assumed", "decided"];
const COUNT = 2;
const FLAGS: Record<FlagKind, string> = {
  drifted: strings.flags.drifted,
  disputed: strings.flags.disputed,
  suspended: strings.flags.suspendedShort,
  problems: strings.flags.problems(COUNT),
  findings: strings.flags.findings(COUNT),
  notes: strings.flags.notes(COUNT),
  reviewed: strings.flags.reviewed,
};

export function BadgeLegend() {
  return (
    <Popover
      label={text.button}
      className={styles.legend}
      trigger={
        <IconButton label={text.button} title={text.button} data-testid="badge-legend">
          <CircleQuestionMark size={14} aria-hidden="true" />
        </IconButton>
      }
    >
      {/* Focusable, because keys could not scroll it otherwise. */}
      <div className={styles.body} tabIndex={0}>
        <Entries title={text.effects} entries={KINDS.map((kind) => [<HintBadge key={kind} kind={kind} mark="declared" />, text.kinds[kind]])} />
        <Entries title={text.sources} entries={MARKS.map((mark) => [<HintBadge key={mark} kind="destructive" mark={mark} />, text.marks[mark]])} />
        <Entries title={text.flagsTitle} entries={flagKinds().map((kind) => [<Flag key={kind} kind={kind} />, text.flags[kind]])} />
        <p className={styles.changed}>{text.changed}</p>
      </div>
    </Popover>
  );
}

const flagKinds = (): FlagKind[] => Object.keys(FLAGS) as FlagKind[];

function Flag({ kind }: { kind: FlagKind }) {
  return (
    <span className={flag.flag} data-flag={kind}>
      {FLAGS[kind]}
    </span>
  );
}

type EntriesProps = { title: string; entries: readonly (readonly [sample: ReactNode, meaning: string])[] };

function Entries({ title, entries }: EntriesProps) {
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.entries}>
        {entries.map(([sample, meaning]) => (
          <Fragment key={meaning}>
            <dt>{sample}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}
