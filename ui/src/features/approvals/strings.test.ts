// Text of a pending approval: the verb on its button, and the remaining time.
import { describe, expect, it } from "vitest";
import { formatSize } from "../../shared/format-size";
import { buttonVerb } from "./button-verb";
import { formatPendingCount, formatTimeLeft } from "./strings";

describe("the verb on the button", () => {
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
  ])("of %s, %s is %s", (title, tool, verb) => {
    expect(buttonVerb({ title, tool })).toBe(verb);
  });
});

it("formats the remaining time, the number of pending calls, and sizes", () => {
  expect([0, -3, 9, 42, 60, 605].map(formatTimeLeft)).toEqual(["0:00", "0:00", "0:09", "0:42", "1:00", "10:05"]);
  expect([1, 1_200].map(formatPendingCount)).toEqual(["1 pending", "1,200 pending"]);
  expect([0, 900, 65_536, 1_600_000].map(formatSize)).toEqual(["0 bytes", "900 bytes", "64 KiB", "1.5 MiB"]);
});
