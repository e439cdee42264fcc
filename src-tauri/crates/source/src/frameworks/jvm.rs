//! Java and Kotlin: Spring AI, Quarkus, the official SDKs. Registrations are found and reported, not edited.

#[cfg(test)]
mod tests;

use super::project::Project;
use super::site_builder::Builder;
use crate::language::Language;
use crate::registration::{EditObstacle, Framework, Registration, ToolName};
use crate::site::{AnnotationsSite, Escapes, List, Notation, Outer, TitleForm};
use crate::syntax::{Parsed, Syntax, unescape};
use crate::tokens::{Entry, Token, TokenKind, read_list};

pub(super) fn find(parsed: &Parsed, project: &Project) -> Vec<Registration> {
    let Syntax::Tokens { tokens, .. } = &parsed.syntax else { return Vec::new() };
    let code: Vec<Token> = tokens.iter().filter(|token| token.kind != TokenKind::Comment).cloned().collect();
    (0..code.len()).filter_map(|index| read(parsed, project, &code, index)).collect()
}

fn read(parsed: &Parsed, project: &Project, tokens: &[Token], index: usize) -> Option<Registration> {
    let text = |index: usize| tokens.get(index).map_or("", |token| &parsed.text[token.range.clone()]);
    let before = |count: usize| index.checked_sub(count).map_or("", text);
    let imports = |package: &str| parsed.text.contains(package);
    let (framework, name) = match text(index) {
        "McpTool" if before(1) == "@" => (Framework::SpringAi, annotated_name(parsed, tokens, index)?),
        "Tool" if before(1) == "@" && imports("io.quarkiverse.mcp") => {
            (Framework::Quarkus, annotated_name(parsed, tokens, index)?)
        }
        // `Tool.builder().name("get")`.
        "Tool"
            if text(index + 1) == "." && text(index + 2) == "builder" && imports("modelcontextprotocol") =>
        {
            (Framework::JavaSdk, builder_name(parsed, tokens, index)?)
        }
        // `new Tool("get", …)`.
        "Tool" if text(index + 1) == "(" && imports("modelcontextprotocol") && is_constructed(&before) => {
            (Framework::JavaSdk, first_argument(parsed, tokens, index + 1)?)
        }
        "addTool"
            if parsed.language == Language::Kotlin
                && text(index + 1) == "("
                && before(1) == "."
                && imports("modelcontextprotocol") =>
        {
            (Framework::KotlinSdk, first_argument(parsed, tokens, index + 1)?)
        }
        _ => return None,
    };
    let range = tokens[index].range.clone();
    let outer = Outer::List(List::default());
    let mut builder = Builder::new(parsed, project, framework, range, outer, notation());
    builder.registration.site.annotations = AnnotationsSite::Inline;
    builder.registration.name = name;
    builder.obstacle(EditObstacle::Unsupported(framework.name()));
    Some(builder.finish())
}

fn is_constructed<'t>(before: &impl Fn(usize) -> &'t str) -> bool {
    before(1) == "new" || (before(1) == "." && before(3) == "new")
}

fn computed(why: &str) -> ToolName {
    ToolName::Computed { why: why.to_owned(), prefix: String::new(), suffix: String::new() }
}

/// The `name` of an annotation, else that of the method that it is for.
fn annotated_name(parsed: &Parsed, tokens: &[Token], index: usize) -> Option<ToolName> {
    let mut next = index + 1;
    if tokens.get(next).is_some_and(|token| &parsed.text[token.range.clone()] == "(") {
        let (_, entries, close) = read_list(parsed.text, tokens, next)?;
        if let Some(entry) = entries.iter().find(|entry| entry.key == Some("name")) {
            return Some(literal(parsed, entry).map_or_else(|| computed("a constant"), ToolName::Literal));
        }
        next = close + 1;
    }
    // The first word before a parenthesis that is no annotation.
    let mut depth = 0_usize;
    for at in next..tokens.len().min(next + 400) {
        match &parsed.text[tokens[at].range.clone()] {
            "(" if depth == 0 && tokens[at - 1].kind == TokenKind::Word => {
                let is_annotation = at >= 2 && &parsed.text[tokens[at - 2].range.clone()] == "@";
                if !is_annotation {
                    return Some(ToolName::Composed(parsed.text[tokens[at - 1].range.clone()].to_owned()));
                }
                depth += 1;
            }
            "(" => depth += 1,
            ")" => depth = depth.checked_sub(1)?,
            "{" | "}" | ";" if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The argument of `.name(…)` in the chain of calls.
fn builder_name(parsed: &Parsed, tokens: &[Token], index: usize) -> Option<ToolName> {
    let mut at = index + 3;
    loop {
        let text = |at: usize| tokens.get(at).map_or("", |token| &parsed.text[token.range.clone()]);
        if text(at) != "(" {
            return Some(computed("a builder without a name"));
        }
        let (_, entries, close) = read_list(parsed.text, tokens, at)?;
        if text(at - 1) == "name" {
            let name = entries.first().and_then(|entry| literal(parsed, entry));
            return Some(name.map_or_else(|| computed("a variable"), ToolName::Literal));
        }
        if text(close + 1) != "." {
            return Some(computed("a builder without a name"));
        }
        at = close + 3;
    }
}

fn first_argument(parsed: &Parsed, tokens: &[Token], open: usize) -> Option<ToolName> {
    let (_, entries, _) = read_list(parsed.text, tokens, open)?;
    let entry = entries.iter().find(|entry| entry.key == Some("name")).or_else(|| entries.first())?;
    Some(literal(parsed, entry).map_or_else(|| computed("a variable"), ToolName::Literal))
}

fn literal(parsed: &Parsed, entry: &Entry) -> Option<String> {
    let [token] = entry.value else { return None };
    unescape(parsed.text[token.range.clone()].strip_prefix('"')?.strip_suffix('"')?)
}

/// Nothing is written.
fn notation() -> Notation {
    Notation {
        key: String::new(),
        open: String::new(),
        close: "",
        padded: false,
        hints: Default::default(),
        title: TitleForm {
            key: String::new(),
            infix: "",
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
        width: 0,
        list_width: 0,
        indent: String::new(),
        newline: "\n",
        support: Vec::new(),
    }
}
