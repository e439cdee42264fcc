// Verb on the button that allows a destructive call, such as "Delete".
import type { ApprovalView } from "../../backend";

/**
 * Verbs that a button may show, so that a server cannot choose its label. Excludes verbs that would read as leaving the
 * dialog: cancel, close, stop.
 */
const VERBS = new Set(
  `add append apply archive assign attach ban block change clear commit convert copy create cut deactivate delete deploy
  destroy detach disable discard drop edit empty erase execute expire expunge flush force format import insert install kill
  lock merge migrate modify move mute overwrite patch pay post prune publish purge push put rebase remove rename replace
  reset restart restore revert revoke rewrite rollback rotate save send set share shutdown submit swap sync terminate
  transfer transition trash truncate unarchive uninstall unpublish unshare untag update upload upsert wipe write`.split(/\s+/),
);

const firstWord = (text: string): string =>
  /^[a-z]+/.exec(text.trim().slice(0, 40).replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase())?.[0] ?? "";

/** Null if neither the title nor the name of the tool starts with an allowed verb. */
export function buttonVerb({ title, tool }: Pick<ApprovalView, "title" | "tool">): string | null {
  const verb = [title, tool].map(firstWord).find((word) => VERBS.has(word));
  return verb === undefined ? null : verb.charAt(0).toUpperCase() + verb.slice(1);
}
