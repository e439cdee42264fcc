//! C#: `[McpServerTool(Name = "…", ReadOnly = true)]`.

#[cfg(test)]
mod tests;

use hintsmith_core::model::hint::{HintName, PerHint};

use super::project::Project;
use super::site_builder::Builder;
use crate::registration::{FieldValue, Framework, Registration, ToolName};
use crate::site::{self, AnnotationsSite, Escapes, HintForm, Notation, Outer, TitleEntry, TitleForm};
use crate::syntax::{Parsed, Syntax, excerpt, unescape};
use crate::text_style::{indent_unit, newline};
use crate::tokens::{Entry, Token, TokenKind, read_list};

/// Longer attributes are broken up; the usual formatters have no limit of their own.
const WIDTH: usize = 120;

pub(super) fn find(parsed: &Parsed, project: &Project) -> Vec<Registration> {
    let Syntax::Tokens { tokens, .. } = &parsed.syntax else { return Vec::new() };
    let code: Vec<Token> = tokens.to_vec();
    let is_attribute = |index: &usize| {
        let word = &parsed.text[code[*index].range.clone()];
        code[*index].kind == TokenKind::Word
            && matches!(word, "McpServerTool" | "McpServerToolAttribute")
            && is_in_section(parsed, &code, *index)
    };
    (0..code.len()).filter(is_attribute).filter_map(|index| read(parsed, project, &code, index)).collect()
}

/// True if the name is that of an attribute: it follows `[`, a comma or a namespace, and ends or has arguments. In a list
/// such as `[McpServerTool.Create(f)]` it is the name of a class.
fn is_in_section(parsed: &Parsed, tokens: &[Token], index: usize) -> bool {
    let text = |token: &Token| &parsed.text[token.range.clone()];
    let is_code = |token: &&Token| token.kind != TokenKind::Comment;
    let previous = tokens[..index].iter().rev().find(is_code);
    let next = tokens[index + 1..].iter().find(is_code);
    previous.is_some_and(|token| matches!(text(token), "[" | "," | "."))
        && next.is_some_and(|token| matches!(text(token), "(" | "," | "]"))
}

fn read(parsed: &Parsed, project: &Project, tokens: &[Token], index: usize) -> Option<Registration> {
    let text = |index: usize| tokens.get(index).map(|token| &parsed.text[token.range.clone()]);
    let end_of_name = tokens[index].range.end;
    let (outer, entries, last) = if text(index + 1) == Some("(") {
        let (list, entries, close) = read_list(parsed.text, tokens, index + 1)?;
        (Outer::List(list), entries, close)
    } else {
        (Outer::Bare(end_of_name), Vec::new(), index)
    };
    let range = tokens[index].range.start..tokens[last].range.end;
    let mut builder = Builder::new(parsed, project, Framework::CSharpSdk, range, outer, notation(parsed));
    builder.registration.site.annotations = AnnotationsSite::Inline;
    let method = method_name(parsed, tokens, last + 1)?;
    builder.registration.name = ToolName::Composed(tool_name(method));
    builder.registration.description = description(parsed, tokens, index);
    for (position, entry) in entries.iter().enumerate() {
        read_entry(parsed, &mut builder, entry, position);
    }
    Some(builder.finish())
}

fn read_entry(parsed: &Parsed, builder: &mut Builder, entry: &Entry, position: usize) {
    let (Some(key), [value, ..]) = (entry.key, entry.value) else { return };
    let value_text = &parsed.text[value.range.start..entry.range.end];
    let string = string_value(parsed, entry.value);
    let site_entry = |literal| site::Entry {
        entry: entry.range.clone(),
        value: value.range.start..entry.range.end,
        rewrite: false,
        literal,
        is_wrapped: false,
    };
    match key {
        "Name" => {
            builder.registration.site.title_after = Some(position);
            builder.registration.name = match string {
                Some(name) => ToolName::Literal(name),
                None => {
                    let why = format!("`{}`", excerpt(value_text));
                    ToolName::Computed { why, prefix: String::new(), suffix: String::new() }
                }
            };
        }
        "Title" => {
            let entry = TitleEntry { entry: site_entry(string.is_some()), in_annotations: false };
            builder.registration.site.titles.push(entry);
            builder.registration.title = match string {
                Some(title) => FieldValue::Literal(title),
                None => FieldValue::Expression(excerpt(value_text)),
            };
        }
        _ => {
            let Some(hint) = HintName::ALL.into_iter().find(|hint| property(*hint) == key) else { return };
            let current = value_text.parse().ok();
            builder.registration.site.hints[hint] = Some(site_entry(current.is_some()));
            builder.registration.hints[hint] = match current {
                Some(value) => FieldValue::Literal(value),
                None => FieldValue::Expression(excerpt(value_text)),
            };
        }
    }
}

