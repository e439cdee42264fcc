// Texts of the store dialog, its backups and checks, and of the pages that replace the window after a store failure or a restore.

const BACKUPS = "Backups";
const CHECKS = "Checks";
const RESTART = "Restart Hintsmith";

export const strings = {
  dialog: {
    title: "Store",
    about: "Servers, tools and decisions are stored in one file. Hintsmith backs it up automatically.",
    file: "File",
    loading: "Loading…",
    unknown: "Unknown",
    backups: BACKUPS,
    checks: CHECKS,
    backUpTo: "Back up to…",
    backUpNow: "Back up now",
    backedUp: (path: string) => `Backed up to ${path}`,
  },

  backups: {
    label: BACKUPS,
    loading: "Loading backups…",
    failed: "Could not load the backups.",
    empty: "No backups yet. Hintsmith creates the first one when the store has content.",
    beforeMigration: "before an upgrade of the store format",
    restore: "Restore…",
    restoreNamed: (time: string) => `Restore the backup of ${time}`,
  },

  restoreDialog: {
    title: (time: string) => `Restore the backup of ${time}?`,
    resets: "The store returns to its state at that time. Later changes are not included.",
    keepsDamaged: "The damaged file is kept in the same folder, unchanged.",
    keepsCurrent: "The current file is kept in the same folder, unchanged.",
    restart: "Restart required.",
    cancel: "Cancel",
    restore: "Restore backup",
  },

  checks: {
    label: CHECKS,
    loading: "Checking the store…",
    failed: "Could not check the store.",
    passed: "No problems found.",
    problems: (count: number, total: number) => `${count} of ${total} checks found ${count === 1 ? "a problem" : "problems"}.`,
    /** For screen readers, after the name of a check. */
    ok: ", passed",
    notOk: ", failed",
  },

  failedPage: {
    damaged: "The store is damaged",
    unusable: "The store cannot be used",
    retry: "Try again",
    restart: RESTART,
    check: "Check the store",
    checks: CHECKS,
    backups: BACKUPS,
  },

  restoredPage: {
    restored: "Backup restored",
    failed: "Could not restore the backup",
    from: "Restored from",
    previous: "Previous store file",
    noPrevious: "None",
    restoredHint: "Restart Hintsmith to use the restored store.",
    failedHint: "The store was closed for the restore. Restart Hintsmith to continue with the existing store.",
    restart: RESTART,
  },
} as const;

export function formatBackupTime(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

const UNITS = ["bytes", "KB", "MB", "GB"] as const;

export function formatBackupSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
