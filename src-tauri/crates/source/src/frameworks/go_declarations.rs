//! What a Go project declares of its own: functions that take options of mcp-go, and structs that describe tools.

use std::collections::{HashMap, HashSet};

use hintsmith_core::model::hint::{HintName, PerHint};
use tree_sitter::Node;

use super::annotations::hint_of_key;
use crate::registration::FileRole;
use crate::syntax::{Parsed, children};

/// A function that passes options on to mcp-go: `func MustTool(name string, handler Handler, options ...mcp.ToolOption)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OptionFunction {
    /// The parameter that names the tool.
    pub name_index: usize,
    /// Parameters before the options.
    pub fixed: usize,
}

/// A struct with `Name` and `Description` whose own name says that it is a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToolStruct {
    pub has_title: bool,
    /// The type of its field `Annotations`, without `*`.
    pub annotations: Option<String>,
    pub is_pointer: bool,
}

/// A struct of annotations: which hints it has, and whether they are pointers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AnnotationsStruct {
    pub has_title: bool,
    pub pointers: PerHint<Option<bool>>,
}

/// Declarations by name. `None` where the project has different ones of that name.
#[derive(Debug, Default)]
pub(crate) struct GoDeclarations {
    files: HashSet<String>,
    functions: HashMap<String, Option<OptionFunction>>,
    tools: HashMap<String, Option<ToolStruct>>,
    annotations: HashMap<String, Option<AnnotationsStruct>>,
}

impl GoDeclarations {
    /// Adds the declarations of a file; those of a file that is read again are not added twice.
    pub fn add_file(&mut self, parsed: &Parsed) {
        if FileRole::from_path(parsed.path) != FileRole::Source || !self.files.insert(parsed.path.to_owned())
        {
            return;
        }
        parsed.walk(|node| match node.kind() {
            "function_declaration" => {
                if let Some((name, function)) = read_function(parsed, node) {
                    insert(&mut self.functions, name, function);
                }
            }
            "type_spec" => self.add_struct(parsed, node),
            _ => {}
        });
    }

    fn add_struct(&mut self, parsed: &Parsed, node: Node) {
        let Some(name) = parsed.field_text(node, "name") else { return };
        let Some(fields) = struct_fields(parsed, node) else { return };
        let field = |name: &str| fields.iter().find(|(field, _)| *field == name).map(|(_, class)| *class);
        if name.contains("Tool") && field("Name") == Some("string") && field("Description") == Some("string")
        {
            let annotations = field("Annotations");
            let tool = ToolStruct {
                has_title: field("Title") == Some("string"),
                annotations: annotations.map(|class| class.trim_start_matches('*').to_owned()),
                is_pointer: annotations.is_some_and(|class| class.starts_with('*')),
            };
            insert(&mut self.tools, name, tool);
        }
        let hint_field = |hint| fields.iter().find(|(field, _)| hint_of_key(field) == Some(hint));
        let pointers = PerHint::from_fn(|hint: HintName| match hint_field(hint)?.1 {
            "bool" => Some(false),
            "*bool" => Some(true),
            _ => None,
        });
        if pointers.iter().any(|(_, pointer)| pointer.is_some()) {
            let has_title = field("Title") == Some("string");
            insert(&mut self.annotations, name, AnnotationsStruct { has_title, pointers });
        }
    }

    pub fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.tools.is_empty()
    }

    /// The function that is called as `package.name` or `name`.
    pub fn function(&self, path: &str) -> Option<&OptionFunction> {
        self.functions.get(last_part(path))?.as_ref()
    }

    /// The struct of the type `package.Name` or `Name`.
    pub fn tool(&self, path: &str) -> Option<&ToolStruct> {
        self.tools.get(last_part(path))?.as_ref()
    }

    pub fn annotations(&self, path: &str) -> Option<&AnnotationsStruct> {
        self.annotations.get(last_part(path))?.as_ref()
    }
}

fn insert<T: PartialEq>(known: &mut HashMap<String, Option<T>>, name: &str, value: T) {
    match known.get_mut(name) {
        None => {
            known.insert(name.to_owned(), Some(value));
        }
        Some(other) if other.as_ref() != Some(&value) => *other = None,
        Some(_) => {}
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn read_function<'p>(parsed: &Parsed<'p>, node: Node) -> Option<(&'p str, OptionFunction)> {
    let parameters = children(node.child_by_field_name("parameters")?);
    let (options, fixed) = parameters.split_last()?;
    let takes_options = options.kind() == "variadic_parameter_declaration"
        && parsed.field_text(*options, "type")?.ends_with(".ToolOption");
    let options = parsed.field_text(*options, "name")?;
    let passes_on = parsed.field_text(node, "body")?.contains(&format!("{options}..."));
    if !takes_options || !passes_on {
        return None;
    }
    let mut names: Vec<(&str, bool)> = Vec::new();
    for parameter in fixed {
        let is_text = parsed.field_text(*parameter, "type") == Some("string");
        let mut cursor = parameter.walk();
        let own = parameter.children_by_field_name("name", &mut cursor).filter(Node::is_named);
        names.extend(own.map(|name| (parsed.text_of(name), is_text)));
    }
    let is_name = |(name, is_text): &(&str, bool)| *is_text && name.to_lowercase().ends_with("name");
    let name_index = names.iter().position(is_name)?;
    let fixed = names.len();
    Some((parsed.field_text(node, "name")?, OptionFunction { name_index, fixed }))
}

/// The names and types of the fields of a struct.
fn struct_fields<'p>(parsed: &Parsed<'p>, node: Node) -> Option<Vec<(&'p str, &'p str)>> {
    let class = node.child_by_field_name("type").filter(|class| class.kind() == "struct_type")?;
    let mut fields = Vec::new();
    for field in children(*children(class).first()?) {
        let Some(class) = parsed.field_text(field, "type") else { continue };
        let mut cursor = field.walk();
        let names = field.children_by_field_name("name", &mut cursor).filter(Node::is_named);
        fields.extend(names.map(|name| (parsed.text_of(name), class)));
    }
    Some(fields)
}
