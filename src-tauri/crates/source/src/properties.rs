//! Laws that hold for any source and any wanted values.

use hintsmith_core::model::hint::{HintName, PerHint};
use proptest::prelude::*;

use crate::edit::{Change, WantedValues};
use crate::matching::match_tools;
use crate::patch::EditRequest;
use crate::registration::File;
use crate::scan::{Scan, scan};

/// One registration per language: `<name>` is its name, `<annotations>` what follows its other entries.
const SOURCES: &[(&str, &str, &str)] = &[
    (
        "a.py",
        "from mcp.server.fastmcp import FastMCP\n",
        "@mcp.tool(name=\"<name>\"<annotations>)\ndef f(): ...\n",
    ),
    (
        "a.py",
        "from fastmcp import FastMCP\n",
        "@mcp.tool(\n    \"<name>\"<annotations>,  # c\n)\ndef f(): ...\n",
    ),
    (
        "a.py",
        "import mcp.types as types\n",
        "X = [types.Tool(name=\"<name>\", inputSchema={}<annotations>)]\n",
    ),
    (
        "a.ts",
        "import '@modelcontextprotocol/sdk';\n",
        "s.registerTool('<name>', { description: 'é😀'<annotations> }, cb);\n",
    ),
    (
        "a.ts",
        "import '@modelcontextprotocol/sdk';\n",
        "const a = {\n  name: '<name>', // c\n  inputSchema: {}<annotations>\n};\n",
    ),
    (
        "a.go",
        "package a\nimport \"github.com/modelcontextprotocol/go-sdk/mcp\"\n",
        "var _ = &mcp.Tool{Name: \"<name>\"<annotations>}\n",
    ),
    (
        "a.go",
        "package a\nimport \"github.com/mark3labs/mcp-go/mcp\"\n",
        "var _ = mcp.NewTool(\"<name>\"<annotations>)\n",
    ),
    ("a.rs", "use rmcp::tool;\n", "#[tool(name = \"<name>\"<annotations>)]\nfn f() {}\n"),
    ("a.cs", "class A {\n", "[McpServerTool(Name = \"<name>\"<annotations>)] void F() {}\n"),
];

/// Annotations in the notation of a source, as a further entry.
fn render_annotations(path: &str, prefix: &str, hints: &PerHint<Option<bool>>, comma: &str) -> String {
    let list = |key: fn(HintName) -> String, infix: &str, values: [&str; 2]| {
        let entries = hints.iter().filter_map(|(hint, value)| {
            Some(format!("{}{infix}{}", key(hint), values[usize::from((*value)?)]))
        });
        entries.collect::<Vec<_>>().join(comma)
    };
    let camel = |hint: HintName| hint.key().to_owned();
    let pascal = |hint: HintName| {
        let key = hint.key();
        format!("{}{}", key[..1].to_uppercase(), &key[1..])
    };
    let entries = match path {
        "a.py" => list(camel, "=", ["False", "True"]),
        "a.ts" => list(camel, ": ", ["false", "true"]),
        "a.go" if prefix.contains("mark3labs") => {
            list(|hint| format!("mcp.With{}Annotation", pascal_of(hint)), "(", ["false)", "true)"])
        }
        "a.go" => {
            let plain = list(pascal, ": ", ["false", "true"]);
            let wrap = |text: String, key: &str| {
                text.replace(&format!("{key}: true"), &format!("{key}: p(true)"))
                    .replace(&format!("{key}: false"), &format!("{key}: p(false)"))
            };
            wrap(wrap(plain, "DestructiveHint"), "OpenWorldHint")
        }
        "a.rs" => list(|hint| snake_of(hint.key()), " = ", ["false", "true"]),
        _ => list(|hint| pascal_of(hint).trim_end_matches("Hint").to_owned(), " = ", ["false", "true"]),
    };
    if entries.is_empty() {
        return String::new();
    }
    match path {
        "a.py" => format!(", annotations=ToolAnnotations({entries})"),
        "a.ts" => format!(", annotations: {{ {entries} }}"),
        "a.go" if prefix.contains("mark3labs") => format!(", {entries}"),
        "a.go" => format!(", Annotations: &mcp.ToolAnnotations{{{entries}}}"),
        "a.rs" => format!(", annotations({entries})"),
        _ => format!(", {entries}"),
    }
}

fn pascal_of(hint: HintName) -> String {
    let key = hint.key();
    format!("{}{}", key[..1].to_uppercase(), &key[1..])
}

fn snake_of(key: &str) -> String {
    let snake = |c: char| if c.is_uppercase() { format!("_{}", c.to_lowercase()) } else { c.to_string() };
    key.chars().map(snake).collect()
}

fn any_hints() -> impl Strategy<Value = PerHint<Option<bool>>> {
    any::<[Option<bool>; 4]>().prop_map(|values| PerHint::from_fn(|hint| values[hint as usize]))
}

