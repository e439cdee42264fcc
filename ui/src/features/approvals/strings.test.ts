// Labels of a pending approval: the verb on its button, and the remaining time.
import { describe, expect, it } from "vitest";
import { formatSize } from "../../shared/format-size";
import { actOf, clockOf, formatPendingCount } from "./labels";

describe("the act", () => {
  it.each([
    ["Delete Note", "nc_notes_delete_note", "Delete"],
    ["delete-everything", "x", "Delete"],
    ["Note", "removeNote", "Remove"],
    ["A title", "erase_note", "Erase"],
    ["Deletes a note", "note", null],
    // On a button, this verb would read as leaving the dialog.
    ["Cancel booking", "cancel_booking", null],
    ["Deny\u200b all", "deny", null],
    ["", "", null],
  ])("of %s, %s is %s", (title, tool, act) => {
    expect(actOf({ title, tool })).toBe(act);
  });
});

it("time and numbers are short", () => {
  expect([0, -3, 9, 42, 60, 605].map(clockOf)).toEqual(["0:00", "0:00", "0:09", "0:42", "1:00", "10:05"]);
  expect([1, 1_200].map(formatPendingCount)).toEqual(["1 waits", "1,200 wait"]);
  expect([0, 900, 65_536, 1_600_000].map(formatSize)).toEqual(["0 bytes", "900 bytes", "64 KiB", "1.5 MiB"]);
});
