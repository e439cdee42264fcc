//! Shell completion. A short script for each shell calls the program back with the words on the command line, so that
//! the names of servers, tools, environments and toolsets come from the store. What can be completed follows from the
//! parser: no list of commands or options is kept twice.

use clap::{Arg, ArgAction, Command};

/// A word that can be inserted, with an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub value: String,
    pub help: String,
}

impl Candidate {
    pub fn new(value: impl Into<String>, help: impl Into<String>) -> Self {
        Self { value: value.into(), help: help.into() }
    }
}

/// Values that only the store, or a table of the engine, knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueKind {
    Server,
    Tool,
    Environment,
    Toolset,
    SavedFilter,
    Target,
    Client,
    Profile,
    Rule,
    Preference,
    /// `read-only=yes`
    Decision,
    /// Terms of the filter language
    Filter,
}

/// The kind of values that an argument takes, by its name in the help. None: a file, or free text.
fn value_kind(command: &Command, argument: &Arg) -> Option<ValueKind> {
    let id = argument.get_id().as_str();
    let name = argument.get_value_names().and_then(<[_]>::first).map_or("", |name| name.as_str());
    Some(match (name, id) {
        ("SERVER" | "SERVERS", _) => ValueKind::Server,
        ("SERVER.TOOL" | "SUBJECT", _) => ValueKind::Tool,
        ("TOOL", "tools" | "tool") => ValueKind::Tool,
        ("ENVIRONMENT", _) => ValueKind::Environment,
        ("RULE", _) => ValueKind::Rule,
        ("CLIENT", _) => ValueKind::Client,
        ("TARGET", _) => ValueKind::Target,
        ("KEY[=VALUE]", _) => ValueKind::Preference,
        ("FIELD=VALUE" | "HINT=VALUE", _) => ValueKind::Decision,
        ("FILTER", _) => ValueKind::Filter,
        (_, "servers") => ValueKind::Server,
        (_, "toolset") => ValueKind::Toolset,
        (_, "saved") => ValueKind::SavedFilter,
        (_, "profile") => ValueKind::Profile,
        (_, "from" | "to") if command.get_name() == "compare" || command.get_name() == "promote" => {
            ValueKind::Environment
        }
        _ => return None,
    })
}

/// Completes the last word. `words` are those before it, without the program's name. `values` lists the values of a kind.
pub fn complete(
    root: &Command,
    words: &[&str],
    current: &str,
    values: &mut dyn FnMut(ValueKind) -> Vec<Candidate>,
) -> Vec<Candidate> {
    let mut command = root;
    let mut positionals = 0;
    let mut pending: Option<&Arg> = None;
    for word in words {
        if pending.take().is_some() {
            // `--folder DIR`: this word is the value of the option before it.
        } else if *word == "--" {
            // The command of a server follows, which other programs complete.
            return Vec::new();
        } else if word.starts_with('-') && word.len() > 1 {
            pending = find_option(command, word).filter(|option| takes_value(option) && !word.contains('='));
        } else if let Some(child) = command.find_subcommand(word) {
            command = child;
            positionals = 0;
        } else {
            positionals += 1;
        }
    }
    if let Some(option) = pending {
        return matching(current, argument_values(command, option, values));
    }
    if let Some((name, value)) = current.split_once('=').filter(|_| current.starts_with("--")) {
        let Some(option) = find_option(command, name) else { return Vec::new() };
        let found = matching(value, argument_values(command, option, values));
        return found.into_iter().map(|it| Candidate::new(format!("{name}={}", it.value), it.help)).collect();
    }
    if current.starts_with('-') {
        return matching(current, options(command));
    }
    let mut found: Vec<Candidate> = Vec::new();
    if positionals == 0 {
        let children = command.get_subcommands().filter(|child| !child.is_hide_set());
        found.extend(children.map(|child| Candidate::new(child.get_name(), help_text(child.get_about()))));
    }
    let all: Vec<&Arg> = command.get_positionals().filter(|argument| !argument.is_last_set()).collect();
    let positional = all.get(positionals).or_else(|| {
        all.last().filter(|last| last.get_num_args().is_some_and(|count| count.max_values() > 1))
    });
    if let Some(argument) = positional {
        found.extend(argument_values(command, argument, values));
    }
    matching(current, found)
}

fn find_option<'a>(command: &'a Command, word: &str) -> Option<&'a Arg> {
    let name = word.split('=').next().unwrap_or_default();
    command.get_arguments().find(|argument| match name.strip_prefix("--") {
        Some(long) => {
            argument.get_long() == Some(long)
                || argument.get_all_aliases().is_some_and(|aliases| aliases.contains(&long))
        }
        None => name
            .strip_prefix('-')
            .is_some_and(|short| argument.get_short().is_some_and(|own| short.ends_with(own))),
    })
}

fn takes_value(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::Set | ArgAction::Append)
}

fn options(command: &Command) -> Vec<Candidate> {
    let options = command.get_arguments().filter(|argument| !argument.is_hide_set());
    options
        .filter_map(|argument| {
            Some(Candidate::new(format!("--{}", argument.get_long()?), help_text(argument.get_help())))
        })
        .collect()
}

fn argument_values(
    command: &Command,
    argument: &Arg,
    values: &mut dyn FnMut(ValueKind) -> Vec<Candidate>,
) -> Vec<Candidate> {
    let possible = argument.get_possible_values();
    if !possible.is_empty() && takes_value(argument) {
        let visible = possible.iter().filter(|value| !value.is_hide_set());
        return visible.map(|value| Candidate::new(value.get_name(), help_text(value.get_help()))).collect();
    }
    value_kind(command, argument).map(values).unwrap_or_default()
}

