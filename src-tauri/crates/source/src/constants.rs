//! Constants of a project: names that stand for text or for annotations.

mod evaluate;

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::language::Language;
use crate::site::AnnotationValues;
use crate::syntax::{Parsed, children, string_literal, unwrap_expression};

pub(crate) use evaluate::{constant_name, evaluate};

/// The value of a constant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constant {
    Text(String),
    Annotations(AnnotationValues),
}

/// Constants by name (`NAME`, `Group.NAME`) in each file.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    files: HashMap<String, HashMap<String, Constant>>,
    /// By name in the whole project; `None` if files disagree.
    project: HashMap<String, Option<Constant>>,
    /// Classes that others extend, whose members may have other values there.
    extended: HashSet<String>,
}

impl Constants {
    /// Adds the constants that a file defines. Reads an annotations object with `annotations`.
    pub fn add_file(
        &mut self,
        parsed: &Parsed,
        annotations: &dyn Fn(&Parsed, Node) -> Option<AnnotationValues>,
    ) {
        self.files.entry(parsed.path.to_owned()).or_default();
        parsed.walk(|node| {
            for (name, value) in definitions(parsed, node) {
                self.add(parsed, name, value, annotations);
            }
            self.extended.extend(base_classes(parsed, node));
        });
        for (name, constant) in &self.files[parsed.path] {
            let known = self.project.entry(name.clone()).or_insert_with(|| Some(constant.clone()));
            if known.as_ref() != Some(constant) {
                *known = None;
            }
        }
    }

    fn add(
        &mut self,
        parsed: &Parsed,
        name: String,
        value: Node,
        annotations: &dyn Fn(&Parsed, Node) -> Option<AnnotationValues>,
    ) {
        let value = unwrap_zod_literal(parsed, unwrap_freeze(parsed, value));
        let constant = match annotations(parsed, value) {
            Some(values) => Some(Constant::Annotations(values)),
            None => evaluate(parsed, value, self).known().map(|text| Constant::Text(text.to_owned())),
        };
        if let Some(constant) = constant
            && let Some(file) = self.files.get_mut(parsed.path)
        {
            file.insert(name.clone(), constant);
        }
        let (group, name) = match zod_shape(parsed, value) {
            Some(shape) => (shape, format!("{name}.shape")),
            None => (value, name),
        };
        for member in group_members(group) {
            if let (Some(key), Some(value)) = (crate::syntax::key_text(parsed, &member), member.value)
                && name.split('.').count() < 4
            {
                self.add(parsed, format!("{name}.{key}"), value, annotations);
            }
        }
    }

    fn get(&self, file: &str, name: &str) -> Option<&Constant> {
        let own = self.files.get(file).and_then(|own| own.get(name));
        own.or_else(|| self.project.get(name)?.as_ref())
    }

    /// The value of `self.name` and `this.name` where the class around it has that member, and no other class extends it.
    pub fn own_member(&self, parsed: &Parsed, node: Node) -> Option<&str> {
        let text = parsed.text_of(node);
        let member = ["self.", "this.", "cls."].iter().find_map(|prefix| text.strip_prefix(prefix))?;
        let around = std::iter::successors(node.parent(), Node::parent);
        let class = around.into_iter().find(|node| node.kind().starts_with("class_d"))?;
        let class = parsed.field_text(class, "name").filter(|class| !self.extended.contains(*class))?;
        let own = self.files.get(parsed.path)?;
        match own.get(&format!("{class}.{member}"))? {
            Constant::Text(text) => Some(text),
            Constant::Annotations(_) => None,
        }
    }

    pub fn text(&self, file: &str, name: &str) -> Option<&str> {
        match self.get(file, name)? {
            Constant::Text(text) => Some(text),
            Constant::Annotations(_) => None,
        }
    }

    pub fn annotations(&self, file: &str, name: &str) -> Option<&AnnotationValues> {
        match self.get(file, name)? {
            Constant::Annotations(values) => Some(values),
            Constant::Text(_) => None,
        }
    }
}

/// The members of an object literal or dictionary whose values can be constants.
fn group_members(value: Node) -> Vec<crate::syntax::Member> {
    if matches!(value.kind(), "object" | "dictionary") { crate::syntax::members(value) } else { Vec::new() }
}