fn any_wanted() -> impl Strategy<Value = WantedValues> {
    let change = || {
        prop_oneof![
            Just(None),
            any::<bool>().prop_map(|value| Some(Change::Set(value))),
            Just(Some(Change::Remove))
        ]
    };
    let title = prop_oneof![
        Just(None),
        Just(Some(Change::Remove)),
        "[a-z \"'\\\\é\n\u{202e}{}$]{1,12}".prop_map(|title| Some(Change::Set(title)))
    ];
    (title, [change(), change(), change(), change()]).prop_map(|(title, hints)| WantedValues {
        title,
        hints: PerHint::from_fn(|hint| hints[hint as usize].clone()),
    })
}

/// A source, and how many tools it registers.
fn any_source() -> impl Strategy<Value = (File, usize)> {
    let tools = prop::collection::vec((any_hints(), any::<bool>()), 1..4);
    (0..SOURCES.len(), tools, any::<bool>()).prop_map(|(source, tools, is_windows)| {
        let (path, prefix, tool) = SOURCES[source];
        let mut text = prefix.to_owned();
        for (index, (hints, is_broken)) in tools.iter().enumerate() {
            let comma = if *is_broken && path != "a.rs" { ",\n        " } else { ", " };
            let annotations = render_annotations(path, prefix, hints, comma);
            let annotations = if *is_broken && path == "a.go" && !annotations.is_empty() {
                annotations.replace(",\n        ", ", ")
            } else {
                annotations
            };
            text.push_str(
                &tool.replace("<name>", &format!("t{index}")).replace("<annotations>", &annotations),
            );
        }
        if path == "a.cs" {
            text.push_str("}\n");
        }
        let text = if is_windows { text.replace('\n', "\r\n") } else { text };
        (File { path: path.to_owned(), text }, tools.len())
    })
}

fn patch(scan: &Scan, file: &File, wanted: &WantedValues) -> Result<String, String> {
    let requests: Vec<EditRequest> = (0..scan.registrations.len())
        .map(|registration| EditRequest { registration, wanted: wanted.clone() })
        .collect();
    let plan = scan.plan(&file.path, &file.text, &requests);
    let patched = scan.apply(&plan, &file.text, |_| true).map_err(|error| error.to_string())?;
    if let Some((_, obstacle)) = plan.refused.first() {
        return Err(obstacle.to_string());
    }
    if !patched.inverse.is_empty() {
        assert_eq!(patched.revert().as_deref(), Some(file.text.as_str()), "the edits lead back");
    }
    Ok(patched.text)
}

/// Pieces of source in an order that makes no sense.
fn any_pieces() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "from mcp.server.fastmcp import FastMCP\n",
        "import '@modelcontextprotocol/sdk'\n",
        "use rmcp::tool;\n",
        "@mcp.tool",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "=",
        "\"a\"",
        "'",
        "`",
        "${",
        "\n",
        "\r\n",
        "    ",
        "\t",
        "annotations",
        "ToolAnnotations(",
        "readOnlyHint",
        "True",
        "true",
        "def f(): ...\n",
        "s.tool(",
        "s.registerTool(",
        "name",
        "inputSchema",
        "...",
        "**",
        "#[tool",
        "fn f() {}\n",
        "[McpServerTool",
        "package a\nimport \"github.com/mark3labs/mcp-go/mcp\"\n",
        "mcp.NewTool(",
        "mcp.WithReadOnlyHintAnnotation(",
        "é😀",
        "//",
        "#",
        "/*",
        "*/",
        "\u{feff}",
        "class A {",
        "enum",
        "const a = ",
        "types.Tool(",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a_patch_is_exact_idempotent_and_reversible((file, tools) in any_source(), wanted in any_wanted()) {
        let before = scan(std::slice::from_ref(&file));
        prop_assert!(before.faulty_files.is_empty(), "{}", file.text);
        prop_assert_eq!(before.registrations.len(), tools, "{}", file.text);
        let text = patch(&before, &file, &wanted).map_err(|error| TestCaseError::fail(format!("{error}\n{}", file.text)))?;
        let patched = File { path: file.path.clone(), text };
        let after = scan(std::slice::from_ref(&patched));
        for registration in &after.registrations {
            prop_assert!(crate::edit::is_satisfied(registration, &wanted), "{}\n{}", file.text, patched.text);
        }
        prop_assert_eq!(patch(&after, &patched, &wanted).unwrap(), patched.text.clone());
        let names: Vec<&str> = before.registrations.iter().filter_map(|one| one.name.known()).collect();
        prop_assert_eq!(match_tools(&before, &names), match_tools(&after, &names));
    }

    #[test]
    fn no_text_is_edited_beyond_its_annotations(text in any_pieces(), wanted in any_wanted(), kind in 0..7_usize) {
        let path = ["a.py", "a.ts", "a.js", "a.go", "a.rs", "a.cs", "a.java"][kind];
        let file = File { path: path.to_owned(), text };
        let found = scan(std::slice::from_ref(&file));
        if let Ok(text) = patch(&found, &file, &wanted) && text != file.text {
            prop_assert_eq!(found.only_annotations_changed(path, &file.text, &text), Ok(()));
        }
    }
}