fn help_text(help: Option<&clap::builder::StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default().lines().next().unwrap_or_default().to_owned()
}

/// Candidates that begin with the word. Those that a shell would read as more than one word are left out: the names of
/// tools come from servers, and completing them must not put a command on the line.
fn matching(current: &str, candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.:/@=+,%".contains(c);
    let fits =
        |candidate: &Candidate| candidate.value.starts_with(current) && candidate.value.chars().all(is_plain);
    candidates.into_iter().filter(fits).collect()
}

/// Shells that have a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
    #[value(name = "powershell")]
    Pwsh,
}

impl Shell {
    /// The script that the shell evaluates at its start.
    pub const fn script(self) -> &'static str {
        match self {
            Self::Bash => include_str!("completion/hintsmith.bash"),
            Self::Zsh => include_str!("completion/hintsmith.zsh"),
            Self::Fish => include_str!("completion/hintsmith.fish"),
            Self::Pwsh => include_str!("completion/hintsmith.ps1"),
        }
    }

    /// A candidate as the shell's script reads it: a line with the value, a tab and the explanation.
    pub fn line(self, candidate: &Candidate, current: &str) -> String {
        match self {
            // bash breaks words at colons and equals signs, and replaces only the last part.
            Self::Bash => {
                let start = current.rfind([':', '=']).map_or(0, |at| at + 1);
                candidate.value.get(start..).unwrap_or_default().to_owned()
            }
            Self::Zsh | Self::Fish | Self::Pwsh => format!("{}\t{}", candidate.value, candidate.help),
        }
    }
}

/// Splits a command line up to the cursor into words, as bash does without expansions. The last one is completed.
pub fn split_line(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        let word = words.last_mut().expect("there is always a word");
        match (character, quote) {
            ('\\', None | Some('"')) => word.extend(characters.next()),
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => quote = Some(character),
            (c, None) if c.is_whitespace() => {
                if !word.is_empty() {
                    words.push(String::new());
                }
            }
            (c, _) => word.push(c),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Vec<String> {
        let words = split_line(line);
        let (current, before) = words.split_last().unwrap();
        let before: Vec<&str> = before.iter().skip(1).map(String::as_str).collect();
        let mut values = |kind: ValueKind| match kind {
            ValueKind::Server => vec![Candidate::new("notes", ""), Candidate::new("board", "")],
            ValueKind::Tool => vec![
                Candidate::new("notes.get_note", "Get note"),
                Candidate::new("notes.$(rm -rf ~)", ""),
                Candidate::new("notes.a;b", ""),
            ],
            ValueKind::Target => vec![Candidate::new("claude-code", "")],
            ValueKind::Decision => vec![Candidate::new("read-only=yes", "")],
            other => vec![Candidate::new(format!("{other:?}"), "")],
        };
        let mut root = crate::args::help::command();
        root.build();
        complete(&root, &before, current, &mut values).into_iter().map(|it| it.value).collect()
    }

    #[test]
    fn commands_options_and_values_are_completed() {
        for (line, expected) in [
            ("hintsmith sca", &["scan"][..]),
            ("hintsmith scan ", &["notes", "board"]),
            ("hintsmith scan notes b", &["board"]),
            ("hintsmith toolset act", &["activate"]),
            ("hintsmith explain notes.", &["notes.get_note"]),
            ("hintsmith --data /tmp explain n", &["notes.get_note"]),
            ("hintsmith export cl", &["claude-code"]),
            ("hintsmith export --env ", &["Environment"]),
            ("hintsmith export --env=", &["--env=Environment"]),
            ("hintsmith lint --form", &["--format"]),
            ("hintsmith lint --format sa", &["sarif"]),
            ("hintsmith set notes.get_note read", &["read-only=yes"]),
            ("hintsmith completions z", &["zsh"]),
            ("hintsmith add x -- npx ", &[]),
            ("hintsmith add 'a b' --url http", &[]),
        ] {
            assert_eq!(names(line), expected, "{line}");
        }
    }

    #[test]
    fn tool_names_cannot_put_a_command_on_the_line() {
        assert_eq!(names("hintsmith explain "), ["notes.get_note"]);
    }

    #[test]
    fn every_store_value_of_the_parser_has_a_kind() {
        let mut root = crate::args::help::command();
        root.build();
        let mut kinds = std::collections::HashSet::new();
        fn collect(command: &Command, kinds: &mut std::collections::HashSet<ValueKind>) {
            kinds.extend(command.get_arguments().filter_map(|argument| value_kind(command, argument)));
            command.get_subcommands().for_each(|child| collect(child, kinds));
        }
        collect(&root, &mut kinds);
        assert_eq!(kinds.len(), 12, "{kinds:?}");
    }

    #[test]
    fn bash_gets_the_part_after_its_word_break() {
        let candidate = Candidate::new("server:notes", "");
        assert_eq!(Shell::Bash.line(&candidate, "server:n"), "notes");
        assert_eq!(Shell::Bash.line(&candidate, "ser"), "server:notes");
        assert_eq!(Shell::Fish.line(&Candidate::new("a", "b"), ""), "a\tb");
    }

    #[test]
    fn lines_are_split_like_a_shell_does() {
        for (line, words) in [
            ("a b", &["a", "b"][..]),
            ("a ", &["a", ""]),
            ("a 'b c' \"d\\\"e\"", &["a", "b c", "d\"e"]),
            ("a  b\\ c", &["a", "b c"]),
        ] {
            assert_eq!(split_line(line), words, "{line}");
        }
    }
}
