// Two versions of a tool's JSON side by side, with synchronized scrolling.
import { useMemo, useRef } from "react";
import type { ReactNode, RefObject } from "react";
import type { EqualLines } from "../../backend";
import { CopyButton } from "../../kit/copy-button";
import { Dialog } from "../../kit/dialog";
import { alignLines } from "../../shared/align-lines";
import { CodeLines } from "../../shared/code-lines";
import { ServerText } from "../../shared/server-text";
import { couldNotCopy } from "../../shared/could-not-copy";
import { strings } from "./strings";
import styles from "./json-dialog.module.css";

export type JsonVersion = { title: string; label: string; copyLabel: string; text: string };

type Props = {
  title: string;
  /** Server and name of the tool. */
  subject: string;
  before: JsonVersion;
  after: JsonVersion;
  equalLines: readonly EqualLines[];
  onClose: () => void;
};

export function JsonDialog({ title, subject, before, after, equalLines, onClose }: Props) {
  const lines = useMemo(() => alignLines(before.text, after.text, equalLines), [before.text, after.text, equalLines]);
  const left = useRef<HTMLDivElement>(null);
  const right = useRef<HTMLDivElement>(null);
  const differing = lines.before.filter((line, row) => line.sign !== "same" || lines.after[row]?.sign !== "same").length;
  return (
    <Dialog
      size="widest"
      title={title}
      about={
        <>
          <ServerText text={subject} limit={4} />
          {differing === 0 ? strings.json.sameLines : strings.json.differentLines(differing, lines.before.length)}
        </>
      }
      onClose={onClose}
    >
      <div className={styles.columns}>
        <Column version={before}>
          <CodeLines flush old ref={left} lines={lines.before} label={before.label} onScroll={() => follow(left, right)} />
        </Column>
        <Column version={after}>
          <CodeLines flush ref={right} lines={lines.after} label={after.label} onScroll={() => follow(right, left)} />
        </Column>
      </div>
    </Dialog>
  );
}

/** Setting an unchanged scroll position fires no event, so the two columns do not loop. */
function follow(from: RefObject<HTMLDivElement | null>, to: RefObject<HTMLDivElement | null>): void {
  if (!from.current || !to.current) return;
  to.current.scrollTop = from.current.scrollTop;
  to.current.scrollLeft = from.current.scrollLeft;
}

function Column({ version: { title, copyLabel, text }, children }: { version: JsonVersion; children: ReactNode }) {
  return (
    <section className={styles.column} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <CopyButton label={copyLabel} text={text} onFailed={couldNotCopy} />
      </header>
      {children}
    </section>
  );
}
