//! Installation of `hintsmith wrap` before a server's command in a client's configuration, and its removal. All other
//! bytes of the file stay unchanged.

use std::ops::Range;

use thiserror::Error;

use crate::model::server_name;
use crate::text::config_text::MergeError;
use crate::text::config_text::{self, ConfigFormat, Node, NodeValue, apply_edits, quote_string};

/// The change to make to an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryChange<'a> {
    /// Run the command through this program, with this data folder unless it is the default one.
    Wrap { program: &'a str, data_folder: Option<&'a str> },
    /// Let the client run the command itself again.
    Unwrap,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InstallError {
    #[error("the file has no server named {0}")]
    UnknownServer(String),
    #[error("{0} is already wrapped")]
    AlreadyWrapped(String),
    #[error("{0} is not wrapped")]
    NotWrapped(String),
    #[error("{0} has an address instead of a command, and only commands can be wrapped")]
    NoCommand(String),
    #[error("the command of {0} is written in a form that cannot be edited safely")]
    UnsupportedSyntax(String),
    #[error(transparent)]
    File(#[from] MergeError),
}

/// Paths of the servers in client configurations. No client uses two of them.
const SERVER_PATHS: [&[&str]; 5] =
    [&["mcpServers"], &["servers"], &["context_servers"], &["mcp", "servers"], &["mcp"]];

/// Returns the text of a configuration with one entry changed. `server` is the key of the entry, or the server's name
/// in Hintsmith. Unwrapping restores the bytes from before wrapping, whatever else was edited in between.
pub fn change_entry(
    text: &str,
    format: ConfigFormat,
    server: &str,
    change: EntryChange,
) -> Result<String, InstallError> {
    // A byte order mark is not part of the syntax.
    let (bom, text) = text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
    let file = config_text::parse(text, format)?;
    let (key, entry) = find_entry(&file, format, server)?;
    let unsupported = || InstallError::UnsupportedSyntax(key.to_owned());
    let command = CommandNodes::from_entry(key, entry)?;
    let line = rewrite_command(key, command.command_line().ok_or_else(unsupported)?, change)?;
    let name = server_name::to_valid_name(key, |_| false);
    let edits = match change {
        EntryChange::Wrap { program, data_folder } => {
            command.wrap(text, format, program, &wrap_arguments(data_folder, &name))
        }
        EntryChange::Unwrap => command.unwrap(text, format, line.len()),
    };
    let new = apply_edits(text, edits.ok_or_else(unsupported)?);
    // The result is parsed again; if it does not contain the intended command, the change is refused.
    let file = config_text::parse(&new, format).map_err(|_| unsupported())?;
    let read_back =
        find_entry(&file, format, server).and_then(|(key, entry)| CommandNodes::from_entry(key, entry));
    if read_back.ok().and_then(|command| command.command_line()) != Some(line) {
        return Err(unsupported());
    }
    Ok(format!("{bom}{new}"))
}

/// Ranges of a text and their replacements.
type Edits = Vec<(Range<usize>, String)>;

/// Syntax nodes of an entry's command.
struct CommandNodes<'a> {
    /// A program, or a list that starts with one.
    command: &'a Node,
    command_key: Range<usize>,
    /// The list of arguments and the span of its key.
    arguments: Option<(&'a Node, Range<usize>)>,
}

impl<'a> CommandNodes<'a> {
    fn from_entry(key: &str, entry: &'a Node) -> Result<Self, InstallError> {
        let has = |name: &str| entry.members().iter().any(|member| member.key == name);
        if !has("command") {
            return Err(InstallError::NoCommand(key.to_owned()));
        }
        let unsafe_form = || InstallError::UnsupportedSyntax(key.to_owned());
        let command = entry.member("command").ok_or_else(unsafe_form)?;
        let arguments = match has("args") {
            true => Some(entry.member("args").ok_or_else(unsafe_form)?),
            false => None,
        };
        let arguments = arguments.map(|member| (&member.node, member.key_span.clone()));
        Ok(Self { command: &command.node, command_key: command.key_span.clone(), arguments })
    }

    /// The program and its arguments; `None` if they are not all strings.
    fn command_line(&self) -> Option<Vec<String>> {
        if self.command.as_list().is_some() {
            return strings(self.command);
        }
        let program = self.command.as_str()?.to_owned();
        let arguments = self.arguments.as_ref().map_or(Some(Vec::new()), |(list, _)| strings(list))?;
        Some([vec![program], arguments].concat())
    }

    fn wrap(&self, text: &str, format: ConfigFormat, program: &str, ours: &[&str]) -> Option<Edits> {
        let program = quote_string(program, format);
        let ours = ours.iter().map(|word| quote_string(word, format)).collect::<Vec<_>>().join(", ");
        if let Some(items) = self.command.as_list() {
            items.first()?;
            let start = list_start(self.command);
            return Some(vec![(start..start, format!("{program}, {ours}, "))]);
        }
        // The program is moved as it is written.
        let moved = format!("{ours}, {}", &text[self.command.span.clone()]);
        let program = (self.command.span.clone(), program);
        let arguments = match &self.arguments {
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
            ConfigFormat::Toml if line_start.is_empty() || line_start.ends_with('\n') => {
                // After a comment on the line of the command.
                let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
                let line_end = if text[..line_end].ends_with('\r') { line_end - 1 } else { line_end };
                (line_end..line_end, format!("{line_break}{indent}args = [ {items} ]"))
            }
            ConfigFormat::Toml => (end..end, format!(", args = [ {items} ]")),
        }
    }

    /// Removes our own words before the last `count` words of the command.
    fn unwrap(&self, text: &str, format: ConfigFormat, count: usize) -> Option<Edits> {
        if let Some(items) = self.command.as_list() {
            let last_of_ours = items.len().checked_sub(count + 1)?;
            let start = list_start(self.command);
            return Some(vec![(start..item_end(text, format, items, last_of_ours, start)?, String::new())]);
        }
        let (list, key) = self.arguments.as_ref()?;
        let items = list.as_list()?;
        let program = items.len().checked_sub(count)?;
        let moved = items.get(program)?.span.clone();
        let start = list_start(list);
        let is_new =
            count == 1 && &text[start..items[0].span.start] == " " && &text[moved.end..list.span.end] == " ]";
        let removed = match is_new.then(|| property_start(text, format, key.start)).flatten() {
            Some(property) => property..list.span.end,
            None => start..item_end(text, format, items, program, start)?,
        };
        Some(vec![(self.command.span.clone(), text[moved].to_owned()), (removed, String::new())])
    }
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
            ConfigFormat::Toml if rest.starts_with('#') => Some("\n"),
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
    if format == ConfigFormat::Toml && before.ends_with('\n') {
        return Some(before.strip_suffix("\r\n").unwrap_or(&before[..before.len() - 1]).len());
    }
    let before = text[..key].trim_end();
    before.ends_with(',').then(|| before.len() - 1)
}

/// Finds the entry of a server, and its key.
fn find_entry<'a>(
    file: &'a Node,
    format: ConfigFormat,
    server: &str,
) -> Result<(&'a str, &'a Node), InstallError> {
    let paths: &[&[&str]] = if format == ConfigFormat::Toml { &[&["mcp_servers"]] } else { &SERVER_PATHS };
    for path in paths {
        let servers = path.iter().try_fold(file, |node, key| Some(&node.member(key)?.node));
        let Some(servers) = servers else { continue };
        if let Ok(key) = find_key(servers.members().iter().map(|member| member.key.clone()), server)
            && let Some(member) = servers.member(&key)
            && matches!(member.node.value, NodeValue::Members(_))
        {
            return Ok((&member.key, &member.node));
        }
    }
    Err(InstallError::UnknownServer(server.to_owned()))
}

