// Labels of a pending approval.
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

/** Verb for the button, such as "Delete"; null if neither the title nor the name begins with an allowed verb. */
export function actOf({ title, tool }: Pick<ApprovalView, "title" | "tool">): string | null {
  const verb = [title, tool].map(firstWord).find((word) => VERBS.has(word));
  return verb === undefined ? null : verb.charAt(0).toUpperCase() + verb.slice(1);
}

/** Minutes and seconds, such as "0:42". */
export function clockOf(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60).toLocaleString("en")}:${String(left % 60).padStart(2, "0")}`;
}

export const ORIGIN_PHRASES: Record<ApprovalView["origin"], string> = {
  gateway: " through the gateway",
  wrap: " through hintsmith wrap",
  window: "",
  terminal: " in a terminal",
};

export const NAMELESS = "A client that does not give its name";

export const formatMorePending = (more: number): string => (more === 1 ? "1 more waits" : `${more.toLocaleString("en")} more wait`);
export const formatPendingCount = (count: number): string => (count === 1 ? "1 waits" : `${count.toLocaleString("en")} wait`);
