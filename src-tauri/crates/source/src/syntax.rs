//! Access to syntax trees: nodes with their text, lists, string literals.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::language::Language;
use crate::registration::Position;
use crate::site::List;
use crate::text_style::line_start;
use crate::tokens::{Token, tokenize};

/// A parsed file.
pub(crate) struct Parsed<'t> {
    pub path: &'t str,
    pub text: &'t str,
    pub language: Language,
    pub syntax: Syntax,
}

/// What a text consists of.
pub(crate) enum Syntax {
    Tree(Tree),
    /// For languages without a grammar. `is_complete` is false if brackets do not match.
    Tokens {
        tokens: Vec<Token>,
        is_complete: bool,
    },
}

impl<'t> Parsed<'t> {
    pub fn new(path: &'t str, text: &'t str, language: Language) -> Option<Self> {
        let syntax = match language.parse(text) {
            Some(tree) => Syntax::Tree(tree),
            None if language.has_grammar() => return None,
            None => {
                let (tokens, is_complete) = tokenize(text, language);
                Syntax::Tokens { tokens, is_complete }
            }
        };
        Some(Self { path, text, language, syntax })
    }

    pub fn text_of(&self, node: Node) -> &'t str {
        &self.text[node.byte_range()]
    }

    /// The text of a field of a node.
    pub fn field_text(&self, node: Node, field: &str) -> Option<&'t str> {
        Some(self.text_of(node.child_by_field_name(field)?))
    }

    pub fn has_errors(&self) -> bool {
        match &self.syntax {
            Syntax::Tree(tree) => tree.root_node().has_error(),
            Syntax::Tokens { is_complete, .. } => !is_complete,
        }
    }

    pub fn root(&self) -> Option<Node<'_>> {
        match &self.syntax {
            Syntax::Tree(tree) => Some(tree.root_node()),
            Syntax::Tokens { .. } => None,
        }
    }

    pub fn position(&self, at: usize) -> Position {
        let line = line_start(self.text, at);
        Position { line: self.text[..line].matches('\n').count() + 1, column: at - line + 1 }
    }

    /// Calls `visit` for each named node, parents first.
    pub fn walk(&self, visit: impl FnMut(Node)) {
        self.walk_nodes(visit);
    }

    /// The same with nodes that may be kept.
    pub fn walk_nodes<'n>(&'n self, mut visit: impl FnMut(Node<'n>)) {
        let Some(root) = self.root() else { return };
        let mut cursor = root.walk();
        loop {
            if cursor.node().is_named() {
                visit(cursor.node());
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }
}

pub(crate) fn is_comment(node: Node) -> bool {
    node.kind().contains("comment")
}

/// The named children that are not comments.
pub(crate) fn children(node: Node) -> Vec<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !is_comment(*child)).collect()
}

/// The entries of a node that begins and ends with a delimiter, separated by commas.
pub(crate) fn list(node: Node) -> Option<List> {
    let last = node.child_count().checked_sub(1)?;
    let (first, end) = (node.child(0)?, node.child(last)?);
    if last == 0 || first.is_named() || end.is_named() || first.is_missing() || end.is_missing() {
        return None;
    }
    let mut list = List {
        open: first.end_byte(),
        close: end.start_byte(),
        entries: Vec::new(),
        commas: Vec::new(),
        has_comments: false,
    };
    let mut cursor = node.walk();
    for child in node.children(&mut cursor).skip(1).take(last as usize - 1) {
        if is_comment(child) {
            list.has_comments = true;
        } else if child.is_named() {
            list.entries.push(child.byte_range());
            list.commas.push(None);
        } else if let Some(comma) = list.commas.last_mut() {
            *comma = Some(child.end_byte());
        }
    }
    Some(list)
}

/// An entry of an argument list or of a literal.
#[derive(Clone, Copy)]
pub(crate) struct Member<'n> {
    pub index: usize,
    pub node: Node<'n>,
    pub key: Option<Node<'n>>,
    pub value: Option<Node<'n>>,
}

/// The entries of a list with their keys and values.
pub(crate) fn members(node: Node) -> Vec<Member> {
    children(node).into_iter().enumerate().map(|(index, entry)| member(index, entry)).collect()
}

fn member(index: usize, node: Node) -> Member {
    let (key, value) = match node.kind() {
        "keyword_argument" => (field(node, "name"), field(node, "value")),
        "pair" | "keyed_element" => (field(node, "key"), field(node, "value")),
        "shorthand_property_identifier" => (Some(node), Some(node)),
        "method_definition" => (field(node, "name"), None),
        "spread_element" | "dictionary_splat" | "list_splat" => (None, None),
        _ => (None, Some(node)),
    };
    Member { index, node, key, value }
}

/// Go wraps keys and values into `literal_element`.
fn field<'n>(node: Node<'n>, name: &str) -> Option<Node<'n>> {
    let field = node.child_by_field_name(name)?;
    if field.kind() == "literal_element" { field.named_child(0) } else { Some(field) }
}

impl Member<'_> {
    pub fn range(&self) -> Range<usize> {
        self.node.byte_range()
    }

    /// True if the entry adds members that the source does not list here.
    pub fn is_spread(&self) -> bool {
        matches!(self.node.kind(), "spread_element" | "dictionary_splat" | "list_splat")
    }
}

/// The key of a member as text, without quotes.
pub(crate) fn key_text(parsed: &Parsed, member: &Member) -> Option<String> {
    let key = member.key?;
    if key.kind() == "computed_property_name" {
        return None;
    }
    string_literal(parsed, key).or_else(|| Some(parsed.text_of(key).to_owned()))
}