fn find_key(mut keys: impl Iterator<Item = String>, server: &str) -> Result<String, InstallError> {
    let found = keys.find(|key| key == server || server_name::to_valid_name(key, |_| false) == server);
    found.ok_or_else(|| InstallError::UnknownServer(server.to_owned()))
}

fn rewrite_command(key: &str, line: Vec<String>, change: EntryChange) -> Result<Vec<String>, InstallError> {
    let inner = wrapped(&line).map(<[String]>::to_vec);
    match (change, inner) {
        (EntryChange::Wrap { .. }, Some(_)) => Err(InstallError::AlreadyWrapped(key.to_owned())),
        (EntryChange::Wrap { program, data_folder }, None) => {
            let name = server_name::to_valid_name(key, |_| false);
            let ours = std::iter::once(program).chain(wrap_arguments(data_folder, &name));
            Ok(ours.map(str::to_owned).chain(line).collect())
        }
        (EntryChange::Unwrap, Some(inner)) => Ok(inner),
        (EntryChange::Unwrap, None) => Err(InstallError::NotWrapped(key.to_owned())),
    }
}

/// The arguments of our program before the server's command.
fn wrap_arguments<'a>(data_folder: Option<&'a str>, server: &'a str) -> Vec<&'a str> {
    let data = data_folder.map(|folder| ["--data", folder]);
    data.into_iter().flatten().chain(["wrap", "--server", server, "--"]).collect()
}

