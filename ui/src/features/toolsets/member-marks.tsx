// Marks of a member: missing, found by its definition, or changed. Icon and label each, with the reason in a tooltip.
import type { LucideIcon } from "lucide-react";
import { CircleAlert, CircleX, Fingerprint } from "lucide-react";
import type { MemberView } from "../../backend";
import { Tooltip } from "../../kit/tooltip";
import { ServerText } from "../../shared/server-text";
import styles from "./member-table.module.css";

type Mark = { label: string; why: string; icon: LucideIcon; tone: "error" | "warn" | "quiet" };

export function marksOf({ reference, tool, probableRename }: MemberView): Mark[] {
  if (!tool) {
    const renamed = probableRename === null ? "" : ` It was probably renamed to ${probableRename}.`;
    const why = `No server offers ${reference} now.${renamed} It stays listed, and is found again when it comes back.`;
    return [{ label: "Missing", why, icon: CircleX, tone: "error" }];
  }
  const marks: Mark[] = [];
  if (tool.byId) {
    const why = `There is no tool named ${reference} any more. Found by its definition, it is ${tool.key.server}.${tool.key.tool} now.`;
    marks.push({ label: "Found by its definition", why, icon: Fingerprint, tone: "quiet" });
  }
  if (tool.changed) {
    const why = "Its definition is another one than when it was chosen for this toolset.";
    marks.push({ label: "Changed since chosen", why, icon: CircleAlert, tone: "warn" });
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
