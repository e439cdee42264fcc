//! What a scan cannot edit but a user should know: lists that copy tools without annotations, and where names are.

use crate::language::Language;
use crate::registration::{File, FileRole, Framework, Position, Registration, ToolName};
use crate::scan::Scan;
use crate::site::AnnotationsSite;
use crate::text_style::line_start;

/// A place in a file of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlace {
    pub file: String,
    pub position: Position,
}

/// Places that copy tools by their members and leave annotations out, as in
/// `tools.map((tool) => ({ name: tool.name, inputSchema: tool.inputSchema }))`. A definition that such a place copies has
/// annotations that no client sees.
pub fn find_lists_without_annotations(scan: &Scan) -> Vec<SourcePlace> {
    let place =
        |registration: &&Registration| registration.role == FileRole::Source && copies_members(registration);
    let found = scan.registrations.iter().filter(place);
    found.map(|one| SourcePlace { file: one.file.clone(), position: one.position }).collect()
}

fn copies_members(registration: &Registration) -> bool {
    let is_literal = matches!(
        registration.framework,
        Framework::TypeScriptLiteral
            | Framework::PythonLowLevel
            | Framework::PythonDictionary
            | Framework::GoSdk
    );
    let is_copied = match &registration.name {
        ToolName::Computed { why, .. } => {
            why.contains(".name`")
                || why.contains("[\"name\"]`")
                || why.contains("['name']`")
                || why.contains(".Name`")
        }
        ToolName::Literal(_) | ToolName::Composed(_) => false,
    };
    is_literal && is_copied && registration.site.annotations == AnnotationsSite::Absent
}

/// Where the name of a tool is a string in a source, for tools without a registration of their own.
pub fn find_mentions(files: &[File], name: &str) -> Vec<SourcePlace> {
    let quoted = ['"', '\'', '`'].map(|quote| format!("{quote}{name}{quote}"));
    let is_source = |file: &&File| {
        Language::from_path(&file.path).is_some() && FileRole::from_path(&file.path) == FileRole::Source
    };
    let mut found = Vec::new();
    for file in files.iter().filter(is_source) {
        let mut places: Vec<usize> =
            quoted.iter().flat_map(|text| file.text.match_indices(text.as_str())).map(|(at, _)| at).collect();
        places.sort_unstable();
        found.extend(places.into_iter().map(|at| {
            let start = line_start(&file.text, at);
            let line = file.text[..start].matches('\n').count() + 1;
            SourcePlace { file: file.path.clone(), position: Position { line, column: at - start + 1 } }
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scan_one;

    #[test]
    fn lists_that_leave_annotations_out_are_named() {
        for (path, text, expected) in [
            (
                "a.ts",
                "import '@modelcontextprotocol/sdk';\nts.map((t) => ({ name: t.name, inputSchema: t.schema }));\n",
                vec!["2:16"],
            ),
            (
                "a.ts",
                "import '@modelcontextprotocol/sdk';\nts.map((t) => ({ name: t.name, inputSchema: t.schema, annotations: t.annotations }));\n",
                vec![],
            ),
            (
                "a.ts",
                "import '@modelcontextprotocol/sdk';\nconst a = { name: 'a', inputSchema: {} };\n",
                vec![],
            ),
            (
                "a.py",
                "import mcp.types as types\nx = [types.Tool(name=t.name, inputSchema=t.schema) for t in ts]\n",
                vec!["2:6"],
            ),
        ] {
            let places = find_lists_without_annotations(&scan_one(path, text));
            let found: Vec<String> = places.iter().map(|place| place.position.to_string()).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_name_is_found_as_a_whole_string() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let files = [
            file("a.ts", "x\n  make('get', \"get\", 'get_all')"),
            file("tests/a.ts", "'get'"),
            file("package.json", "\"get\""),
        ];
        let found: Vec<String> = find_mentions(&files, "get")
            .iter()
            .map(|place| format!("{} {}", place.file, place.position))
            .collect();
        assert_eq!(found, ["a.ts 2:8", "a.ts 2:15"]);
    }
}
