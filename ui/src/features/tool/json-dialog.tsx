// Server JSON and effective JSON side by side, with synchronized scrolling.
import { useMemo, useRef } from "react";
import type { ReactNode, RefObject } from "react";
import type { ToolDetail } from "../../backend";
import { CopyButton } from "../../kit/copy-button";
import { Dialog } from "../../kit/dialog";
import { alignLines } from "../../shared/align-lines";
import { CodeLines } from "../../shared/code-lines";
import { ServerText } from "../../shared/server-text";
import { couldNotCopy } from "../../shared/could-not-copy";
import { strings } from "./strings";
import styles from "./json-dialog.module.css";

type Props = { detail: ToolDetail; onClose: () => void };

export function JsonDialog({ detail, onClose }: Props) {
  const { serverJson, effectiveJson, equalLines, card } = detail;
  const { before, after } = useMemo(
    () => alignLines(serverJson, effectiveJson, equalLines),
    [serverJson, effectiveJson, equalLines],
  );
  const left = useRef<HTMLDivElement>(null);
  const right = useRef<HTMLDivElement>(null);
  const differing = before.filter((line, row) => line.sign !== "same" || after[row]?.sign !== "same").length;
  return (
    <Dialog
      size="widest"
      title={strings.json.dialog}
      about={
        <>
          <ServerText text={`${card.server}.${card.name}`} limit={4} />
          {differing === 0 ? strings.json.sameLines : strings.json.differentLines(differing, before.length)}
        </>
      }
      onClose={onClose}
    >
      <div className={styles.columns}>
        <Column title={strings.json.server} copyLabel={strings.json.copyServer} text={serverJson}>
          <CodeLines flush old ref={left} lines={before} label={strings.json.serverLabel} onScroll={() => follow(left, right)} />
        </Column>
        <Column title={strings.json.effective} copyLabel={strings.json.copyEffective} text={effectiveJson}>
          <CodeLines flush ref={right} lines={after} label={strings.json.effectiveLabel} onScroll={() => follow(right, left)} />
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

type ColumnProps = { title: string; copyLabel: string; text: string; children: ReactNode };

function Column({ title, copyLabel, text, children }: ColumnProps) {
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
