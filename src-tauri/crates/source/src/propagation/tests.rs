use crate::registration::File;
use crate::scan::{Scan, scan};

const SDK: &str = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n";
const PYTHON: &str = "from mcp.server.fastmcp import FastMCP\nfrom mcp.types import ToolAnnotations\n";

fn scan_text(path: &str, text: &str) -> (Scan, File) {
    let imports = if path.ends_with(".py") { PYTHON } else { SDK };
    let file = File { path: path.to_owned(), text: format!("{imports}{text}") };
    (scan(std::slice::from_ref(&file)), file)
}

/// Names of definitions, each with the reason why it is not edited.
fn definitions(path: &str, text: &str) -> Vec<String> {
    let found = scan_text(path, text).0.registrations;
    let found = found.iter().filter(|one| one.definition.is_some());
    let describe = |one: &crate::registration::Registration| {
        let name = one.name.known().unwrap_or("*").to_owned();
        one.obstacle.as_ref().map_or(name.clone(), |obstacle| format!("{name}: {obstacle}"))
    };
    found.map(describe).collect()
}

#[test]
fn definitions_are_found_and_refused_with_the_place_where_annotations_are_lost() {
    for (path, text, expected) in [
        (
            "a.ts",
            "const make = (name, description, schema) => ({ name, description, schema });\n\
             const t = createTool('get', 'Gets', { id: z.string() }, cb);\n\
             for (const t of all) server.tool(t.name, t.description, t.schema, t.handler);\n",
            "get: `createTool` of the project takes no annotations; add them where it registers tools, at a.ts:4",
        ),
        (
            "a.ts",
            "const t = { name: 'get', description: 'Gets', schema: {}, handler };\n\
             all.forEach((t) => server.registerTool(t.name, { description: t.description }, t.handler));\n",
            "get: a.ts:3 registers tools of this kind without their annotations; pass them on there first",
        ),
        (
            "a.ts",
            "export const t: ToolSpec = { name: 'get', description: 'Gets', schema: {} };\n",
            "get: the source does not show that annotations of `ToolSpec` reach clients",
        ),
        (
            "a.ts",
            "class Get extends BaseTool {\n  static toolName = 'get';\n}\n",
            "get: the source does not show that annotations of `BaseTool` reach clients",
        ),
        (
            "a.py",
            "def reader(title):\n    def decorate(f):\n        server.tool(title=title)(f)\n    return decorate\n\
             @reader('Get')\ndef get(): ...\n",
            "get: `reader` of the project takes no annotations; add them where it registers tools, at a.py:5",
        ),
        (
            "a.py",
            "def make_tool(f):\n    return Tool(**{'name': f.__name__})\nTOOLS = [make_tool(api.get)]\n",
            "get: `make_tool` of the project takes no annotations; add them where it registers tools, at a.py:3",
        ),
        (
            "a.py",
            "T = [{'name': 'get', 'description': 'Gets', 'handler': get}]\n",
            "get: the source does not show that annotations of `a dictionary` reach clients",
        ),
        (
            "a.py",
            "class Get(BaseTool):\n    name = 'get'\n    description = 'Gets'\n",
            "get: the source does not show that annotations of `BaseTool` reach clients",
        ),
    ] {
        assert_eq!(definitions(path, text), [expected], "{text}");
    }
}

#[test]
fn what_only_looks_like_a_tool_is_left_alone() {
    for (path, text) in [
        ("a.ts", "const promptList = [{ name: 'get', description: 'Gets', handler }];\n"),
        ("a.ts", "const p = { name: 'id', in: 'path', description: 'Id', schema: {} };\n"),
        ("a.ts", "const r = await client.callTool('get', { id: 1 });\n"),
        ("a.ts", "const u = { name: 'Ann Lee', description: 'A user', params: {} };\n"),
        ("a.py", "x = get_tool('get', default=None)\n"),
        ("a.py", "p = {'name': 'id', 'in': 'path', 'description': 'Id', 'schema': {}}\n"),
    ] {
        // Files that do not mention tools are not parsed.
        let comment = if path.ends_with(".py") { "#" } else { "//" };
        assert_eq!(definitions(path, &format!("{text}{comment} tools\n")), [""; 0], "{text}");
    }
}

