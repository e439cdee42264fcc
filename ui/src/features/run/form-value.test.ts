// Parsing and serializing a form: each kind of field, both directions, without loss.
import { describe, expect, it } from "vitest";
import { choice, choices, field, form, list, number, object, text, toggle, variants } from "../../../test/run-data";
import type { Form } from "../../backend";
import type { ObjectValue, Value } from "./form-value";
import { movedItem, withItem, within, withMember } from "./form-value";
import { startOfChosen, startOfForm } from "./start-value";
import { parseForm, whyNoArguments } from "./parse-form-value";
import { written } from "./serialize-form-value";

function taken(of: Form, json: string): ObjectValue {
  const result = parseForm(of, json);
  if (!result.ok) throw new Error(result.why);
  return result.value;
}
const roundTrip = (of: Form, json: string): string => written(of, taken(of, json)).text;
const whyNot = (of: Form, json: string): string => {
  const result = parseForm(of, json);
  return result.ok ? "" : result.why;
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
    ["both truths", '{"deep":false}'],
    ["choices that are no text", '{"mode":1.0}'],
    ["null where it can be chosen", '{"mode":null}'],
    ["the order of choices", '{"tags":["c","a"]}'],
    ["nested objects", '{"where":{"city":"Porto","more":{"street":"Rua"}}}'],
    ["lists of objects", '{"people":[{"name":"A"},{"name":"B"},{}]}'],
    ["either variant", '{"by":"me"}'],
    ["the other variant", '{"by":{"kind":"id","id":7}}'],
    ["what is only JSON", '{"anything":{"a":[1.0,{"b":"x  y"}]}}'],
    ["what is of another kind than the field", '{"title":5,"count":"12","deep":null,"mode":"other","tags":["a","a"],"where":[],"ids":{},"by":[]}'],
    ["an item of another kind", '{"ids":[1,"two",null]}'],
    ["members that a closed object does not have", '{"where":{"city":"Porto","country":"PT"}}'],
    ["names that are there twice within", '{"where":{"city":"a","city":"b"}}'],
    ["hidden characters", '{"title":"a\u202eb\u200b"}'],
    ["the name __proto__ within what is only JSON", '{"anything":{"__proto__":1}}'],
  ])("keeps %s", (_, json) => {
    expect(roundTrip(ALL, json)).toBe(json);
  });

  it("keeps members that an open form does not know, and refuses those that a closed one does not know", () => {
    const open = { ...form([text("title")]), open: true };
    expect(roundTrip(open, '{"x":1.0,"title":"a","\\u0079":[ 1, 2 ]}')).toBe('{"title":"a","x":1.0,"\\u0079":[ 1, 2 ]}');
    expect(whyNot(form([text("title")]), '{"title":"a","x":1}')).toBe("The form has no field “x”");
  });

  it("is refused for what is no object, and says where", () => {
    expect(whyNot(ALL, "[]")).toBe("Line 1, column 1: arguments are an object, in braces");
    expect(whyNot(ALL, '{\n"a" 1}')).toBe("Line 2, column 5: expected a colon");
    expect(whyNot(ALL, '{"title":"a","title":"b"}')).toBe("A name is there twice, which the form cannot show");
    expect(whyNoArguments('{"a":1,"a":2}')).toBeNull();
  });

  it("knows a text again that is written otherwise", () => {
    expect(of(taken(ALL, String.raw`{"mode":"\u0066ast"}`), "mode")).toEqual({ is: "choice", option: 0 });
  });

  it("does not tick a box for what is chosen twice", () => {
    expect(of(taken(ALL, '{"tags":["a","a"]}'), "tags")).toEqual({ is: "json", text: '["a","a"]' });
  });

  it("takes the variant that lacks least", () => {
    const two = form([variants("by", [object("", [text("a", { required: true }), text("b", { required: true })]), object("", [text("a", { required: true })])])]);
    expect(of(taken(two, '{"by":{"a":"x"}}'), "by")).toMatchObject({ is: "variant", at: 1 });
  });
});

