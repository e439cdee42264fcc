use crate::registration::File;
use crate::scan::scan;
use crate::testing::{names, patch, patch_in, refusal, scan_one, skipped};

const SDK: &str = "import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\n";

/// (before, wanted, after)
type Example = (&'static str, &'static str, &'static str);

const CALLS: &[Example] = &[
    // The overloads of `tool`.
    ("s.tool(\"a\", cb);\n", "read-only=true", "s.tool(\"a\", { readOnlyHint: true }, cb);\n"),
    (
        "s.tool(\"a\", \"Does a\", cb);\n",
        "read-only=true",
        "s.tool(\"a\", \"Does a\", { readOnlyHint: true }, cb);\n",
    ),
    (
        "s.tool(\"a\", {}, async () => {});\n",
        "read-only=true",
        "s.tool(\"a\", {}, { readOnlyHint: true }, async () => {});\n",
    ),
    (
        "s.tool(\n  \"a\",\n  \"Does a\",\n  { city: z.string() }, // where\n  async ({ city }) => {\n    return city;\n  }\n);\n",
        "read-only=true open-world=false title=A",
        "s.tool(\n  \"a\",\n  \"Does a\",\n  { city: z.string() }, // where\n  { title: \"A\", readOnlyHint: true, openWorldHint: false },\n  async ({ city }) => {\n    return city;\n  }\n);\n",
    ),
    (
        "s.tool(\"a\", \"A\", shape, { title: \"A\", readOnlyHint: false }, cb);\n",
        "read-only=true idempotent=true",
        "s.tool(\n  \"a\",\n  \"A\",\n  shape,\n  { title: \"A\", readOnlyHint: true, idempotentHint: true },\n  cb,\n);\n",
    ),
    ("s.tool(\"a\", { readOnlyHint: true }, cb);\n", "read-only=-", "s.tool(\"a\", cb);\n"),
    // Configurations.
    (
        "s.registerTool(\"a\", {}, cb);\n",
        "read-only=true",
        "s.registerTool(\"a\", { annotations: { readOnlyHint: true } }, cb);\n",
    ),
    (
        "s.registerTool(\n  'a',\n  {\n    description: 'Does a',\n    inputSchema: { city: z.string() }\n  },\n  async () => {}\n);\n",
        "destructive=false title=It's",
        "s.registerTool(\n  'a',\n  {\n    description: 'Does a',\n    title: \"It's\",\n    inputSchema: { city: z.string() },\n    annotations: { destructiveHint: false }\n  },\n  async () => {}\n);\n",
    ),
    (
        "s.registerTool(\"a\", {\n  title: \"A\",\n  annotations: {\n    readOnlyHint: false, // why\n  },\n}, cb);\n",
        "read-only=true destructive=false title=B",
        "s.registerTool(\"a\", {\n  title: \"B\",\n  annotations: {\n    readOnlyHint: true, // why\n    destructiveHint: false,\n  },\n}, cb);\n",
    ),
    (
        "s.registerTool(\"a\", { description: \"Does what is described here\", inputSchema: {} }, async () => {\n});\n",
        "read-only=true destructive=false idempotent=true open-world=true",
        "s.registerTool(\"a\", {\n  description: \"Does what is described here\",\n  inputSchema: {},\n  annotations: {\n    readOnlyHint: true,\n    destructiveHint: false,\n    idempotentHint: true,\n    openWorldHint: true,\n  },\n}, async () => {\n});\n",
    ),
    // A configuration that only this call uses.
    (
        "const config = {\n  title: \"A\",\n};\ns.registerTool(\"a\", config, cb);\n",
        "read-only=true",
        "const config = {\n  title: \"A\",\n  annotations: { readOnlyHint: true },\n};\ns.registerTool(\"a\", config, cb);\n",
    ),
    // A shared constant, as value, as spread and by its own name.
    (
        "const READ = { readOnlyHint: true } as const;\ns.registerTool(\"a\", { annotations: READ }, cb);\n",
        "open-world=false",
        "const READ = { readOnlyHint: true } as const;\ns.registerTool(\"a\", {\n  annotations: { readOnlyHint: true, openWorldHint: false },\n}, cb);\n",
    ),
    (
        "const READ = { readOnlyHint: true };\ns.registerTool(\"a\", { annotations: { ...READ, title: \"A\" } }, cb);\n",
        "read-only=false",
        "const READ = { readOnlyHint: true };\ns.registerTool(\"a\", {\n  annotations: { ...READ, title: \"A\", readOnlyHint: false },\n}, cb);\n",
    ),
    (
        "const annotations = { readOnlyHint: true };\ns.registerTool(\"a\", { annotations }, cb);\n",
        "read-only=false",
        "const annotations = { readOnlyHint: true };\ns.registerTool(\"a\", { annotations: { readOnlyHint: false } }, cb);\n",
    ),
    (
        "registerAppTool(s, \"a\", { \"title\": \"A\" }, cb);\n",
        "read-only=true",
        "registerAppTool(s, \"a\", {\n  \"title\": \"A\",\n  \"annotations\": { \"readOnlyHint\": true },\n}, cb);\n",
    ),
];

const LITERALS: &[Example] = &[
    (
        "const tools = [\n\t{\n\t\tname: 'a',\n\t\tinputSchema: {\n\t\t\ttype: 'object',\n\t\t\tproperties: { name: { type: 'string' } },\n\t\t},\n\t},\n];\n",
        "read-only=true title=A",
        "const tools = [\n\t{\n\t\tname: 'a',\n\t\ttitle: 'A',\n\t\tinputSchema: {\n\t\t\ttype: 'object',\n\t\t\tproperties: { name: { type: 'string' } },\n\t\t},\n\t\tannotations: { readOnlyHint: true },\n\t},\n];\n",
    ),
    // Functions stay last. Quoted keys stay quoted.
    (
        "const a: Tool = {\n  name: \"a\",\n  inputSchema: S,\n  handler: async () => {\n    run();\n  },\n};\n",
        "read-only=true",
        "const a: Tool = {\n  name: \"a\",\n  inputSchema: S,\n  annotations: { readOnlyHint: true },\n  handler: async () => {\n    run();\n  },\n};\n",
    ),
    (
        "var a = {\r\n    \"name\": \"a\",\r\n    \"inputSchema\": {}\r\n};\r\n",
        "read-only=true",
        "var a = {\r\n    \"name\": \"a\",\r\n    \"inputSchema\": {},\r\n    \"annotations\": { \"readOnlyHint\": true }\r\n};\r\n",
    ),
    (
        "f({ name: 'é😀', inputSchema: {}, annotations: { readOnlyHint: !0 } });\n",
        "read-only=false",
        "f({ name: 'é😀', inputSchema: {}, annotations: { readOnlyHint: false } });\n",
    ),
    (
        "f({ name: 'a', inputSchema: {}, annotations: undefined });\n",
        "read-only=false",
        "f({ name: 'a', inputSchema: {}, annotations: { readOnlyHint: false } });\n",
    ),
];

fn check(imports: &str, examples: &[Example]) {
    for (before, values, after) in examples {
        let patched = patch("server.ts", &format!("{imports}{before}"), values);
        assert_eq!(patched, format!("{imports}{after}"), "{before}");
    }
}

#[test]
fn calls_are_edited_as_written() {
    check(SDK, CALLS);
}

#[test]
fn literals_are_edited_as_written() {
    check(SDK, LITERALS);
}

#[test]
fn other_packages_have_their_own_notation() {
    check(
        "import { FastMCP } from 'fastmcp';\n",
        &[(
            "s.addTool({\n  name: 'a',\n  description: 'A',\n  parameters: z.object({ city: z.string() }),\n  execute: async () => 'x',\n});\n",
            "read-only=true title=A",
            "s.addTool({\n  name: 'a',\n  description: 'A',\n  parameters: z.object({ city: z.string() }),\n  annotations: { title: 'A', readOnlyHint: true },\n  execute: async () => 'x',\n});\n",
        )],
    );
    check(
        "import type { ToolMetadata } from 'xmcp';\n",
        &[(
            "export const metadata: ToolMetadata = {\n  name: 'a',\n  description: 'A',\n};\n",
            "open-world=false title=A",
            "export const metadata: ToolMetadata = {\n  name: 'a',\n  description: 'A',\n  annotations: { title: 'A', openWorldHint: false },\n};\n",
        )],
    );
    check(
        "import { MCPTool } from 'mcp-framework';\n",
        &[
            (
                "class A extends MCPTool<B> {\n  name = 'a';\n  description = 'A';\n  schema = {};\n}\n",
                "read-only=true title=A",
                "class A extends MCPTool<B> {\n  name = 'a';\n  description = 'A';\n  title = 'A';\n  annotations = { readOnlyHint: true };\n  schema = {};\n}\n",
            ),
            (
                "class A extends MCPTool<B> {\n  name = 'a';\n  annotations = { readOnlyHint: true };\n}\n",
                "read-only=-",
                "class A extends MCPTool<B> {\n  name = 'a';\n}\n",
            ),
        ],
    );
}

#[test]
fn edits_have_the_shape_of_the_project_s_formatter() {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    for (config, before, after) in [
        // The callback is indented where the arguments no longer fit in a line.
        (
            "{}",
            "s.tool('a', 'Does a long thing in a town', shape, async (args) => {\n  run(args);\n\n  return 1;\n});\n",
            "s.tool(\n  'a',\n  'Does a long thing in a town',\n  shape,\n  { readOnlyHint: true },\n  async (args) => {\n    run(args);\n\n    return 1;\n  },\n);\n",
        ),
        (
            "{\"trailingComma\": \"es5\"}",
            "s.tool('a', 'Does a long thing in a town', shape, async (args) => {\n  run(args);\n});\n",
            "s.tool(\n  'a',\n  'Does a long thing in a town',\n  shape,\n  { readOnlyHint: true },\n  async (args) => {\n    run(args);\n  }\n);\n",
        ),
        (
            "{\"printWidth\": 120}",
            "s.tool('a', 'Does a long thing in a town', shape, async (args) => {\n  run(args);\n});\n",
            "s.tool('a', 'Does a long thing in a town', shape, { readOnlyHint: true }, async (args) => {\n  run(args);\n});\n",
        ),
        // A text of several lines is never indented.
        (
            "{}",
            "s.tool('a', 'Does a long thing in a town', shape, async (args) => {\n  return `a\n  b`;\n});\n",
            "s.tool('a', 'Does a long thing in a town', shape, { readOnlyHint: true }, async (args) => {\n  return `a\n  b`;\n});\n",
        ),
    ] {
        let source = file("src/a.ts", &format!("{SDK}{before}"));
        let found = scan(&[file(".prettierrc", config), source.clone()]);
        let patched = patch_in(&found, &source, "read-only=true").unwrap();
        assert_eq!(patched, format!("{SDK}{after}"), "{config}");
    }
}

#[test]
fn names_come_from_literals_and_constants() {
    let text = format!(
        "{SDK}const N = {{ GET: 'get' }};\nserver.tool(N.GET, cb);\nfor (const t of all) {{ server.tool(t.name, t.description, cb); }}\n\
         const z1 = {{ name: z.string(), inputSchema: z.any() }};\nconst p = {{ name: {{ type: 'string' }}, inputSchema: {{}} }};\n\
         agent.tool('no', cb);\nserver.registerTool(`x_${{kind}}`, {{}}, cb);\n\
         const list = tools.map((tool) => ({{ name: tool.name, inputSchema: tool.schema }}));\n"
    );
    assert_eq!(
        names("server.ts", &text),
        ["get", "* (`t.name`, once per item of a list)", "x_* (`kind`)", "* (`tool.name`)"]
    );
    assert_eq!(
        names("server.ts", "f({ name: 'a', inputSchema: {} });\n"),
        [""; 0],
        "no package of the protocol"
    );
}

#[test]
fn sites_that_do_not_say_enough_are_refused() {
    for (tool, reason) in [
        (
            "s.registerTool('a', { ...base }, cb);\n",
            "annotations may come from `base`, which is spread into the definition",
        ),
        (
            "s.registerTool('a', base.config, cb);\n",
            "the definition is `base.config`, which is not a literal at this place",
        ),
        (
            "const c = {}; s.registerTool('a', c, cb); s.registerTool('b', c, cb);\n",
            "the definition is `c`, which is not a literal at this place",
        ),
        (
            "s.registerTool('a', { annotations: make() }, cb);\n",
            "annotations come from `make()`, whose value the source does not say",
        ),
        (
            "s.tool('a', ...rest, cb);\n",
            "annotations may come from `rest`, which is spread into the definition",
        ),
    ] {
        assert_eq!(refusal("server.ts", &format!("{SDK}{tool}"), "read-only=true"), reason);
    }
    let text = format!("{SDK}s.registerTool('a', {{ annotations: {{ readOnlyHint: isSafe }} }}, cb);\n");
    assert_eq!(
        skipped("server.ts", &text, "read-only=true"),
        ["readOnlyHint: its value is `readOnlyHint: isSafe`"]
    );
}

#[test]
fn a_reference_is_replaced_where_all_hints_are_decided() {
    let text = format!("{SDK}s.registerTool('a', {{ annotations: make() }}, cb);\n");
    let after = patch("server.ts", &text, "read-only=true destructive=- idempotent=- open-world=-");
    assert!(after.ends_with("{ annotations: { readOnlyHint: true } }, cb);\n"), "{after}");
}

#[test]
fn the_source_is_also_a_catalog() {
    let text = format!(
        "{SDK}s.registerTool('a', {{ title: 'A', description: 'Does ' + 'a', inputSchema: {{ city: z.string() }} }}, cb);\n"
    );
    let found = &scan_one("server.ts", &text).registrations[0];
    assert_eq!(found.description.as_deref(), Some("Does a"));
    assert_eq!(found.parameters, ["city"]);
    assert_eq!(found.title.known().map(String::as_str), Some("A"));
}

#[test]
fn a_method_of_the_project_is_not_given_more_arguments() {
    let text =
        format!("{SDK}server.tool = (name, description, handler) => {{}};\nserver.tool('a', 'A', cb);\n");
    assert_eq!(
        refusal("server.ts", &text, "read-only=true"),
        "`tool` is defined at server.ts:2 and may not take annotations"
    );
}
