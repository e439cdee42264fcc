// What is to be known about one member: it is missing, was found by its definition, or has changed. A word and an icon each,
// and why in a tooltip.
import type { LucideIcon } from "lucide-react";
import { CircleAlert, CircleX, Fingerprint } from "lucide-react";
import type { MemberView } from "../../backend";
import { Tooltip } from "../../kit/tooltip";
import { ServerText } from "../../shared/server-text";
import styles from "./member-table.module.css";

type Mark = { word: string; why: string; icon: LucideIcon; tone: "error" | "warn" | "quiet" };

export function marksOf({ reference, tool, probableRename }: MemberView): Mark[] {
  if (!tool) {
    const became = probableRename === null ? "" : ` It was probably renamed to ${probableRename}.`;
    const why = `No server offers ${reference} now.${became} It stays listed, and is found again when it comes back.`;
    return [{ word: "Missing", why, icon: CircleX, tone: "error" }];
  }
  const marks: Mark[] = [];
  if (tool.byId) {
    const why = `There is no tool named ${reference} any more. Found by its definition, it is ${tool.key.server}.${tool.key.tool} now.`;
    marks.push({ word: "Found by its definition", why, icon: Fingerprint, tone: "quiet" });
  }
  if (tool.changed) {
    const why = "Its definition is another one than when it was chosen for this toolset.";
    marks.push({ word: "Changed since chosen", why, icon: CircleAlert, tone: "warn" });
  }
  return marks;
}

/** Only the row that keys act on takes Tab. */
export function MemberMarks({ member, tabbable }: { member: MemberView; tabbable: boolean }) {
  return marksOf(member).map(({ word, why, icon: Icon, tone }) => (
    <Tooltip
      key={word}
      trigger={
        <button type="button" className={styles.mark} data-tone={tone} tabIndex={tabbable ? 0 : -1}>
          <Icon size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>{word}</span>
        </button>
      }
    >
      <ServerText text={why} />
    </Tooltip>
  ));
}
