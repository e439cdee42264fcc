//! Whether annotations of a project's own definitions reach the SDK.
//!
//! A definition is edited only where that is certain: the places that register tools of its form pass annotations on,
//! or other definitions of the form have annotations already. Everything else is refused with the place where the
//! annotations are lost.

use std::collections::{BTreeSet, HashMap};

use tree_sitter::Node;

use crate::registration::{EditObstacle, FileRole, Framework, Registration, ToolName};
use crate::site::AnnotationsSite;
use crate::syntax::{Parsed, key_text, members};

/// A place that registers a tool whose name comes from a definition.
struct Outlet {
    file: String,
    line: usize,
    /// Names of the functions around it.
    functions: Vec<String>,
    passing: Passing,
}

/// What a place gives to the SDK of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Passing {
    /// The whole definition, or its member of this name.
    Whole(Option<String>),
    /// Its annotations.
    Annotations,
    /// What the function around it takes: the configuration of its own callers, whatever that is made of.
    Argument,
    Nothing,
}

/// Refuses the definitions whose annotations do not surely reach the SDK.
pub(crate) fn settle(registrations: &mut [Registration], parsed: &[Parsed]) {
    if registrations.iter().all(|one| one.definition.is_none()) {
        return;
    }
    let by_path: HashMap<&str, &Parsed> = parsed.iter().map(|parsed| (parsed.path, parsed)).collect();
    let outlets: Vec<Outlet> = registrations
        .iter()
        .filter(|one| one.role == FileRole::Source && one.framework != Framework::PythonProject)
        .filter_map(|one| outlet(one, by_path.get(one.file.as_str())?))
        .collect();
    let annotated: BTreeSet<(String, Option<String>)> = registrations
        .iter()
        .filter(|one| one.hints.iter().any(|(_, value)| value.known().is_some()))
        .filter_map(|one| one.definition.clone())
        .map(|definition| (definition.kind, definition.part))
        .collect();
    for one in registrations.iter_mut().filter(|one| one.obstacle.is_none()) {
        let Some(definition) = &one.definition else { continue };
        let kind = definition.kind.clone();
        let own: Vec<&Outlet> = outlets.iter().filter(|outlet| outlet.functions.contains(&kind)).collect();
        let is_own = !own.is_empty();
        let relevant: Vec<&Outlet> = if is_own { own } else { outlets.iter().collect() };
        let passes = |outlet: &&&Outlet| match &outlet.passing {
            Passing::Annotations => definition.part.is_none(),
            Passing::Whole(part) => *part == definition.part,
            Passing::Argument => is_own && definition.part.is_none(),
            Passing::Nothing => false,
        };
        let lost = relevant.iter().find(|outlet| !passes(outlet));
        if !definition.takes_annotations {
            one.obstacle = Some(match relevant.first() {
                Some(outlet) => {
                    EditObstacle::OwnFunction { function: kind, file: outlet.file.clone(), line: outlet.line }
                }
                None => EditObstacle::UnknownUse(kind),
            });
            continue;
        }
        let has_annotated_siblings = annotated.contains(&(kind.clone(), definition.part.clone()))
            && (relevant.is_empty() || relevant.iter().any(|outlet| passes(&outlet)));
        let all_pass = !relevant.is_empty() && lost.is_none();
        if !all_pass && !has_annotated_siblings {
            one.obstacle = Some(match lost {
                Some(outlet) => EditObstacle::NotPassedOn { file: outlet.file.clone(), line: outlet.line },
                None => EditObstacle::UnknownUse(kind),
            });
        }
    }
}

/// The registration as an outlet, if its name is a member or a parameter.
fn outlet(registration: &Registration, parsed: &Parsed) -> Option<Outlet> {
    let ToolName::Computed { why, prefix, suffix } = &registration.name else { return None };
    if registration.definition.is_some() {
        return None;
    }
    let name = why.strip_prefix('`')?.split('`').next()?;
    let is_path = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    if !is_path || !prefix.is_empty() || !suffix.is_empty() {
        return None;
    }
    Some(Outlet {
        file: registration.file.clone(),
        line: registration.position.line,
        functions: functions_around(registration, parsed),
        passing: passing(registration, parsed, name),
    })
}

