// What each mode lists: raw JSON texts of tools, page by page.

const schema = { type: "object", properties: { id: { type: "string" } } };
export const good = (name) => JSON.stringify({ name, description: `Does ${name}.`, inputSchema: schema });
const around = (...tools) => [[good("get_note"), ...tools, good("delete_note")]];
const annotated = (name, annotations) => `{"name":"${name}","inputSchema":{},"annotations":${annotations}}`;
const nested = (levels) => `{"a":`.repeat(levels) + "1" + "}".repeat(levels);
const withProperties = (name, properties) =>
  `{"name":"${name}","inputSchema":{"type":"object","properties":${properties}}}`;
const branched = (name, branches) =>
  withProperties(name, `{"a":{"anyOf":[${Array(branches).fill('{"type":"string","enum":["x"]}').join(",")}]}}`);
const numbered = (from, count) => Array.from({ length: count }, (_, at) => good(`tool_${from + at}`));

/** Escapes, an overwritten line, a clipboard write, hidden and reordering characters, and markup. */
export const HOSTILE_TEXT =
  "\u001b[31mred\u001b]52;c;cm0gLXJm\u0007 \rover \u202Eevil\u202C \u200Bzero \u{E0041}tag \u00ADsoft " +
  "<script>window.__pwned=1</script> </textarea> [x](javascript:alert(1)) {{7*7}} ${7*7}";

/** Pages, or a function from the cursor to one page and the cursor of the next. */
const lists = {
  good: around(),
  "one-bad": around(
    '{"name":"list_views","inputSchema":{},"annotations":{"readOnlyHint":"yes"},"x":1}',
    '{"name":42,"inputSchema":{"type":"object"}}',
  ),
  paged: [[good("a")], [good("b")], [good("c")]],
  odd_numbers: [['{"name":"numbers","inputSchema":{"maximum":12345678901234567890123,"minimum":1.0,"x":1e400}}']],
  hostile: [
    [
      JSON.stringify({
        name: "<img src=x onerror='window.__pwned=1'>",
        title: "<script>window.__pwned=1</script>",
        description: "Reads \u202Egnihton\u202C. <iframe src='https://example.com'></iframe> \u001b[31m{{7*7}}",
        inputSchema: schema,
      }),
    ],
  ],

  hundred: () => [numbered(0, 100)],
  many: () => [numbered(0, 100_000)],
  "many-pages": (cursor = "0") => [
    numbered(Number(cursor) * 100, 100),
    cursor < 999 ? `${Number(cursor) + 1}` : undefined,
  ],
  "too-many": () => [numbered(0, 100_001)],
  "long-description": () => [
    [good("get_note"), `{"name":"long","description":"${"x".repeat(50e6)}","inputSchema":{}}`, good("delete_note")],
  ],
  "long-message": () => [[`{"name":"long","description":"${"x".repeat(65 << 20)}","inputSchema":{}}`]],

  deep: [[good("get_note"), withProperties("deep", nested(200))]],
  deeper: () => [[good("get_note"), withProperties("deep", nested(100_000))]],
  "deep-list": () => [
    [
      good("get_note"),
      `{"name":"deep","inputSchema":{},"_meta":{"x-mcp-header":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
    ],
  ],
  "reference-loop": [
    [
      good("get_note"),
      '{"name":"loop","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}}',
      '{"name":"away","inputSchema":{"$ref":"http://127.0.0.1:9/never-fetched.json"}}',
    ],
  ],
  wide: () => [[good("get_note"), branched("wide", 30_000)]],
  "too-wide": () => [[good("get_note"), branched("wide", 100_000)]],
  "slow-pattern": [
    [
      good("get_note"),
      withProperties(
        "pattern",
        '{"a":{"type":"string","pattern":"^(a+)+$","default":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}}',
      ),
    ],
  ],

  "same-names": [[good("get_note"), good("get_note"), good("Get_Note"), good("get_note")]],

  "lone-surrogate": around(
    '{"name":"half","description":"a\\ud800b","inputSchema":{}}',
    '{"name":"\\udc00","inputSchema":{}}',
  ),
  nul: around('{"name":"nul","description":"a\\u0000b","inputSchema":{}}', '{"name":"n\\u0000m","inputSchema":{}}'),

  "cursors-in-a-circle": (cursor) => [[good("same")], cursor === "A" ? "B" : "A"],
  "cursors-at-random": () => [[good("same")], `${Math.random()}`],
  endless: () => [[good("same")], ""],
  "empty-cursor-once": (cursor) => (cursor === "" ? [[good("b")]] : [[good("a")], ""]),

  "hint-types": [
    [
      annotated("text_hint", '{"readOnlyHint":"yes"}'),
      annotated("number_hint", '{"readOnlyHint":1}'),
      annotated("array_hint", '{"idempotentHint":[]}'),
      annotated("zero_hint", '{"destructiveHint":0}'),
      annotated("frobnicate", '{"openWorldHint":null}'),
      annotated("text_annotations", '"x"'),
      annotated("good_hint", '{"readOnlyHint":true}'),
    ],
  ],
  contradictory: [
    [
      annotated("get_all", '{"readOnlyHint":true,"destructiveHint":true}'),
      annotated("delete_all", '{"readOnlyHint":true}'),
    ],
  ],
  "field-types": [
    [
      good("get_note"),
      '{"name":42,"inputSchema":{}}',
      '{"name":"","inputSchema":{}}',
      '{"name":"no_schema"}',
      '{"name":"true_schema","inputSchema":true}',
      '{"name":"list_schema","inputSchema":[]}',
      '{"name":"null_schema","inputSchema":null}',
      '{"name":"number_title","title":7,"description":{"a":1},"inputSchema":{"properties":[]}}',
      "null",
      "[]",
      '"text"',
      good("delete_note"),
    ],
  ],
  "hostile-text": [
    [
      JSON.stringify({
        name: `evil ${HOSTILE_TEXT}`,
        title: HOSTILE_TEXT,
        description: HOSTILE_TEXT,
        inputSchema: { title: HOSTILE_TEXT, properties: { [HOSTILE_TEXT]: { enum: [HOSTILE_TEXT] } } },
        annotations: { title: HOSTILE_TEXT, readOnlyHint: HOSTILE_TEXT, [HOSTILE_TEXT]: true },
      }),
    ],
  ],
};

/** The result of `tools/list` as text, and whatever a mode answers instead. */
export function listed(mode, cursor, stateless) {
  const whole = {
    "tools-object": '{"tools":{}}',
    "tools-missing": "{}",
    "result-list": "[]",
    "cursor-number": '{"tools":[],"nextCursor":7}',
  };
  if (whole[mode]) return whole[mode];
  const list = lists[mode] ?? lists.good;
  const [tools, next] =
    typeof list === "function"
      ? list(cursor)
      : [list[Number(cursor ?? 0)], Number(cursor ?? 0) + 1 < list.length ? `${Number(cursor ?? 0) + 1}` : undefined];
  const more = next === undefined ? "" : `,"nextCursor":${JSON.stringify(next)}`;
  const modern = stateless ? ',"resultType":"complete","ttlMs":60000,"cacheScope":"private"' : "";
  return `{"tools":[${tools.join(",")}]${more}${modern}}`;
}
