//! Go: mcp-go, the official SDK, and structs of the project itself.
//!
//! The official SDK has pointers for `DestructiveHint` and `OpenWorldHint`. A pointer is made, in this order, with a
//! function of the package, with one that the file has imported, with `new(false)` where `go.mod` says Go 1.26, or with
//! a small function at the end of the file. If several files of a folder register tools, such a function would be
//! defined twice when only some of them are patched; the pointer is then made in place.

mod definitions;
mod options;
#[cfg(test)]
mod tests;

use std::ops::Range;

use hintsmith_core::model::hint::{HintName, PerHint};
use tree_sitter::Node;

use super::project::Project;
use super::site_builder::Builder;
use crate::registration::{Framework, Registration};
use crate::site::{Escapes, HintForm, Notation, Outer, Support, TitleForm};
use crate::syntax::{Parsed, list, member_named, members, string_literal};
use crate::text_style::newline;

const MCP_GO: &str = "github.com/mark3labs/mcp-go/mcp";
const GO_SDK: &str = "github.com/modelcontextprotocol/go-sdk/mcp";
const POINTER_FUNCTION: &str = "boolPtr";
/// Fields that are pointers in the official SDK.
const POINTERS: &[HintName] = &[HintName::Destructive, HintName::OpenWorld];

struct GoFile<'p> {
    parsed: &'p Parsed<'p>,
    project: &'p Project,
    framework: Framework,
    /// The name of the package `mcp` in this file.
    package: String,
}

pub(super) fn find(parsed: &Parsed, project: &Project) -> Vec<Registration> {
    let (framework, package) = match imported_package(parsed) {
        Some(sdk) => sdk,
        None if project.go.uses_mcp && !project.go.declarations.is_empty() => {
            (Framework::GoProject, String::new())
        }
        None => return Vec::new(),
    };
    let file = GoFile { parsed, project, framework, package };
    let mut found = Vec::new();
    parsed.walk(|node| match node.kind() {
        "call_expression" if framework != Framework::GoSdk => found.extend(options::read(&file, node)),
        "composite_literal" => found.extend(read_literal(&file, node)),
        "literal_value" => found.extend(read_element(&file, node)),
        _ => {}
    });
    found
}

/// The SDK that a file imports, and what it is called there.
fn imported_package(parsed: &Parsed) -> Option<(Framework, String)> {
    let mut found = None;
    parsed.walk(|node| {
        if node.kind() == "import_spec"
            && let Some(path) = node.child_by_field_name("path").and_then(|path| string_literal(parsed, path))
        {
            let name = parsed.field_text(node, "name").unwrap_or("mcp").to_owned();
            match path.as_str() {
                MCP_GO => found = Some((Framework::McpGo, name)),
                GO_SDK => found = Some((Framework::GoSdk, name)),
                _ => {}
            }
        }
    });
    found
}

/// `&mcp.Tool{Name: …}`.
fn read_literal(file: &GoFile, node: Node) -> Option<Registration> {
    let class = file.parsed.field_text(node, "type")?;
    read_class(file, node, node.child_by_field_name("body")?, class)
}

/// An element of `[]mcp.Tool{{Name: …}}`, whose type is that of the list.
fn read_element(file: &GoFile, node: Node) -> Option<Registration> {
    let element = node.parent().filter(|parent| parent.kind() == "literal_element")?;
    let around = element.parent().filter(|parent| parent.kind() == "literal_value")?.parent()?;
    let class = file.parsed.field_text(around, "type").filter(|_| around.kind() == "composite_literal")?;
    read_class(file, node, node, class.rsplit_once(']')?.1.trim_start_matches('*'))
}

fn read_class(file: &GoFile, node: Node, body: Node, class: &str) -> Option<Registration> {
    let is_sdk = class.strip_suffix(".Tool").is_some_and(|package| package == file.package);
    if is_sdk { read_body(file, node, body) } else { definitions::read(file, node, body, class) }
}

fn read_body(file: &GoFile, node: Node, body: Node) -> Option<Registration> {
    let parsed = file.parsed;
    let members = members(body);
    let named = |name: &str| member_named(parsed, &members, name);
    let name = named("Name")?.value?;
    let list = list(body)?;
    let notation = file.notation();
    let mut builder =
        Builder::new(parsed, file.project, file.framework, node.byte_range(), Outer::List(list), notation);
    builder.name(name);
    builder.registration.description = named("Description").and_then(|member| builder.text(member.value?));
    if let Some(member) = named("Title") {
        builder.title(member);
    }
    if let Some(member) = named("Annotations")
        && let Some(value) = member.value
    {
        builder.annotations(member.range(), value, true, |_| file.hint_forms());
    }
    builder.registration.site.title_after = named("Name").map(|member| member.index);
    Some(builder.finish())
}

