// Marks of a member: missing, matched by its definition, or changed. Icon and label each, with the reason in a tooltip.
import type { LucideIcon } from "lucide-react";
import { CircleAlert, CircleX, Fingerprint } from "lucide-react";
import type { MemberView } from "../../backend";
import { Tooltip } from "../../kit/tooltip";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./member-table.module.css";

const text = strings.status;

type Mark = { label: string; why: string; icon: LucideIcon; tone: "error" | "warn" | "quiet" };

export function marksOf({ reference, tool, probableRename }: MemberView): Mark[] {
  if (!tool) {
    return [{ label: text.missing, why: text.missingReason(reference, probableRename), icon: CircleX, tone: "error" }];
  }
  const marks: Mark[] = [];
  if (tool.byId) {
    const why = text.matchedReason(reference, `${tool.key.server}.${tool.key.tool}`);
    marks.push({ label: text.matched, why, icon: Fingerprint, tone: "quiet" });
  }
  if (tool.changed) {
    marks.push({ label: text.changed, why: text.changedReason, icon: CircleAlert, tone: "warn" });
  }
  return marks;
}

/** Only the marks of the current row are tab stops. */
export function MemberMarks({ member, tabbable }: { member: MemberView; tabbable: boolean }) {
  return marksOf(member).map(({ label, why, icon: Icon, tone }) => (
    <Tooltip
      key={label}
      trigger={
        <button type="button" className={styles.mark} data-tone={tone} tabIndex={tabbable ? 0 : -1}>
          <Icon size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>{label}</span>
        </button>
      }
    >
      <ServerText text={why} />
    </Tooltip>
  ));
}
