//! Replacement of a server's address by `hintsmith gateway`. The entry as it was is kept in an environment variable of
//! the new entry, so that it can be restored on any computer that has the file.

use std::fmt::Write as _;
use std::ops::Range;

use super::command::{CommandNodes, assignment, line_break_before, program_key};
use super::entry::find_entry;
use super::{EntryPath, InstallError, Launcher};
use crate::text::config_text::{self, ConfigFormat, Member, Node, NodeValue, quote_string};

/// Environment variable that holds the replaced entry. Nothing reads it but the removal of Hintsmith.
pub const REPLACED_ENTRY: &str = "HINTSMITH_REPLACED_ENTRY";

const ADDRESS_KEYS: [&str; 4] = ["url", "serverUrl", "httpUrl", "uri"];

const TRANSPORT_KEYS: [&str; 2] = ["type", "transport"];

/// Objects of environment variables.
const ENVIRONMENT_KEYS: [&str; 3] = ["env", "envs", "environment"];

/// Members that belong to an address. Clients refuse some of them beside a command.
const REMOTE_KEYS: [&str; 12] = [
    "headers",
    "http_headers",
    "env_http_headers",
    "bearer_token",
    "bearer_token_env_var",
    "requestInit",
    "headersHelper",
    "oauth",
    "oauth_resource",
    "auth",
    "authProviderType",
    "scopes",
];

pub fn address(entry: &Node) -> Option<&str> {
    ADDRESS_KEYS.iter().find_map(|key| entry.member(key)?.node.as_str())
}

/// The entry that a `hintsmith gateway` replaced.
pub fn replaced_entry(format: ConfigFormat, entry: &Node) -> Option<String> {
    entry.member(program_key(format))?;
    let variables = ENVIRONMENT_KEYS.iter().find_map(|key| entry.member(key))?;
    decode(variables.node.member(REPLACED_ENTRY)?.node.as_str()?)
}

/// Returns the text with the address replaced by the gateway of the stored server.
pub fn replace(
    text: &str,
    file: &Node,
    path: EntryPath<'_>,
    launcher: Launcher<'_>,
    server: &str,
) -> Result<String, InstallError> {
    let (key, entry) = find_entry(file, path)?;
    let unsupported = || InstallError::UnsupportedSyntax(key.to_owned());
    let layout = Layout::from_entry(text, path, key, entry).ok_or_else(unsupported)?;
    let kept: Vec<&Member> = entry.members().iter().filter(|member| is_kept(&member.key)).collect();
    let line = launcher.arguments(&["gateway", server]);
    let line: Vec<&str> = [launcher.program].into_iter().chain(line).collect();
    let original = encode(&text[layout.range.clone()]);
    let new_entry = layout.render(text, path.format, entry, &line, &original, &kept);
    let new = config_text::apply_edits(text, vec![(layout.range, new_entry)]);

    // The result is parsed again; if anything but the connection changed, it is refused.
    let new_file = config_text::parse(&new, path.format).map_err(|_| unsupported())?;
    let (new_key, new_entry) = find_entry(&new_file, path).map_err(|_| unsupported())?;
    let command = CommandNodes::from_entry(path.format, new_key, new_entry)?.command_line();
    let keeps = |member: &&Member| {
        let same = new_entry.member(&member.key);
        same.is_some_and(|same| is_equal(text, &member.node, &new, &same.node))
    };
    let is_intended = is_equal_except(text, file, entry, &new, &new_file, new_entry)
        && command.is_some_and(|command| command == line)
        && replaced_entry(path.format, new_entry) == decode(&original)
        && kept.iter().all(keeps);
    if is_intended { Ok(new) } else { Err(unsupported()) }
}

/// Returns the text with the replaced entry restored.
pub fn restore(text: &str, file: &Node, path: EntryPath<'_>) -> Result<String, InstallError> {
    let (key, entry) = find_entry(file, path)?;
    let unsupported = || InstallError::UnsupportedSyntax(key.to_owned());
    let original = replaced_entry(path.format, entry).ok_or_else(unsupported)?;
    let layout = Layout::from_entry(text, path, key, entry).ok_or_else(unsupported)?;
    let new = config_text::apply_edits(text, vec![(layout.range, original)]);
    let new_file = config_text::parse(&new, path.format).map_err(|_| unsupported())?;
    let (_, new_entry) = find_entry(&new_file, path).map_err(|_| unsupported())?;
    let is_intended =
        address(new_entry).is_some() && is_equal_except(text, file, entry, &new, &new_file, new_entry);
    if is_intended { Ok(new) } else { Err(unsupported()) }
}

