//! Text edits of a server's command: our program is put before it, or removed again.

use std::ops::Range;

use super::{Edits, InstallError};
use crate::text::config_text::{ConfigFormat, Node, quote_string};

/// Syntax nodes of an entry's command.
pub struct CommandNodes<'a> {
    /// A program, or a list that starts with one.
    command: &'a Node,
    command_key: Range<usize>,
    /// The list of arguments and the span of its key.
    arguments: Option<(&'a Node, Range<usize>)>,
}

impl<'a> CommandNodes<'a> {
    pub fn from_entry(format: ConfigFormat, key: &str, entry: &'a Node) -> Result<Self, InstallError> {
        let has = |name: &str| entry.members().iter().any(|member| member.key == name);
        let program = program_key(format);
        if !has(program) {
            return Err(InstallError::NoConnection(key.to_owned()));
        }
        let unsafe_form = || InstallError::UnsupportedSyntax(key.to_owned());
        let command = entry.member(program).ok_or_else(unsafe_form)?;
        let arguments = match has("args") {
            true => Some(entry.member("args").ok_or_else(unsafe_form)?),
            false => None,
        };
        let arguments = arguments.map(|member| (&member.node, member.key_span.clone()));
        Ok(Self { command: &command.node, command_key: command.key_span.clone(), arguments })
    }

    /// The program and its arguments; `None` if they are not all strings.
    pub fn command_line(&self) -> Option<Vec<String>> {
        if self.command.as_list().is_some() {
            return strings(self.command);
        }
        let program = self.command.as_str()?.to_owned();
        let arguments = self.arguments.as_ref().map_or(Some(Vec::new()), |(list, _)| strings(list))?;
        Some([vec![program], arguments].concat())
    }

    pub fn wrap(&self, text: &str, format: ConfigFormat, program: &str, ours: &[&str]) -> Option<Edits> {
        let program = quote_string(program, format);
        let mut words: Vec<String> = ours.iter().map(|word| quote_string(word, format)).collect();
        let ours = words.join(", ");
        if let Some(items) = self.command.as_list() {
            items.first()?;
            let start = list_start(self.command);
            return Some(vec![(start..start, format!("{program}, {ours}, "))]);
        }
        // The program is moved as it is written.
        let moved = format!("{ours}, {}", &text[self.command.span.clone()]);
        let program = (self.command.span.clone(), program);
        let arguments = match &self.arguments {
            Some((list, _)) if is_block_list(text, list) => {
                words.push(text[self.command.span.clone()].to_owned());
                let start = list.span.start;
                let line_break = line_break_before(text, start)?;
                let items = words.iter().map(|word| format!("- {word}{line_break}"));
                (start..start, items.collect())
            }
            Some((list, _)) => {
                let comma = if list.as_list()?.is_empty() { "" } else { ", " };
                let start = list_start(list);
                (start..start, format!("{moved}{comma}"))
            }
            None => self.insert_arguments(text, format, &moved),
        };
        Some(vec![program, arguments])
    }

    /// Inserts a list of arguments where there is none. The space after its bracket marks it as ours: a list that
    /// existed before wrapping has none at that position.
    fn insert_arguments(&self, text: &str, format: ConfigFormat, items: &str) -> (Range<usize>, String) {
        let before = &text[..self.command_key.start];
        let line_start = before.trim_end_matches([' ', '\t']);
        let indent = &before[line_start.len()..];
        let line_break = if line_start.ends_with("\r\n") { "\r\n" } else { "\n" };
        let end = self.command.span.end;
        match format {
            ConfigFormat::Json => {
                let is_own_line = line_start.ends_with('\n');
                let gap = if is_own_line { format!("{line_break}{indent}") } else { " ".to_owned() };
                (end..end, format!(",{gap}\"args\": [ {items} ]"))
            }
            ConfigFormat::Toml | ConfigFormat::Yaml
                if line_start.is_empty() || line_start.ends_with('\n') =>
            {
                // After a comment on the line of the command.
                let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
                let line_end = if text[..line_end].ends_with('\r') { line_end - 1 } else { line_end };
                let args = assignment("args", format);
                (line_end..line_end, format!("{line_break}{indent}{args}[ {items} ]"))
            }
            ConfigFormat::Toml | ConfigFormat::Yaml => {
                (end..end, format!(", {}[ {items} ]", assignment("args", format)))
            }
        }
    }