/// The names of the classes that a class extends.
fn base_classes(parsed: &Parsed, node: Node) -> Vec<String> {
    let last = |text: &str| text.rsplit('.').next().unwrap_or(text).to_owned();
    match node.kind() {
        "class_definition" => {
            let bases = node.child_by_field_name("superclasses").map(children).unwrap_or_default();
            bases.into_iter().map(|base| last(parsed.text_of(base))).collect()
        }
        "extends_clause" => parsed.field_text(node, "value").map(last).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// `Object.freeze(value)` is `value`.
fn unwrap_freeze<'n>(parsed: &Parsed, node: Node<'n>) -> Node<'n> {
    let node = unwrap_expression(node);
    if node.kind() == "call_expression" && parsed.field_text(node, "function") == Some("Object.freeze") {
        let inner = node.child_by_field_name("arguments").and_then(|list| children(list).first().copied());
        return inner.map_or(node, unwrap_expression);
    }
    node
}

/// `z.literal('text')` is the text, which its `value` has.
fn unwrap_zod_literal<'n>(parsed: &Parsed, node: Node<'n>) -> Node<'n> {
    let text = zod_argument(parsed, node, ".literal").filter(|text| string_literal(parsed, *text).is_some());
    text.unwrap_or(node)
}

/// The members of `z.object({…})`, which its `shape` has.
fn zod_shape<'n>(parsed: &Parsed, node: Node<'n>) -> Option<Node<'n>> {
    zod_argument(parsed, node, ".object").filter(|shape| shape.kind() == "object")
}

fn zod_argument<'n>(parsed: &Parsed, node: Node<'n>, function: &str) -> Option<Node<'n>> {
    let is_call =
        node.kind() == "call_expression" && parsed.field_text(node, "function")?.ends_with(function);
    first_argument(node).filter(|_| is_call)
}

/// The names that a node defines, with their values.
fn definitions<'n>(parsed: &Parsed, node: Node<'n>) -> Vec<(String, Node<'n>)> {
    let pair = |name: &str, value: &str| {
        let name = node.child_by_field_name(name)?;
        let is_name =
            matches!(name.kind(), "identifier" | "property_identifier" | "private_property_identifier");
        Some((parsed.text_of(name).to_owned(), node.child_by_field_name(value).filter(|_| is_name)?))
    };
    match (parsed.language, node.kind()) {
        (Language::Python, "assignment") => {
            pair("left", "right").map(|(name, value)| in_class(parsed, node, name, value))
        }
        (Language::Python, "call") if parsed.field_text(node, "function") == Some("super().__init__") => {
            first_argument(node).and_then(|value| named_by_class(parsed, node, value))
        }
        (_, "call_expression") if parsed.field_text(node, "function") == Some("super") => {
            first_argument(node).and_then(|value| named_by_class(parsed, node, value))
        }
        (Language::Go, "const_spec" | "var_spec") => {
            let names: Vec<Node> = {
                let mut cursor = node.walk();
                node.children_by_field_name("name", &mut cursor).filter(Node::is_named).collect()
            };
            let values = node.child_by_field_name("value").map(children).unwrap_or_default();
            return names
                .iter()
                .zip(values)
                .map(|(name, value)| (parsed.text_of(*name).to_owned(), value))
                .collect();
        }
        (_, "variable_declarator") => pair("name", "value"),
        (_, "enum_assignment" | "public_field_definition") => {
            pair("name", "value").map(|(name, value)| in_class(parsed, node, name, value))
        }
        _ => None,
    }
    .into_iter()
    .collect()
}

fn first_argument(call: Node) -> Option<Node> {
    children(call.child_by_field_name("arguments")?).first().copied()
}

/// A constructor that gives a text to that of its base class gives it the name, which comes first by custom.
fn named_by_class<'n>(parsed: &Parsed, node: Node, value: Node<'n>) -> Option<(String, Node<'n>)> {
    let mut around = std::iter::successors(node.parent(), Node::parent);
    let class = around.find(|node| matches!(node.kind(), "class_definition" | "class_declaration"))?;
    string_literal(parsed, value)?;
    Some((format!("{}.name", parsed.field_text(class, "name")?), value))
}

/// A member of a class or an enumeration is named after it.
fn in_class<'n>(parsed: &Parsed, node: Node, name: String, value: Node<'n>) -> (String, Node<'n>) {
    let mut parent = node.parent();
    while let Some(around) = parent {
        match around.kind() {
            "class_definition" | "class_declaration" | "enum_declaration" => {
                let class = parsed.field_text(around, "name").unwrap_or_default();
                return (format!("{class}.{name}"), value);
            }
            "expression_statement" | "block" | "class_body" | "enum_body" => parent = around.parent(),
            _ => break,
        }
    }
    (name, value)
}