fn is_kept(key: &str) -> bool {
    let replaced = [&ADDRESS_KEYS[..], &TRANSPORT_KEYS, &ENVIRONMENT_KEYS, &REMOTE_KEYS];
    !replaced.iter().any(|keys| keys.contains(&key))
}

/// Where an entry is written, and in which style.
struct Layout {
    range: Range<usize>,
    style: Style,
}

enum Style {
    /// In brackets, with this text before each member and before the closing bracket.
    Flow { before_member: String, before_end: String },
    /// One member per line after this line break and indentation. `header` is the line of a TOML table.
    Block { header: String, line_break: String },
}

impl Layout {
    fn from_entry(text: &str, path: EntryPath<'_>, key: &str, entry: &Node) -> Option<Self> {
        let members = entry.members();
        let first = members.first()?.key_span.start;
        if text[entry.span.clone()].starts_with('{') {
            let written = &text[entry.span.start + 1..first];
            let inner = if written.trim().is_empty() { written } else { " " };
            let last = members.iter().map(|member| member.node.span.end).max()?;
            let end = &text[last..entry.span.end - 1];
            let is_multiline = inner.contains('\n');
            let before_end = match end.rfind('\n') {
                Some(at) if is_multiline => {
                    let at = if end[..at].ends_with('\r') { at - 1 } else { at };
                    end[at..].to_owned()
                }
                _ => inner.to_owned(),
            };
            let style = Style::Flow { before_member: inner.to_owned(), before_end };
            return Some(Self { range: entry.span.clone(), style });
        }
        let end = line_end(text, last_byte(entry));
        match path.format {
            ConfigFormat::Json => None,
            ConfigFormat::Yaml => {
                let line_break = line_break_before(text, first)?.to_owned();
                Some(Self { range: first..end, style: Style::Block { header: String::new(), line_break } })
            }
            ConfigFormat::Toml => {
                let start = table_header(text, path, key)?;
                let header_end = line_end(text, start);
                let line_break = line_break_before(text, first)?.to_owned();
                let header = text[start..header_end].to_owned();
                (header_end < first)
                    .then_some(Self { range: start..end, style: Style::Block { header, line_break } })
            }
        }
    }

    fn render(
        &self,
        text: &str,
        format: ConfigFormat,
        entry: &Node,
        line: &[&str],
        original: &str,
        kept: &[&Member],
    ) -> String {
        let quote = |word: &&str| quote_string(word, format);
        let list = |words: &[&str]| words.iter().map(quote).collect::<Vec<_>>().join(", ");
        let mut members = Vec::new();
        let transport = TRANSPORT_KEYS.iter().find_map(|key| entry.member(key));
        let is_opencode = transport.is_some_and(|member| member.node.as_str() == Some("remote"));
        let variables = match (is_opencode, format) {
            (true, _) => "environment",
            (false, ConfigFormat::Yaml) => "envs",
            (false, _) => "env",
        };
        let mut push = |key: &str, value: String| members.push(format!("{}{value}", assignment(key, format)));
        if let Some(transport) = transport {
            push(&transport.key, quote(&if is_opencode { "local" } else { "stdio" }));
        }
        if is_opencode {
            push("command", format!("[{}]", list(line)));
        } else {
            push(program_key(format), quote(&line[0]));
            push("args", format!("[{}]", list(&line[1..])));
        }
        let variable = assignment(REPLACED_ENTRY, format);
        push(variables, format!("{{ {variable}{} }}", quote(&original)));
        // A table has to follow all values of the table that contains it.
        let (tables, values): (Vec<&Member>, Vec<&Member>) =
            kept.iter().copied().partition(|member| is_header(text, format, member));
        members.extend(values.iter().map(|member| text[member_range(text, member)].to_owned()));
        match &self.style {
            Style::Flow { before_member, before_end } => {
                let separator =
                    if before_member.contains('\n') { format!(",{before_member}") } else { ", ".to_owned() };
                format!("{{{before_member}{}{before_end}}}", members.join(&separator))
            }
            Style::Block { header, line_break } => {
                let tables = tables.iter().map(|member| {
                    let start = text[..member.key_span.start].rfind('\n').map_or(0, |at| at + 1);
                    text[start..line_end(text, last_byte(&member.node).max(member.key_span.end))].to_owned()
                });
                let parts = std::iter::once(header.clone()).filter(|header| !header.is_empty());
                parts.chain(members).chain(tables).collect::<Vec<_>>().join(line_break)
            }
        }
    }
}

