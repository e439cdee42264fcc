// Unit tests of the unfinished terms of a query.
import { expect, it } from "vitest";
import { withoutUnfinished } from "./unfinished-terms";

const problem = (term: string) => ({ term, message: "", suggestion: null });

it.each([
  ["is:", [problem("is:")], ""],
  ["note is:", [problem("is:")], "note"],
  ["is: note", [problem("is:")], "note"],
  ["note -hint:des", [problem("-hint:des")], "note"],
  ['note server:"', [], "note"],
  ["is:foo ", [problem("is:foo")], "is:foo "],
  ["is:foo note", [problem("is:foo")], "is:foo note"],
  ["is:new note", [], "is:new note"],
])("%s", (query, problems, rest) => expect(withoutUnfinished(query, problems)).toBe(rest));