fn passing(registration: &Registration, parsed: &Parsed, name: &str) -> Passing {
    let mentions =
        |text: &str| text == "annotations" || text.contains(".annotations") || text.contains(".Annotations");
    match &registration.site.annotations {
        AnnotationsSite::Reference { value, .. } | AnnotationsSite::Literal { entry: value, .. } => {
            let text = &parsed.text[value.clone()];
            let value = text.trim_start_matches("annotations:").trim();
            return match mentions(value) {
                true if is_member(registration, parsed, name) => Passing::Annotations,
                true => Passing::Argument,
                false => Passing::Nothing,
            };
        }
        AnnotationsSite::Absent | AnnotationsSite::Inline => {}
    }
    let Some(EditObstacle::Spread(origin) | EditObstacle::NotLiteral(origin)) = &registration.obstacle else {
        return Passing::Nothing;
    };
    let is_path = origin.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    let (name_owner, origin_owner) = (owner_of(name), owner_of(origin));
    match (name_owner, origin_owner) {
        _ if !is_path => Passing::Nothing,
        // `...tool` beside `tool.name`.
        (Some(owner), None) if owner == origin => Passing::Whole(None),
        // `tool.config` beside `tool.name`.
        (Some(owner), Some(of)) if owner == of => {
            Passing::Whole(origin.rsplit('.').next().map(str::to_owned))
        }
        // `name` and `config` are parameters, or `{ name, ...config }` is one.
        (None, None) if is_member(registration, parsed, name) => Passing::Whole(None),
        (None, None) => Passing::Argument,
        _ => Passing::Nothing,
    }
}

/// `tool` of `tool.name`.
fn owner_of(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(owner, _)| owner)
}

/// True for `tool.name`, and for `name` that is taken out of a parameter or an item: `({ name, annotations }) => …`.
fn is_member(registration: &Registration, parsed: &Parsed, name: &str) -> bool {
    if name.contains('.') {
        return true;
    }
    let takes_apart = |node: Node| {
        let parts =
            ["parameters", "parameter", "left"].iter().filter_map(|field| parsed.field_text(node, field));
        parts.into_iter().any(|text| {
            let pattern = text.split_once('{').map_or("", |(_, pattern)| pattern);
            pattern.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).any(|part| part == name)
        })
    };
    nodes_around(registration, parsed).any(takes_apart)
}

fn nodes_around<'p>(registration: &Registration, parsed: &'p Parsed) -> impl Iterator<Item = Node<'p>> {
    let range = &registration.range;
    let first = parsed.root().and_then(|root| root.descendant_for_byte_range(range.start, range.end));
    std::iter::successors(first, |node| node.parent())
}

fn functions_around(registration: &Registration, parsed: &Parsed) -> Vec<String> {
    nodes_around(registration, parsed).filter_map(|node| defined_name(parsed, node)).collect()
}

fn defined_name(parsed: &Parsed, node: Node) -> Option<String> {
    let name = match node.kind() {
        "function_declaration"
        | "method_definition"
        | "function_definition"
        | "variable_declarator"
        | "public_field_definition" => parsed.field_text(node, "name")?,
        "assignment_expression" => parsed.field_text(node, "left")?.rsplit('.').next()?,
        "pair" => {
            let pair = members(node.parent()?).into_iter().find(|member| member.node == node)?;
            return key_text(parsed, &pair);
        }
        _ => return None,
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
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
        let requests: Vec<crate::EditRequest> = editable
            .map(|registration| crate::EditRequest { registration, wanted: wanted.clone() })
            .collect();
        let plan = scan.plan(&file.path, &file.text, &requests);
        scan.apply(&plan, &file.text, |_| true).map(|patched| patched.text).map_err(|error| error.to_string())
    }
}