/// The text of a string that is a single literal without interpolation.
fn string_value(parsed: &Parsed, tokens: &[Token]) -> Option<String> {
    let [token] = tokens else { return None };
    let literal = &parsed.text[token.range.clone()];
    match literal.strip_prefix('@') {
        Some(verbatim) => Some(verbatim.strip_prefix('"')?.strip_suffix('"')?.replace("\"\"", "\"")),
        None if literal.starts_with("\"\"\"") => None,
        None => unescape(literal.strip_prefix('"')?.strip_suffix('"')?),
    }
}

/// The name before the parameters of the method that follows the attributes.
fn method_name<'p>(parsed: &Parsed<'p>, tokens: &[Token], start: usize) -> Option<&'p str> {
    const MODIFIERS: &[&str] =
        &["public", "private", "internal", "protected", "static", "async", "virtual", "override", "partial"];
    const MAX_TOKENS: usize = 400;
    let mut square = 0_usize;
    let mut previous: Option<&'p str> = None;
    // The rest of the section is still open.
    let mut is_section = true;
    for token in tokens.iter().skip(start).take(MAX_TOKENS).filter(|token| token.kind != TokenKind::Comment) {
        let text = &parsed.text[token.range.clone()];
        match text {
            "]" if is_section && square == 0 => is_section = false,
            "[" => square += 1,
            "]" => square = square.saturating_sub(1),
            "(" if !is_section && square == 0 => {
                if let Some(name) = previous.filter(|name| !MODIFIERS.contains(name)) {
                    return Some(name);
                }
            }
            "{" | "}" | ";" if !is_section && square == 0 => return None,
            _ => {}
        }
        previous = (token.kind == TokenKind::Word).then_some(text);
    }
    None
}

/// The SDK names a tool after its method, in snake case and without `Async`.
fn tool_name(method: &str) -> String {
    let name = method.strip_suffix("Async").filter(|name| !name.is_empty()).unwrap_or(method);
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let after_lower =
            index > 0 && (letters[index - 1].is_lowercase() || letters[index - 1].is_ascii_digit());
        let before_lower = index > 0
            && letters[index - 1].is_uppercase()
            && letters.get(index + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (after_lower || before_lower) {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// The text of `Description("…")` among the attributes nearby.
fn description(parsed: &Parsed, tokens: &[Token], index: usize) -> Option<String> {
    const NEAR: usize = 60;
    let near = tokens.get(index..(index + NEAR).min(tokens.len()))?;
    let texts: Vec<&str> = near.iter().map(|token| &parsed.text[token.range.clone()]).collect();
    let at = texts.windows(2).position(|pair| pair == ["Description", "("])?;
    // A description after the parameters begin belongs to one of them.
    let is_own = !texts[..at].windows(2).any(|pair| pair[1] == "(" && matches!(pair[0], "Task" | "string"));
    string_value(parsed, near.get(at + 2..at + 3)?).filter(|_| is_own)
}

fn notation(parsed: &Parsed) -> Notation {
    Notation {
        key: String::new(),
        open: String::new(),
        close: "",
        padded: false,
        hints: PerHint::from_fn(|hint| HintForm::new(property(hint), " = ", "true", "false")),
        title: TitleForm {
            key: "Title".to_owned(),
            infix: " = ",
            suffix: "",
            quote: '"',
            either_quote: false,
            escapes: Escapes::Fixed,
        },
        title_in_annotations: false,
        trailing_comma: false,
        trailing_comma_in_calls: false,
        reindents: false,
        hugs: false,
        always_breaks: false,
        width: WIDTH,
        list_width: usize::MAX,
        indent: indent_unit(parsed.text, "    "),
        newline: newline(parsed.text),
        support: Vec::new(),
    }
}

const fn property(hint: HintName) -> &'static str {
    match hint {
        HintName::ReadOnly => "ReadOnly",
        HintName::Destructive => "Destructive",
        HintName::Idempotent => "Idempotent",
        HintName::OpenWorld => "OpenWorld",
    }
}
