//! The values of expressions that are made of literals and constants.

use tree_sitter::Node;

use super::Constants;
use crate::registration::ToolName;
use crate::syntax::{Parsed, children, excerpt, string_literal, unwrap_expression};

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
    use crate::language::Language;

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
            (
                "a.ts",
                "const T = z.object({ name: z.literal('get'), arguments: z.object({}) });\nuse(T.shape.name.value);\n",
                "get",
            ),
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