describe("a form", () => {
  it("begins with the defaults, and with what has to be there", () => {
    const begun = form([
      text("title", { default: '"Untitled"' }),
      number("limit", { default: "10.0" }),
      object("where", [text("city", { default: '"Porto"' })], { required: true }),
      object("else", [text("city", { default: '"Porto"' })]),
      list("ids", number(""), { required: true }),
      choice("kind", ['"only"'], { required: true }),
      toggle("deep", { default: "not JSON" }),
    ]);
    expect(written(begun, startOfForm(begun)).text).toBe('{"title":"Untitled","limit":10.0,"where":{"city":"Porto"},"ids":[],"kind":"only"}');
  });

  it("does not send an optional object until something is in it", () => {
    const one = form([object("where", [text("city"), object("more", [text("street")])])]);
    const empty: ObjectValue = { is: "object", members: new Map([["city", null]]), more: [], given: false };
    const put = (where: Value) => written(one, withMember(startOfForm(one), "where", where)).text;
    expect(put(empty)).toBe("{}");
    expect(put(withMember(empty, "more", empty))).toBe("{}");
    expect(put(withMember(empty, "more", withMember(empty, "street", { is: "text", text: "Rua" })))).toBe('{"where":{"more":{"street":"Rua"}}}');
  });

  it("sends a required object also when everything was taken out of it again", () => {
    const one = form([object("where", [text("city")], { required: true })]);
    const emptied: Value = { is: "object", members: new Map([["city", null]]), more: [], given: false };
    expect(written(one, withMember(startOfForm(one), "where", emptied)).text).toBe('{"where":{}}');
  });

  it("says what is no number, and sends it as a text", () => {
    const one = form([number("n")]);
    for (const typed of ["12a", "+5", ".5", "01", "1,5"]) {
      const { text: json, problems } = written(one, withMember(startOfForm(one), "n", { is: "number", text: typed }));
      expect(json).toBe(`{"n":${JSON.stringify(typed)}}`);
      expect(problems).toEqual([{ path: "/n", message: "This is not a number, so it is sent as a text", fatal: false }]);
    }
    expect(written(one, withMember(startOfForm(one), "n", { is: "number", text: " 1.50 " }))).toEqual({ text: '{"n":1.50}', problems: [] });
  });

  it("says what is no JSON, and where", () => {
    const one = form([field("any", { kind: "json", why: "" })]);
    const { problems } = written(one, withMember(startOfForm(one), "any", { is: "json", text: '1, "other": 2' }));
    expect(problems).toEqual([{ path: "/any", message: "Line 1, column 2: unexpected text after the value", fatal: true }]);
  });

  it("writes items that are empty, and says so where null has to stand for them", () => {
    const [texts, numbers] = [list("t", text("")), list("n", number(""))];
    const both = form([texts, numbers]);
    const one: Value = { is: "list", items: [{ id: 0, value: null }] };
    const { text: json, problems } = written(both, withMember(withMember(startOfForm(both), "t", one), "n", one));
    expect(json).toBe('{"t":[""],"n":[null]}');
    expect(problems).toEqual([{ path: "/n/0", message: "Nothing is filled in here, so null is sent", fatal: false }]);
  });

  it("begins an item with its own defaults", () => {
    expect(startOfChosen(object("", [number("n", { default: "1" })]))).toMatchObject({ is: "object", members: new Map([["n", { is: "number", text: "1" }]]) });
  });
});

it("items move, and get numbers of their own", () => {
  const items = withItem(withItem([], { is: "number", text: "1" }), { is: "number", text: "2" });
  expect(items.map(({ id }) => id)).toEqual([0, 1]);
  expect(movedItem(items, 0, 1).map(({ id }) => id)).toEqual([1, 0]);
  expect(movedItem(items, 1, 1)).toBe(items);
  expect(withItem(movedItem(items, 0, 1), null).map(({ id }) => id)).toEqual([1, 0, 2]);
});

it("pointers escape what they have to", () => {
  expect(within(within("", "a/b~c"), 0)).toBe("/a~1b~0c/0");
});
