// Table row of one member of a toolset.
import { X } from "lucide-react";
import { memo } from "react";
import type { BadgeKind, Behaviour, MemberTool, MemberView } from "../../backend";
import { Button, IconButton } from "../../kit/button";
import { TableRow } from "../../kit/table";
import { asPlainString } from "../../shared/hidden-characters";
import { HintLabel } from "../../shared/hint-badge";
import { ServerText } from "../../shared/server-text";
import { MemberMarks } from "./member-marks";
import { strings } from "./strings";
import styles from "./member-table.module.css";

const BADGE: Record<Behaviour, BadgeKind> = { safe: "readOnly", modifying: "modifies", destructive: "destructive" };

export type MemberActions = {
  onOpen: (member: MemberView) => void;
  onRemove: (member: MemberView) => void;
  /** Replaces a missing tool with the one it was probably renamed to. */
  onReplace: (member: MemberView, by: string) => void;
};

type Props = MemberActions & {
  member: MemberView;
  position: number;
  top: number;
  /** Keyboard commands apply to this row. */
  current: boolean;
  readOnly: boolean;
};

export const MemberRow = memo(function MemberRow(props: Props) {
  const { member, position, top, current, readOnly, onOpen, onRemove, onReplace } = props;
  const { tool, reference, probableRename } = member;
  const stop = current ? 0 : -1;
  const name = asPlainString(tool?.title ?? reference);
  return (
    <TableRow
      index={position}
      top={top}
      aria-selected={current}
      tabIndex={stop}
      data-testid="member"
      data-reference={reference}
      data-position={position}
      data-missing={tool === null || undefined}
    >
      {tool ? (
        <PresentCells tool={tool} reference={reference} stop={stop} onOpen={() => onOpen(member)} />
      ) : (
        <MissingCells
          reference={reference}
          probableRename={probableRename}
          stop={stop}
          onReplace={readOnly ? null : (by) => onReplace(member, by)}
        />
      )}
      <div role="gridcell" className={styles.marks}>
        <MemberMarks member={member} tabbable={current} />
      </div>
      <div role="gridcell" className={styles.actions}>
        {readOnly ? null : (
          <IconButton label={strings.table.removeNamed(name)} title={strings.table.remove} tabIndex={stop} onClick={() => onRemove(member)}>
            <X size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </TableRow>
  );
});

type PresentProps = { tool: MemberTool; reference: string; stop: number; onOpen: () => void };

function PresentCells({ tool, reference, stop, onOpen }: PresentProps) {
  return (
    <>
      <div role="gridcell" className={styles.title}>
        <button type="button" className={styles.open} tabIndex={stop} onClick={onOpen}>
          <ServerText text={tool.title} limit={1} />
        </button>
      </div>
      <ServerText role="gridcell" className={styles.reference} text={reference} limit={1} />
      <div role="gridcell">
        <HintLabel kind={BADGE[tool.behaviour]} />
      </div>
      <div role="gridcell" className={styles.number}>
        {tool.tokens.toLocaleString("en")}
      </div>
      <div role="gridcell" className={styles.number}>
        {tool.notes > 0 ? tool.notes.toLocaleString("en") : null}
      </div>
    </>
  );
}

type MissingProps = { reference: string; probableRename: string | null; stop: number; onReplace: ((by: string) => void) | null };

/** Of a missing tool only its reference is known, and perhaps its new name. */
function MissingCells({ reference, probableRename, stop, onReplace }: MissingProps) {
  return (
    <>
      <ServerText role="gridcell" className={styles.reference} text={reference} limit={1} />
      <div role="gridcell" className={styles.rename} aria-colspan={4}>
        {probableRename === null ? null : (
          <>
            <span className={styles.renameText}>
              {strings.table.probablyRenamedTo}{" "}
              <code>
                <ServerText text={probableRename} limit={1} />
              </code>
            </span>
            {onReplace ? (
              <Button
                size="small"
                tabIndex={stop}
                aria-label={strings.table.replaceWith(asPlainString(probableRename))}
                title={asPlainString(probableRename)}
                onClick={() => onReplace(probableRename)}
              >
                {strings.table.replace}
              </Button>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}