#[test]
fn literals_are_edited_as_the_list_of_tools_copies_them() {
    let tool = "const tools = [{ name: 'get', description: 'Gets', inputSchema: {} }];\n";
    let list = |members: &str| {
        format!(
            "{SDK}{tool}server.setRequestHandler(ListToolsRequestSchema, () => ({{\n  tools: tools.map((t) => ({{ {members} }})),\n}}));\n"
        )
    };
    for (members, after) in [
        (
            "name: t.name, inputSchema: t.inputSchema, annotations: t.annotations",
            "annotations: { title: 'A', readOnlyHint: true }",
        ),
        (
            "name: t.name, inputSchema: t.inputSchema, title: t.title, annotations: t.annotations",
            "title: 'A', description: 'Gets', inputSchema: {}, annotations: { readOnlyHint: true }",
        ),
        ("...t, name: t.name, inputSchema: t.inputSchema", "annotations: { readOnlyHint: true }"),
        (
            "name, inputSchema: t.inputSchema, annotations: t.annotations",
            "annotations: { readOnlyHint: true }",
        ),
        (
            "name: t.name, inputSchema: t.inputSchema, ...(t.annotations && { annotations: t.annotations })",
            "annotations: { title: 'A', readOnlyHint: true }",
        ),
        ("name: t.name, inputSchema: t.inputSchema", "a.ts:4 registers tools of this kind without"),
    ] {
        let settings = File { path: ".prettierrc".to_owned(), text: "{\"printWidth\": 200}".to_owned() };
        let file = File { path: "a.ts".to_owned(), text: list(members) };
        let scan = scan(&[settings, file.clone()]);
        let wanted = crate::testing::wanted("read-only=true title=A");
        let plan = scan.plan(&file.path, &file.text, &[crate::EditRequest { registration: 0, wanted }]);
        let text = match plan.refused.first() {
            Some((_, obstacle)) => obstacle.to_string(),
            None => scan.apply(&plan, &file.text, |_| true).unwrap().text,
        };
        assert!(text.contains(after), "{members}: {text}");
    }
}

#[test]
fn definitions_are_edited_where_annotations_surely_get_through() {
    for (path, before, after) in [
        // The place that registers them passes annotations on.
        (
            "a.ts",
            "const t = { name: 'get', description: 'Gets', schema: {} };\n\
             for (const t of all) server.registerTool(t.name, { annotations: t.annotations }, t.handler);\n",
            "const t = { name: 'get', description: 'Gets', schema: {}, annotations: { readOnlyHint: true } };\n\
             for (const t of all) server.registerTool(t.name, { annotations: t.annotations }, t.handler);\n",
        ),
        // The function passes on what it gets.
        (
            "a.ts",
            "function addTool(name, config, cb) {\n  server.registerTool(name, config, cb);\n}\n\
             addTool('get', { description: 'Gets' }, cb);\n",
            "function addTool(name, config, cb) {\n  server.registerTool(name, config, cb);\n}\n\
             addTool('get', { description: 'Gets', annotations: { readOnlyHint: true } }, cb);\n",
        ),
        (
            "a.ts",
            "const t = { name: 'get', config: { description: 'Gets' }, handler };\n\
             all.map((t) => server.registerTool(t.name, t.config, t.handler));\n",
            "const t = { name: 'get', config: { description: 'Gets', annotations: { readOnlyHint: true } }, handler };\n\
             all.map((t) => server.registerTool(t.name, t.config, t.handler));\n",
        ),
        // Others of its kind have annotations.
        (
            "a.ts",
            "defineTool(() => ({ name: 'get', description: 'Gets', schema: {} }));\n\
             defineTool(() => ({ name: 'b', description: 'B', schema: {}, annotations: { readOnlyHint: true } }));\n",
            "defineTool(() => ({ name: 'get', description: 'Gets', schema: {}, annotations: { readOnlyHint: true } }));\n\
             defineTool(() => ({ name: 'b', description: 'B', schema: {}, annotations: { readOnlyHint: true } }));\n",
        ),
        (
            "a.py",
            "def reader(**options):\n    return server.tool(**options)\n@reader(title='Get')\ndef get(): ...\n",
            "def reader(**options):\n    return server.tool(**options)\n\
             @reader(title='Get', annotations=ToolAnnotations(readOnlyHint=True))\ndef get(): ...\n",
        ),
    ] {
        let file = scan_text(path, before).1;
        let patched = patch_definitions(&file).unwrap();
        let imports = if path.ends_with(".py") { PYTHON } else { SDK };
        assert_eq!(patched, format!("{imports}{after}"));
    }
}

/// The text with `readOnlyHint: true` in every definition that can be edited.
fn patch_definitions(file: &File) -> Result<String, String> {
    let settings = File { path: ".prettierrc".to_owned(), text: "{\"printWidth\": 200}".to_owned() };
    let scan = scan(&[settings, file.clone()]);
    let wanted = crate::testing::wanted("read-only=true");
    let editable = (0..scan.registrations.len()).filter(|index| scan.registrations[*index].is_editable());
    let requests: Vec<crate::EditRequest> =
        editable.map(|registration| crate::EditRequest { registration, wanted: wanted.clone() }).collect();
    let plan = scan.plan(&file.path, &file.text, &requests);
    scan.apply(&plan, &file.text, |_| true).map(|patched| patched.text).map_err(|error| error.to_string())
}