/// The value of a string literal without interpolations.
pub(crate) fn string_literal(parsed: &Parsed, node: Node) -> Option<String> {
    let text = parsed.text_of(node);
    match node.kind() {
        "string" if parsed.language == Language::Python => python_string(node, text),
        "concatenated_string" => children(node)
            .into_iter()
            .map(|part| string_literal(parsed, part))
            .collect::<Option<Vec<_>>>()
            .map(|all| all.concat()),
        "parenthesized_expression" => string_literal(parsed, *children(node).first()?),
        "string" => unescape(text.get(1..text.len().checked_sub(1)?)?),
        "template_string" if children(node).iter().all(|part| part.kind() != "template_substitution") => {
            unescape(text.get(1..text.len().checked_sub(1)?)?)
        }
        "as_expression" | "satisfies_expression" => string_literal(parsed, node.named_child(0)?),
        "interpreted_string_literal" | "string_literal" => {
            unescape(text.strip_prefix('"')?.strip_suffix('"')?)
        }
        "raw_string_literal" if parsed.language == Language::Go => {
            Some(text.get(1..text.len().checked_sub(1)?)?.replace('\r', ""))
        }
        "raw_string_literal" => {
            let text = text.strip_prefix('r')?.trim_matches('#');
            Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
        }
        _ => None,
    }
}

fn python_string(node: Node, text: &str) -> Option<String> {
    if children(node).iter().any(|part| part.kind() == "interpolation") {
        return None;
    }
    let start = text.find(['"', '\''])?;
    let prefix = text[..start].to_ascii_lowercase();
    let rest = &text[start..];
    let quote = if rest.starts_with("\"\"\"") || rest.starts_with("'''") { 3 } else { 1 };
    let inner = rest.get(quote..rest.len().checked_sub(quote)?)?;
    if prefix.contains('b') {
        None
    } else if prefix.contains('r') {
        Some(inner.to_owned())
    } else {
        unescape(inner)
    }
}

/// Decodes the escapes that the languages have in common; `None` for one that is unknown.
pub(crate) fn unescape(text: &str) -> Option<String> {
    if !text.contains('\\') {
        return Some(text.to_owned());
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(next) = rest.next() {
        if next != '\\' {
            out.push(next);
            continue;
        }
        match rest.next()? {
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            '0' => out.push('\0'),
            '\n' => {}
            '\r' => {
                let mut ahead = rest.clone();
                if ahead.next() == Some('\n') {
                    rest = ahead;
                }
            }
            'x' => out.push(code_point(&mut rest, 2)?),
            'u' => {
                let mut ahead = rest.clone();
                if ahead.next() == Some('{') {
                    let digits: String = ahead.by_ref().take_while(|c| *c != '}').collect();
                    rest = ahead;
                    out.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                } else {
                    out.push(code_point(&mut rest, 4)?);
                }
            }
            'U' => out.push(code_point(&mut rest, 8)?),
            same @ ('\\' | '"' | '\'' | '`' | '$' | '/' | '{') => out.push(same),
            _ => return None,
        }
    }
    Some(out)
}

fn code_point(rest: &mut std::str::Chars, digits: usize) -> Option<char> {
    let mut code = 0;
    for _ in 0..digits {
        code = code * 16 + rest.next()?.to_digit(16)?;
    }
    char::from_u32(code)
}

/// `true` and `false` in every language.
pub(crate) fn boolean(parsed: &Parsed, node: Node) -> Option<bool> {
    match parsed.text_of(node) {
        // Minifiers write `!0`.
        "true" | "True" | "!0" => Some(true),
        "false" | "False" | "!1" => Some(false),
        _ => None,
    }
}

/// An expression without what does not change its value: parentheses, `as const`, `satisfies T`.
pub(crate) fn unwrap_expression(mut node: Node) -> Node {
    while matches!(
        node.kind(),
        "parenthesized_expression" | "as_expression" | "satisfies_expression" | "non_null_expression"
    ) {
        match children(node).first() {
            Some(inner) => node = *inner,
            None => break,
        }
    }
    node
}

/// Text on one line, shortened, for messages.
pub(crate) fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_CHARS {
        return line;
    }
    line.chars().take(MAX_CHARS).chain(['…']).collect()
}

/// The entry of a list that has this key.
pub fn member_named<'m, 'n>(
    parsed: &Parsed,
    members: &'m [Member<'n>],
    name: &str,
) -> Option<&'m Member<'n>> {
    members.iter().find(|member| member.key.is_some() && key_text(parsed, member).as_deref() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_decoded_or_refused() {
        for (text, value) in [
            (r"a\n\x41\u00e9\u{1F600}", Some("a\nAé😀")),
            (r"\U0001F600\\", Some("😀\\")),
            (r"\N{DASH}", None),
            (r"\u{110000}", None),
            (r"\", None),
        ] {
            assert_eq!(unescape(text).as_deref(), value, "{text}");
        }
    }

    #[test]
    fn lists_know_their_entries_and_trailing_comma() {
        let text = "f(a, # one\n  b=2,\n)\ng()\n";
        let parsed = Parsed::new("a.py", text, Language::Python).unwrap();
        let mut lists = Vec::new();
        parsed.walk(|node| lists.extend((node.kind() == "argument_list").then(|| list(node).unwrap())));
        let texts: Vec<&str> = lists[0].entries.iter().map(|entry| &text[entry.clone()]).collect();
        assert_eq!(texts, ["a", "b=2"]);
        assert_eq!(lists[0].commas, [Some(4), text.find(",\n)").map(|at| at + 1)]);
        assert!(lists[0].has_comments);
        assert_eq!((lists[1].open, lists[1].entries.len()), (lists[1].close, 0));
    }
}