impl GoFile<'_> {
    fn notation(&self) -> Notation {
        let is_sdk = self.framework == Framework::GoSdk;
        let open = if is_sdk { "&" } else { "" };
        let class = if is_sdk { "ToolAnnotations" } else { "ToolAnnotation" };
        Notation {
            key: "Annotations: ".to_owned(),
            open: format!("{open}{}.{class}{{", self.package),
            close: "}",
            padded: false,
            hints: self.hint_forms(),
            title: TitleForm {
                key: "Title".to_owned(),
                infix: ": ",
                suffix: "",
                quote: '"',
                either_quote: false,
                escapes: Escapes::Fixed,
            },
            // mcp-go has no title beside the annotations in older versions.
            title_in_annotations: !is_sdk,
            trailing_comma: true,
            trailing_comma_in_calls: true,
            reindents: false,
            hugs: false,
            always_breaks: true,
            width: usize::MAX,
            list_width: usize::MAX,
            indent: "\t".to_owned(),
            newline: newline(self.parsed.text),
            support: self.support(),
        }
    }

    fn hint_forms(&self) -> PerHint<HintForm> {
        let pointer = self.pointer();
        PerHint::from_fn(|hint| {
            let is_pointer = self.framework == Framework::McpGo || POINTERS.contains(&hint);
            let value = |value: &str| match (&pointer, is_pointer) {
                (_, false) => value.to_owned(),
                (Some(function), true) => format!("{function}({value})"),
                (None, true) => format!("&[]bool{{{value}}}[0]"),
            };
            HintForm::new(field(hint), ": ", &value("true"), &value("false"))
        })
    }

    /// The function that makes a pointer; `None` if there is none and none can be added.
    fn pointer(&self) -> Option<String> {
        if self.framework == Framework::McpGo {
            return Some(format!("{}.ToBoolPtr", self.package));
        }
        self.imported_pointer().or_else(|| {
            (!self.project.go.is_shared_folder(self.parsed.path)).then(|| POINTER_FUNCTION.to_owned())
        })
    }

    /// A function that makes a pointer and needs no import or declaration.
    fn imported_pointer(&self) -> Option<String> {
        let go = &self.project.go;
        if let Some(function) = go.pointer_function(self.parsed.path) {
            return Some(function.to_owned());
        }
        let imports = |path: &str| self.parsed.text.contains(&format!("\"{path}\""));
        if imports("github.com/google/jsonschema-go/jsonschema") {
            return Some("jsonschema.Ptr".to_owned());
        }
        if imports("k8s.io/utils/ptr") {
            return Some("ptr.To".to_owned());
        }
        go.version.is_some_and(|version| version >= (1, 26)).then(|| "new".to_owned())
    }

    /// The function at the end of the file, where it is what makes pointers.
    fn support(&self) -> Vec<Support> {
        let is_own = self.project.go.pointer_function(self.parsed.path).is_none()
            && self.pointer().as_deref() == Some(POINTER_FUNCTION);
        if !is_own {
            return Vec::new();
        }
        let newline = newline(self.parsed.text);
        let before = if self.parsed.text.ends_with('\n') { newline.to_owned() } else { newline.repeat(2) };
        let text = format!("{before}{}", pointer_function().replace('\n', newline));
        vec![Support { at: self.parsed.text.len(), text, only_for: POINTERS }]
    }
}

fn pointer_function() -> String {
    format!(
        "// {POINTER_FUNCTION} returns a pointer to value.\nfunc {POINTER_FUNCTION}(value bool) *bool {{\n\treturn &value\n}}\n"
    )
}

const fn field(hint: HintName) -> &'static str {
    match hint {
        HintName::ReadOnly => "ReadOnlyHint",
        HintName::Destructive => "DestructiveHint",
        HintName::Idempotent => "IdempotentHint",
        HintName::OpenWorld => "OpenWorldHint",
    }
}

/// The function that an edit adds.
pub(super) fn support_ranges(parsed: &Parsed) -> Vec<Range<usize>> {
    let function = pointer_function();
    // It ends the file; line ends may be longer.
    let windows = function.replace('\n', "\r\n");
    let added = [function, windows].into_iter().find(|function| parsed.text.ends_with(function));
    added.map(|function| parsed.text.len() - function.len()..parsed.text.len()).into_iter().collect()
}
