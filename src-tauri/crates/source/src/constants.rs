//! Constants of a project: names that stand for text or for annotations, and the values of expressions made of them.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::language::Language;
use crate::registration::ToolName;
use crate::site::AnnotationValues;
use crate::syntax::{Parsed, children, excerpt, string_literal, unwrap_expression};

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
        let value = unwrap_freeze(parsed, value);
        let constant = match annotations(parsed, value) {
            Some(values) => Some(Constant::Annotations(values)),
            None => evaluate(parsed, value, self).known().map(|text| Constant::Text(text.to_owned())),
        };
        if let Some(constant) = constant
            && let Some(file) = self.files.get_mut(parsed.path)
        {
            file.insert(name.clone(), constant);
        }
        for member in group_members(value) {
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

/// The value of an expression that is made of literals and constants.
pub(crate) fn evaluate(parsed: &Parsed, node: Node, constants: &Constants) -> ToolName {
    if let Some(text) = string_literal(parsed, node) {
        return ToolName::Literal(text);
    }
    match parts(parsed, node, constants, 0) {
        Ok(text) => ToolName::Composed(text),
        Err(Unknown { why, prefix, suffix }) => ToolName::Computed { why, prefix, suffix },
    }
}

/// Why a value is not known, and what it begins and ends with.
struct Unknown {
    why: String,
    prefix: String,
    suffix: String,
}

fn unknown(why: String) -> Unknown {
    Unknown { why, prefix: String::new(), suffix: String::new() }
}

fn parts(parsed: &Parsed, node: Node, constants: &Constants, depth: usize) -> Result<String, Unknown> {
    const MAX_DEPTH: usize = 20;
    let node = unwrap_expression(node);
    if let Some(text) = string_literal(parsed, node) {
        return Ok(text);
    }
    if depth > MAX_DEPTH {
        return Err(unknown("a long expression".to_owned()));
    }
    let text = parsed.text_of(node);
    match node.kind() {
        "identifier"
        | "shorthand_property_identifier"
        | "member_expression"
        | "attribute"
        | "selector_expression"
        | "subscript_expression"
        | "subscript" => {
            let name = constant_name(parsed, node);
            let name = name.as_deref().unwrap_or(text);
            if is_parameter(parsed, node, name.split('.').next().unwrap_or(name)) {
                return Err(unknown(format!("`{}`", excerpt(text))));
            }
            constants
                .text(parsed.path, name)
                .map(str::to_owned)
                .ok_or_else(|| unknown(format!("`{}`", excerpt(text))))
        }
        "binary_operator" | "binary_expression" if parsed.field_text(node, "operator") == Some("+") => {
            let side = |field| node.child_by_field_name(field).ok_or_else(|| unknown(excerpt(text)));
            let sides = [side("left")?, side("right")?].map(|side| parts(parsed, side, constants, depth + 1));
            concatenate(sides)
        }
        "string" | "template_string" => {
            let mut pieces = Vec::new();
            for part in children(node) {
                match part.kind() {
                    "string_start" | "string_end" => {}
                    "interpolation" | "template_substitution" => {
                        let inner = children(part).first().copied();
                        let inner = inner.ok_or_else(|| unknown("an empty interpolation".to_owned()))?;
                        pieces.push(parts(parsed, inner, constants, depth + 1));
                    }
                    _ => pieces.push(Ok(parsed.text_of(part).to_owned())),
                }
            }
            concatenate(pieces)
        }
        // A default: what precedes it is usually not given.
        "binary_expression" | "boolean_operator" => {
            let right = node.child_by_field_name("right").and_then(|right| string_literal(parsed, right));
            Err(Unknown { suffix: right.unwrap_or_default(), ..unknown(format!("`{}`", excerpt(text))) })
        }
        // A function that adds a prefix is usual.
        "call" | "call_expression" => {
            let arguments = node.child_by_field_name("arguments").map(children).unwrap_or_default();
            let literal = match arguments.as_slice() {
                [one] => string_literal(parsed, *one).unwrap_or_default(),
                _ => String::new(),
            };
            Err(Unknown { suffix: literal, ..unknown(format!("`{}`", excerpt(text))) })
        }
        _ => Err(unknown(format!("`{}`", excerpt(text)))),
    }
}

/// True if a name is that of a parameter or of a loop variable around its use, which a constant of that name is not.
fn is_parameter(parsed: &Parsed, node: Node, name: &str) -> bool {
    std::iter::successors(node.parent(), Node::parent).any(|around| {
        let fields = ["parameters", "parameter", "left"];
        let is_binding = around.kind().contains("function")
            || matches!(around.kind(), "method_definition" | "for_in_statement" | "for_statement" | "lambda");
        let mut bound = fields.iter().filter_map(|field| around.child_by_field_name(field));
        is_binding && bound.any(|list| binds(parsed, list, name, 0))
    })
}

fn binds(parsed: &Parsed, node: Node, name: &str, depth: usize) -> bool {
    const MAX_DEPTH: usize = 8;
    let is_name = matches!(node.kind(), "identifier" | "shorthand_property_identifier_pattern");
    (is_name && parsed.text_of(node) == name)
        || (depth < MAX_DEPTH
            && !node.kind().contains("type")
            && children(node).into_iter().any(|child| binds(parsed, child, name, depth + 1)))
}

/// Joins what is known; of an unknown whole, the ends that are known.
fn concatenate(pieces: impl IntoIterator<Item = Result<String, Unknown>>) -> Result<String, Unknown> {
    let mut whole: Result<String, Unknown> = Ok(String::new());
    for piece in pieces {
        whole = match (whole, piece) {
            (Ok(before), Ok(text)) => Ok(before + &text),
            (Ok(before), Err(part)) => Err(Unknown { prefix: before + &part.prefix, ..part }),
            (Err(before), Ok(text)) => Err(Unknown { suffix: before.suffix + &text, ..before }),
            (Err(before), Err(part)) => Err(Unknown { suffix: part.suffix, ..before }),
        };
    }
    whole
}

/// The name of a constant without `self`, `this` and the `.value` of an enumeration.
pub(crate) fn constant_name(parsed: &Parsed, node: Node) -> Option<String> {
    let text = parsed.text_of(node);
    let name = match node.kind() {
        "subscript_expression" | "subscript" => {
            let object = node.child_by_field_name("object").or_else(|| node.child_by_field_name("value"))?;
            let index =
                node.child_by_field_name("index").or_else(|| node.child_by_field_name("subscript"))?;
            format!("{}.{}", constant_name(parsed, object)?, string_literal(parsed, index)?)
        }
        _ => text.to_owned(),
    };
    let is_path = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-'));
    is_path.then(|| name.strip_suffix(".value").unwrap_or(&name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_in(path: &str, text: &str) -> ToolName {
        let language = Language::from_path(path).unwrap();
        let parsed = Parsed::new(path, text, language).unwrap();
        let mut constants = Constants::default();
        constants.add_file(&parsed, &|_, _| None);
        let mut found = None;
        parsed.walk(|node| {
            if matches!(node.kind(), "call" | "call_expression")
                && parsed.field_text(node, "function") == Some("use")
            {
                let argument = children(node.child_by_field_name("arguments").unwrap())[0];
                found = Some(evaluate(&parsed, argument, &constants));
            }
        });
        found.unwrap()
    }

    #[test]
    fn names_are_composed_of_constants() {
        for (path, text, name) in [
            ("a.py", "PREFIX = 'db_'\nuse(f\"{PREFIX}get\")\n", "db_get"),
            ("a.py", "class T(str, Enum):\n    GET = 'get'\nuse(T.GET.value)\n", "get"),
            ("a.py", "A = 'x' + '_'\nuse(A + 'y')\n", "x_y"),
            ("a.ts", "const T = { GET: 'get' } as const;\nuse(T.GET);\n", "get"),
            ("a.ts", "enum T { Get = 'get' }\nuse(T.Get);\n", "get"),
            ("a.ts", "class T { static readonly NAME = 'get'; }\nuse(`${T.NAME}_all`);\n", "get_all"),
            ("a.js", "const T = Object.freeze({ 'a-b': 'get' });\nuse(T['a-b']);\n", "get"),
            ("a.go", "package a\nconst (\n\tp = \"db_\"\n)\nfunc f() { use(p + \"get\") }\n", "db_get"),
        ] {
            assert_eq!(name_in(path, text), ToolName::Composed(name.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_parameter_is_not_the_constant_of_its_name() {
        for (path, text) in [
            ("a.ts", "const t = { name: 'get' };\nall.map((t) => use(t.name));\n"),
            ("a.ts", "const t = { name: 'get' };\nfor (const t of all) use(t.name);\n"),
            ("a.py", "N = 'get'\ndef f(N): use(N)\n"),
        ] {
            assert!(name_in(path, text).known().is_none(), "{text}");
        }
        let text = "enum T { Get = 'get' }\nfunction f(t: T) { use(T.Get); }\n";
        assert_eq!(name_in("a.ts", text), ToolName::Composed("get".to_owned()));
    }

    #[test]
    fn an_unknown_name_keeps_its_known_ends() {
        let computed = |why: &str, prefix: &str, suffix: &str| ToolName::Computed {
            why: why.to_owned(),
            prefix: prefix.to_owned(),
            suffix: suffix.to_owned(),
        };
        assert_eq!(name_in("a.ts", "use(`get_${entity}_list`);\n"), computed("`entity`", "get_", "_list"));
        assert_eq!(name_in("a.py", "use('get_' + name())\n"), computed("`name()`", "get_", ""));
        assert_eq!(name_in("a.py", "use(prefixed('get'))\n"), computed("`prefixed('get')`", "", "get"));
        assert_eq!(name_in("a.ts", "use(name || 'get');\n"), computed("`name || 'get'`", "", "get"));
        assert_eq!(name_in("a.py", "use(name or 'get')\n"), computed("`name or 'get'`", "", "get"));
    }
}
