// Parsing and serializing a form: each kind of field, both directions, without loss.
import { describe, expect, it } from "vitest";
import { choice, choices, field, form, list, number, object, text, toggle, variants } from "../../../test/run-data";
import type { Form } from "../../backend";
import type { ObjectValue, Value } from "./form-value";
import { movedItem, withItem, within, withMember } from "./form-value";
import { startOfChosen, startOfForm } from "./start-value";
import { argumentsProblem, parseForm } from "./parse-form-value";
import { serializeForm } from "./serialize-form-value";

function parse(of: Form, json: string): ObjectValue {
  const result = parseForm(of, json);
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}
const roundTrip = (of: Form, json: string): string => serializeForm(of, parse(of, json)).text;
const problemOf = (of: Form, json: string): string => {
  const result = parseForm(of, json);
  return result.ok ? "" : result.problem;
};
const of = (value: ObjectValue, name: string): Value => value.members.get(name) ?? null;

const ALL = form([
  text("title", { required: true }),
  number("count"),
  toggle("deep"),
  choice("mode", ['"fast"', '"slow"', "1.0", "null"]),
  choices("tags", ['"a"', '"b"', '"c"']),
  object("where", [text("city", { required: true }), number("zip"), object("more", [text("street")])]),
  list("ids", number("")),
  list("people", object("", [text("name", { required: true })])),
  variants("by", [text("", { label: "Name" }), object("", [choice("kind", ['"id"'], { required: true }), number("id", { required: true })], { label: "Id" })]),
  field("anything", { kind: "json", why: "it can be anything" }),
]);

describe("a round trip", () => {
  it.each([
    ["nothing", "{}"],
    ["long numbers as they are written", '{"count":12345678901234567890}'],
    ["1.0 and exponents", '{"count":-1.0e+02,"ids":[1.0,1,100000000000000000001]}'],
    ["an empty text, list and object", '{"title":"","tags":[],"where":{},"ids":[]}'],
    ["false", '{"deep":false}'],
    ["choices that are not strings", '{"mode":1.0}'],
    ["null as a choice", '{"mode":null}'],
    ["the order of choices", '{"tags":["c","a"]}'],
    ["nested objects", '{"where":{"city":"Porto","more":{"street":"Rua"}}}'],
    ["lists of objects", '{"people":[{"name":"A"},{"name":"B"},{}]}'],
    ["one variant", '{"by":"me"}'],
    ["the other variant", '{"by":{"kind":"id","id":7}}'],
    ["a field that is only JSON", '{"anything":{"a":[1.0,{"b":"x  y"}]}}'],
    ["values of another type than the field", '{"title":5,"count":"12","deep":null,"mode":"other","tags":["a","a"],"where":[],"ids":{},"by":[]}'],
    ["an item of another type", '{"ids":[1,"two",null]}'],
    ["members that a closed object does not have", '{"where":{"city":"Porto","country":"PT"}}'],
    ["duplicate names in a nested object", '{"where":{"city":"a","city":"b"}}'],
    ["hidden characters", '{"title":"a\u202eb\u200b"}'],
    ["the name __proto__ in JSON", '{"anything":{"__proto__":1}}'],
  ])("keeps %s", (_, json) => {
    expect(roundTrip(ALL, json)).toBe(json);
  });

  it("keeps unknown members of an open form, and rejects those of a closed one", () => {
    const open = { ...form([text("title")]), open: true };
    expect(roundTrip(open, '{"x":1.0,"title":"a","\\u0079":[ 1, 2 ]}')).toBe('{"title":"a","x":1.0,"\\u0079":[ 1, 2 ]}');
    expect(problemOf(form([text("title")]), '{"title":"a","x":1}')).toBe("The form has no field “x”");
  });

  it("is rejected for text that is not an object, with the position", () => {
    expect(problemOf(ALL, "[]")).toBe("Line 1, column 1: arguments must be an object in braces");
    expect(problemOf(ALL, '{\n"a" 1}')).toBe("Line 2, column 5: expected a colon");
    expect(problemOf(ALL, '{"title":"a","title":"b"}')).toBe("The form cannot show duplicate names");
    expect(argumentsProblem('{"a":1,"a":2}')).toBeNull();
  });

  it("recognizes a choice with escapes", () => {
    expect(of(parse(ALL, String.raw`{"mode":"\u0066ast"}`), "mode")).toEqual({ is: "choice", option: 0 });
  });

  it("does not check boxes for duplicate choices", () => {
    expect(of(parse(ALL, '{"tags":["a","a"]}'), "tags")).toEqual({ is: "json", text: '["a","a"]' });
  });

  it("selects the variant with the fewest missing members", () => {
    const two = form([variants("by", [object("", [text("a", { required: true }), text("b", { required: true })]), object("", [text("a", { required: true })])])]);
    expect(of(parse(two, '{"by":{"a":"x"}}'), "by")).toMatchObject({ is: "variant", at: 1 });
  });
});