    /// Removes our own words before the last `count` words of the command.
    pub fn unwrap(&self, text: &str, format: ConfigFormat, count: usize) -> Option<Edits> {
        if let Some(items) = self.command.as_list() {
            let last_of_ours = items.len().checked_sub(count + 1)?;
            let start = list_start(self.command);
            return Some(vec![(start..item_end(text, format, items, last_of_ours, start)?, String::new())]);
        }
        let (list, key) = self.arguments.as_ref()?;
        let items = list.as_list()?;
        let program = items.len().checked_sub(count)?;
        let moved = items.get(program)?.span.clone();
        let restored = (self.command.span.clone(), text[moved.clone()].to_owned());
        if is_block_list(text, list) {
            let removed = match items.get(program + 1) {
                Some(next) => (list.span.start..item_dash(text, moved.end, next)?, String::new()),
                // A list without items cannot be written as a block.
                None => (key.end..list.span.end, ": []".to_owned()),
            };
            return Some(vec![restored, removed]);
        }
        let start = list_start(list);
        let is_new =
            count == 1 && &text[start..items[0].span.start] == " " && &text[moved.end..list.span.end] == " ]";
        let removed = match is_new.then(|| property_start(text, format, key.start)).flatten() {
            Some(property) => property..list.span.end,
            None => start..item_end(text, format, items, program, start)?,
        };
        Some(vec![restored, (removed, String::new())])
    }
}

/// The key of the program in an entry.
pub fn program_key(format: ConfigFormat) -> &'static str {
    if format == ConfigFormat::Yaml { "cmd" } else { "command" }
}

/// A key and the sign between it and its value, as written in a block.
pub fn assignment(key: &str, format: ConfigFormat) -> String {
    match format {
        ConfigFormat::Json => format!("\"{key}\": "),
        ConfigFormat::Toml => format!("{key} = "),
        ConfigFormat::Yaml => format!("{key}: "),
    }
}

/// Returns whether a list has one item per line after dashes, as in YAML.
fn is_block_list(text: &str, list: &Node) -> bool {
    text[list.span.clone()].starts_with('-')
}

/// The line break and indentation before a position; `None` if anything else precedes it in its line.
pub fn line_break_before(text: &str, position: usize) -> Option<&str> {
    let line_start = text[..position].trim_end_matches([' ', '\t']);
    let line = line_start.strip_suffix('\n')?;
    Some(&text[line.strip_suffix('\r').unwrap_or(line).len()..position])
}

/// The position of the dash before an item of a block list; `end` is the end of the item before it.
fn item_dash(text: &str, end: usize, item: &Node) -> Option<usize> {
    Some(end + text[end..item.span.start].rfind('-')?)
}

/// The position after the opening bracket.
fn list_start(list: &Node) -> usize {
    list.span.start + 1
}

/// The end of what belongs to an item of a list: the comma after it and, if the list is as we wrote it, our space.
fn item_end(text: &str, format: ConfigFormat, items: &[Node], at: usize, start: usize) -> Option<usize> {
    let end = items.get(at)?.span.end;
    let Some(next) = items.get(at + 1) else { return Some(end) };
    let comma = end + find_comma(&text[end..next.span.start], format)? + 1;
    let is_as_written = items[0].span.start == start && text[comma..].starts_with(' ');
    Some(if is_as_written { comma + 1 } else { comma })
}

/// The first comma outside a comment.
fn find_comma(gap: &str, format: ConfigFormat) -> Option<usize> {
    let mut at = 0;
    while at < gap.len() {
        let rest = &gap[at..];
        let comment_end = match format {
            ConfigFormat::Json if rest.starts_with("//") => Some("\n"),
            ConfigFormat::Json if rest.starts_with("/*") => Some("*/"),
            ConfigFormat::Toml | ConfigFormat::Yaml if rest.starts_with('#') => Some("\n"),
            _ => None,
        };
        at += match comment_end {
            Some(end) => rest.find(end)? + end.len(),
            None if rest.starts_with(',') => return Some(at),
            None => rest.chars().next()?.len_utf8(),
        };
    }
    None
}

/// The start of a property that [`CommandNodes::insert_arguments`] wrote: the comma or the line break before its key.
fn property_start(text: &str, format: ConfigFormat, key: usize) -> Option<usize> {
    let before = text[..key].trim_end_matches([' ', '\t']);
    if format != ConfigFormat::Json && before.ends_with('\n') {
        return Some(before.strip_suffix("\r\n").unwrap_or(&before[..before.len() - 1]).len());
    }
    let before = text[..key].trim_end();
    before.ends_with(',').then(|| before.len() - 1)
}

fn strings(list: &Node) -> Option<Vec<String>> {
    list.as_list()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}