/// Returns the command after `hintsmith wrap`, if this is one.
pub fn wrapped(line: &[String]) -> Option<&[String]> {
    let (program, rest) = line.split_first()?;
    let file = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_ours = matches!(file, "hintsmith" | "hintsmith.exe");
    let at = rest.iter().position(|word| word == "--")?;
    (is_ours && rest.iter().any(|word| word == "wrap") && at + 1 < rest.len()).then(|| &rest[at + 1..])
}

fn strings(list: &Node) -> Option<Vec<String>> {
    list.as_list()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRAP: EntryChange = EntryChange::Wrap { program: "/bin/hintsmith", data_folder: None };

    #[test]
    fn a_data_folder_that_is_not_the_default_is_part_of_the_command() {
        let text = r#"{"mcpServers":{"a":{"command":"npx","args":["-y","x"]}}}"#;
        let wrap = EntryChange::Wrap { program: "/bin/hintsmith", data_folder: Some("/data \"x\"") };
        let there = change_entry(text, ConfigFormat::Json, "a", wrap).unwrap();
        let ours = r#"["--data", "/data \"x\"", "wrap", "--server", "a", "--", "npx", "-y", "x"]"#;
        assert!(there.contains(&ours.replace(", \"-y\", \"x\"", ", \"-y\",\"x\"")), "{there}");
        assert_eq!(change_entry(&there, ConfigFormat::Json, "a", EntryChange::Unwrap).unwrap(), text);
    }

    #[test]
    fn every_form_is_wrapped_and_restored() {
        for (text, is_toml, wrapped) in [
            (
                "{\n\t// mine\n\t\"mcpServers\": {\n\t\t\"a b\": { \"command\": \"npx\", \"args\": [\"-y\", \"x\"], \"env\": {\"K\": \"1\"} },\n\t\t\"c\": {}\n\t}\n}\n",
                false,
                r#""command": "/bin/hintsmith""#,
            ),
            (
                "{\"servers\": {\"a b\": {\"type\": \"stdio\", \"command\": \"x\", \"args\": []}}}\n",
                false,
                r#""--server", "a-b", "--", "x"]"#,
            ),
            (
                "{\"mcp\": {\"a b\": {\"type\": \"local\", \"command\": [\"npx\", \"x\"]}}}\n",
                false,
                r#""command": ["/bin/hintsmith", "wrap", "#,
            ),
            (
                "# mine\nmodel = \"x\"\n\n[mcp_servers.\"a b\"]\ncommand = \"npx\" \nargs = [\"-y\", \"x\"]\nenv = { K = \"1\" }\n",
                true,
                "args = [\"wrap\", \"--server\", \"a-b\", \"--\", \"npx\", \"-y\", \"x\"]",
            ),
        ] {
            let format = if is_toml { ConfigFormat::Toml } else { ConfigFormat::Json };
            let there = change_entry(text, format, "a b", WRAP).unwrap();
            assert!(
                there
                    .replace(['\n', '\t'], "")
                    .replace("  ", "")
                    .replace(", ", ",")
                    .contains(&wrapped.replace(", ", ",")),
                "{there}"
            );
            assert!(
                change_entry(&there, format, "a-b", WRAP)
                    == Err(InstallError::AlreadyWrapped("a b".to_owned()))
            );
            let back = change_entry(&there, format, "a-b", EntryChange::Unwrap).unwrap();
            assert_eq!(back, text);
            assert!(
                change_entry(&back, format, "a b", EntryChange::Unwrap)
                    == Err(InstallError::NotWrapped("a b".to_owned()))
            );
        }
    }

    #[test]
    fn unwrapping_restores_every_byte_despite_later_edits() {
        let json = [
            r#"{"mcpServers":{"a":{"command":"x"}}}"#,
            r#"{"mcpServers":{"a":{"command":"x","args":[]}}}"#,
            r#"{"mcpServers":{"a":{"args":[ /* , */ ],"command":"\u0078"}}}"#,
            "{\"mcpServers\": {\"a\": {\r\n\t\"command\": \"x\" , // c\r\n\t\"args\": [\r\n\t\t\"1\", // ,\r\n\t\t\"2\",\r\n\t],}}}",
            "{\"mcpServers\": {\"a\": {\n  \"command\": \"x\"\n}}}",
            "\u{feff}{\"mcp\":{\"a\":{\"command\":[\n\"x\"\n,\"1\"]}}}",
        ];
        let toml = [
            "[mcp_servers.a]\ncommand = 'x'",
            "[mcp_servers.a]\n  command = 'x' # c\n  env.K = '1'\n",
            "[mcp_servers.a]\r\nargs = [ ] # d\r\ncommand = \"\"\"x\"\"\"\r\n",
            "mcp_servers.a = {command='x',args=['1','2']}\n",
            "mcp_servers.a = { command = 'x' }",
            "[mcp_servers.a]\nargs = [ # ,\n  '1' # ,\n  , '2',\n]\ncommand = 'x'\n",
        ];
        let cases = json
            .map(|text| (text, ConfigFormat::Json))
            .into_iter()
            .chain(toml.map(|text| (text, ConfigFormat::Toml)));
        for (text, format) in cases {
            let there =
                change_entry(text, format, "a", WRAP).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(change_entry(&there, format, "a", EntryChange::Unwrap).unwrap(), text, "{there}");
            let more = |text: &str| match format {
                ConfigFormat::Json => text.replacen('{', "{ \"more\": [\"a\"],", 1),
                ConfigFormat::Toml => format!("more = 1\n{text}"),
            };
            assert_eq!(change_entry(&more(&there), format, "a", EntryChange::Unwrap).unwrap(), more(text));
        }
    }

    #[test]
    fn a_list_that_another_program_formatted_is_unwrapped() {
        let text = r#"{"mcpServers": {"a": {"command": "/bin/hintsmith", "args": [
            "wrap", "--server", "a", "--",
            "npx",
            "-y"
        ]}}}"#;
        let expected = r#"{"mcpServers": {"a": {"command": "npx", "args": [
            "-y"
        ]}}}"#;
        assert_eq!(change_entry(text, ConfigFormat::Json, "a", EntryChange::Unwrap).unwrap(), expected);
    }

    #[test]
    fn an_entry_that_cannot_be_wrapped_is_refused_with_a_reason() {
        for (text, is_toml, expected) in [
            ("{}", false, "the file has no server named a"),
            ("", true, "the file has no server named a"),
            (r#"{"mcpServers": {"b": {}}}"#, false, "the file has no server named a"),
            (
                r#"{"mcpServers": {"a": {"url": "https://x"}}}"#,
                false,
                "a has an address instead of a command",
            ),
            (r#"{"mcpServers": {"a": {"command": {"path": "x"}}}}"#, false, "cannot be edited safely"),
            (r#"{"mcpServers": {"a": {"command": "x", "args": "y"}}}"#, false, "cannot be edited safely"),
            // It is not known which of the two a client uses.
            (r#"{"mcpServers": {"a": {"command": "x", "command": "y"}}}"#, false, "cannot be edited safely"),
            ("mcp_servers.a.command = \"x\"", true, "cannot be edited safely"),
            ("[mcp_servers.a]\nurl = \"https://x\"", true, "a has an address instead of a command"),
            ("{ [", false, "invalid JSON"),
            ("= 1", true, "invalid TOML"),
        ] {
            let format = if is_toml { ConfigFormat::Toml } else { ConfigFormat::Json };
            let error = change_entry(text, format, "a", WRAP).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn only_our_own_program_counts_as_wrapped() {
        let line = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            wrapped(&line("/x/hintsmith --data d wrap --server s -- npx y")),
            Some(&line("npx y")[..])
        );
        for other in ["npx wrap -- y", "hintsmith scan -- y", "hintsmith wrap --server s --", "hintsmith"] {
            assert_eq!(wrapped(&line(other)), None, "{other}");
        }
    }
}