describe("a form", () => {
  it("starts with the defaults and the required values", () => {
    const initial = form([
      text("title", { default: '"Untitled"' }),
      number("limit", { default: "10.0" }),
      object("where", [text("city", { default: '"Porto"' })], { required: true }),
      object("else", [text("city", { default: '"Porto"' })]),
      list("ids", number(""), { required: true }),
      choice("kind", ['"only"'], { required: true }),
      toggle("deep", { default: "not JSON" }),
    ]);
    expect(serializeForm(initial, startOfForm(initial)).text).toBe('{"title":"Untitled","limit":10.0,"where":{"city":"Porto"},"ids":[],"kind":"only"}');
  });

  it("omits an optional object until it has a value", () => {
    const one = form([object("where", [text("city"), object("more", [text("street")])])]);
    const empty: ObjectValue = { is: "object", members: new Map([["city", null]]), more: [], given: false };
    const put = (where: Value) => serializeForm(one, withMember(startOfForm(one), "where", where)).text;
    expect(put(empty)).toBe("{}");
    expect(put(withMember(empty, "more", empty))).toBe("{}");
    expect(put(withMember(empty, "more", withMember(empty, "street", { is: "text", text: "Rua" })))).toBe('{"where":{"more":{"street":"Rua"}}}');
  });

  it("sends a required object even if it was emptied", () => {
    const one = form([object("where", [text("city")], { required: true })]);
    const emptied: Value = { is: "object", members: new Map([["city", null]]), more: [], given: false };
    expect(serializeForm(one, withMember(startOfForm(one), "where", emptied)).text).toBe('{"where":{}}');
  });

  it("reports a value that is not a number, and sends it as text", () => {
    const one = form([number("n")]);
    for (const typed of ["12a", "+5", ".5", "01", "1,5"]) {
      const { text: json, problems } = serializeForm(one, withMember(startOfForm(one), "n", { is: "number", text: typed }));
      expect(json).toBe(`{"n":${JSON.stringify(typed)}}`);
      expect(problems).toEqual([{ path: "/n", message: "Not a number, so it is sent as text", fatal: false }]);
    }
    expect(serializeForm(one, withMember(startOfForm(one), "n", { is: "number", text: " 1.50 " }))).toEqual({ text: '{"n":1.50}', problems: [] });
  });

  it("reports invalid JSON, with the position", () => {
    const one = form([field("any", { kind: "json", why: "" })]);
    const { problems } = serializeForm(one, withMember(startOfForm(one), "any", { is: "json", text: '1, "other": 2' }));
    expect(problems).toEqual([{ path: "/any", message: "Line 1, column 2: unexpected text after the value", fatal: true }]);
  });

  it("sends empty items, and reports those that are sent as null", () => {
    const [texts, numbers] = [list("t", text("")), list("n", number(""))];
    const both = form([texts, numbers]);
    const one: Value = { is: "list", items: [{ id: 0, value: null }] };
    const { text: json, problems } = serializeForm(both, withMember(withMember(startOfForm(both), "t", one), "n", one));
    expect(json).toBe('{"t":[""],"n":[null]}');
    expect(problems).toEqual([{ path: "/n/0", message: "No value entered, so null is sent", fatal: false }]);
  });

  it("starts an item with its own defaults", () => {
    expect(startOfChosen(object("", [number("n", { default: "1" })]))).toMatchObject({ is: "object", members: new Map([["n", { is: "number", text: "1" }]]) });
  });
});

it("items move, and have unique ids", () => {
  const items = withItem(withItem([], { is: "number", text: "1" }), { is: "number", text: "2" });
  expect(items.map(({ id }) => id)).toEqual([0, 1]);
  expect(movedItem(items, 0, 1).map(({ id }) => id)).toEqual([1, 0]);
  expect(movedItem(items, 1, 1)).toBe(items);
  expect(withItem(movedItem(items, 0, 1), null).map(({ id }) => id)).toEqual([1, 0, 2]);
});

it("pointers escape slashes and tildes", () => {
  expect(within(within("", "a/b~c"), 0)).toBe("/a~1b~0c/0");
});