/// Returns whether a member is a TOML table with a header of its own.
fn is_header(text: &str, format: ConfigFormat, member: &Member) -> bool {
    let line = text[..member.key_span.start].rsplit('\n').next().unwrap_or_default();
    format == ConfigFormat::Toml
        && line.trim_start().starts_with('[')
        && matches!(member.node.value, NodeValue::Members(_))
}

/// A member without comments after it. A value that is not written has no span of its own.
fn member_range(text: &str, member: &Member) -> Range<usize> {
    if member.node.span.is_empty() {
        return member.key_span.start..line_end(text, member.key_span.end);
    }
    member.key_span.start..member.node.span.end
}

/// The start of the line `[mcp_servers.key]`.
fn table_header(text: &str, path: EntryPath<'_>, key: &str) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let header = line.trim();
        // Parsed alone, the line is a table of that name and nothing else.
        if header.starts_with('[')
            && let Ok(file) = config_text::parse(header, path.format)
            && file.members().len() == 1
            && let Some(servers) = file.member("mcp_servers")
            && servers.node.members().len() == 1
            && servers.node.member(key).is_some_and(|entry| entry.node.members().is_empty())
        {
            return Some(start);
        }
        start += line.len();
    }
    None
}

/// The end of the last value in a node.
fn last_byte(node: &Node) -> usize {
    match &node.value {
        NodeValue::Members(members) if !members.is_empty() => {
            let end = |member: &Member| last_byte(&member.node).max(member.key_span.end);
            members.iter().map(end).max().unwrap_or(node.span.end)
        }
        _ => node.span.end,
    }
}

/// The end of the line of a position, without its line break.
fn line_end(text: &str, position: usize) -> usize {
    let end = text[position..].find('\n').map_or(text.len(), |at| position + at);
    if text[position..end].ends_with('\r') { end - 1 } else { end }
}

/// Returns whether two nodes of two files have the same content.
fn is_equal(text: &str, node: &Node, other_text: &str, other: &Node) -> bool {
    match (&node.value, &other.value) {
        (NodeValue::Text(text), NodeValue::Text(other)) => text == other,
        (NodeValue::List(items), NodeValue::List(others)) => {
            items.len() == others.len()
                && items.iter().zip(others).all(|(item, other)| is_equal(text, item, other_text, other))
        }
        (NodeValue::Members(members), NodeValue::Members(others)) => {
            members.len() == others.len()
                && members.iter().zip(others).all(|(member, other)| {
                    member.key == other.key && is_equal(text, &member.node, other_text, &other.node)
                })
        }
        (NodeValue::Other, NodeValue::Other) => {
            text.get(node.span.clone()) == other_text.get(other.span.clone())
        }
        _ => false,
    }
}

/// Like [`is_equal`], but the entries in the two files may differ.
fn is_equal_except(
    text: &str,
    node: &Node,
    entry: &Node,
    other_text: &str,
    other: &Node,
    other_entry: &Node,
) -> bool {
    if std::ptr::eq(node, entry) || std::ptr::eq(other, other_entry) {
        return std::ptr::eq(node, entry) && std::ptr::eq(other, other_entry);
    }
    match (&node.value, &other.value) {
        (NodeValue::Members(members), NodeValue::Members(others)) => {
            members.len() == others.len()
                && members.iter().zip(others).all(|(member, other)| {
                    member.key == other.key
                        && is_equal_except(text, &member.node, entry, other_text, &other.node, other_entry)
                })
        }
        _ => is_equal(text, node, other_text, other),
    }
}

/// Writes a text so that it stays in one line, and so that no client takes a part of it for a reference to a variable.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    for c in text.chars() {
        match c {
            '%' | '$' | '{' | '}' | '\0'..='\x1f' => {
                let _ = write!(out, "%{:02X}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out
}

/// Reads what [`encode`] wrote.
fn decode(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut out = parts.next()?.to_owned();
    for part in parts {
        let code = u8::from_str_radix(part.get(..2)?, 16).ok()?;
        out.push(char::from(code));
        out.push_str(&part[2..]);
    }
    Some(out)
}
