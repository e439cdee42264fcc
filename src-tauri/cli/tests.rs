//! Tests of the arguments and their help. Not beside the code, because the program would be compiled a second time for
//! them.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "the program uses all of it")]
mod args;
#[allow(dead_code, reason = "the program uses all of it")]
mod completion;
#[allow(dead_code, reason = "the program uses all of it")]
mod output;

use std::path::{Path, PathBuf};

use clap::{Arg, Command};

use args::help::{CommandHelp, GROUPS, command};

/// The longest help line of a command or an option.
const MAX_HELP_CHARS: usize = 70;

/// The parser with all its commands, and each one with its name on the command line.
fn all_commands() -> Vec<(String, Command)> {
    fn collect(path: &str, command: &Command, all: &mut Vec<(String, Command)>) {
        for child in command.get_subcommands().filter(|child| !child.is_hide_set()) {
            collect(&format!("{path} {}", child.get_name()), child, all);
        }
        all.push((path.to_owned(), command.clone()));
    }
    let mut root = command();
    root.build();
    let mut all = Vec::new();
    collect("hintsmith", &root, &mut all);
    all
}

fn parse(line: &str) -> Result<(), String> {
    let words = shlex::split(line).ok_or("the quotes do not match")?;
    command().try_get_matches_from(words).map(drop).map_err(|error| error.to_string())
}

#[test]
fn every_command_is_in_one_group() {
    let mut grouped: Vec<&str> =
        GROUPS.iter().flat_map(|group| group.commands).map(|command| command.name).collect();
    grouped.sort_unstable();
    let command = command();
    let visible = command.get_subcommands().filter(|child| !child.is_hide_set());
    let mut commands: Vec<&str> = visible.map(Command::get_name).collect();
    commands.sort_unstable();
    assert_eq!(grouped, commands);
}

#[test]
fn the_command_list_fits_a_terminal() {
    let help = command().render_help().to_string();
    for heading in GROUPS.map(|group| group.heading).into_iter().chain(["Common commands"]) {
        assert!(help.contains(&format!("\n{heading}:\n")), "{help}");
    }
    let (list, _) = help.split_once("\nOptions:\n").expect("the options follow the commands");
    for line in list.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn help_lines_are_short_sentences() {
    let mut problems = Vec::new();
    let mut check = |subject: String, text: Option<String>| {
        let text = text.unwrap_or_default();
        let is_short = text.chars().count() <= MAX_HELP_CHARS;
        if text.is_empty() || !is_short || text.contains(';') || text.ends_with('.') {
            problems.push(format!("{subject}: {text:?}"));
        }
    };
    for (path, command) in all_commands() {
        check(path.clone(), command.get_about().map(ToString::to_string));
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            // A name such as SERVER.TOOL says enough about a positional argument.
            if !argument.is_positional() || argument.get_help().is_some() {
                let help = argument.get_help().map(ToString::to_string);
                check(format!("{path} {}", argument.get_id()), help);
            }
            for value in argument.get_possible_values() {
                let help = value.get_help().map(ToString::to_string);
                if help.is_some() {
                    check(format!("{path} {} {}", argument.get_id(), value.get_name()), help);
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The help of every command, as `docs/reference/cli.md` shows it.
fn reference() -> String {
    let mut root = command().term_width(100);
    root.build();
    let mut text = String::from(
        "# Command line\n\nGenerated from the program's own help: `hintsmith help COMMAND`. With `--json`, every command \
         that prints or changes something prints JSON.\n",
    );
    fn add(path: &str, command: &mut Command, text: &mut String) {
        let help = command.render_long_help().to_string();
        let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        text.push_str(&format!("\n## {path}\n\n```text\n{}\n```\n", lines.join("\n")));
        for child in command.get_subcommands_mut().filter(|child| !child.is_hide_set()) {
            add(&format!("{path} {}", child.get_name()), child, text);
        }
    }
    add("hintsmith", &mut root, &mut text);
    text
}

#[test]
fn the_reference_is_what_the_program_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/cli.md");
    let (expected, written) = (reference(), std::fs::read_to_string(&path).unwrap_or_default());
    if written != expected {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &expected).unwrap();
        panic!("docs/reference/cli.md was out of date and has been written again; review the difference");
    }
}

/// Words of LANGUAGE that conventional interfaces do not use, and what they say instead.
const BANNED_WORDS: [(&str, &str); 13] = [
    ("mend", "fix"),
    ("whoever", "the user or client"),
    ("whomever", "the user or client"),
    ("somebody", "the user"),
    ("nobody", "no user"),
    ("is to be", "should be"),
    ("held to be", "is"),
    ("looked at", "reviewed"),
    ("under way", "in progress"),
    ("begun anew", "restarted"),
    ("taken back", "undone"),
    ("passed over", "ignored"),
    ("without a word", "silently"),
];

/// String literals of Rust code outside of tests, without their escapes.
fn string_literals(code: &str) -> Vec<String> {
    let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut found = Vec::new();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let line = line.replace("\\\"", "'");
        found.extend(line.split('"').skip(1).step_by(2).map(str::to_lowercase));
    }
    found
}

#[test]
fn texts_use_conventional_words() {
    let mut problems = Vec::new();
    for (path, text) in texts() {
        let is_test = path
            .to_string_lossy()
            .split('/')
            .any(|part| ["tests", "tests.rs", "testing", "benches", "demo"].contains(&part));
        let texts = match path.extension().and_then(|end| end.to_str()) {
            Some("rs") if !is_test => string_literals(&text),
            Some("md") => text.lines().map(str::to_lowercase).collect(),
            _ => Vec::new(),
        };
        for text in texts {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '-').collect::<Vec<_>>().join(" ");
            let words = format!(" {words} ");
            for (banned, instead) in BANNED_WORDS {
                if words.contains(&format!(" {banned} ")) || words.contains(&format!(" {banned}ed ")) {
                    problems.push(format!("{}: {banned:?}, better {instead:?}: {text}", path.display()));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_command_has_an_example_that_can_be_run() {
    for CommandHelp { name, examples } in GROUPS.iter().flat_map(|group| group.commands) {
        assert!(!examples.is_empty(), "{name}");
        let mut command = command();
        let command = command.find_subcommand_mut(name).expect("the groups name commands");
        let help = command.render_long_help().to_string();
        for example in *examples {
            assert!(help.contains(example), "{help}");
            let line = example.split(" # ").next().unwrap_or_default();
            assert!(line.starts_with(&format!("hintsmith {name}")), "{line}");
            parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}

#[test]
fn earlier_names_of_commands_and_options_still_work() {
    for line in [
        "hintsmith mode s.t block --env prod",
        "hintsmith remark s.t 'Ask Ann'",
        "hintsmith toolset equip daily --env prod",
        "hintsmith toolset unequip",
        "hintsmith toolset build daily s.t --equip --env prod",
        "hintsmith lint --in prod",
        "hintsmith add s --pass-env TEAM -- npx server",
    ] {
        parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

#[test]
fn env_is_an_environment_in_every_command() {
    for (path, command) in all_commands() {
        let names_env = |argument: &&Arg| argument.get_long() == Some("env");
        for argument in command.get_arguments().filter(names_env) {
            let values: Vec<&str> =
                argument.get_value_names().unwrap_or_default().iter().map(|name| name.as_str()).collect();
            assert_eq!(values, ["ENVIRONMENT"], "{path}");
        }
    }
    // It was a variable here.
    for line in ["hintsmith add s --env A=b -- npx server", "hintsmith lint --env A=b -- npx server"] {
        assert!(parse(line).is_err(), "{line}");
    }
    for option in ["-e", "--env-var"] {
        for command in ["add s", "edit s", "lint", "readiness", "pins check"] {
            let line = format!("hintsmith {command} {option} A=b -- npx server");
            parse(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}

/// Files that name commands for users: documentation, hints and texts of both front ends.
fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "Dockerfile"]
            .map(|name| root.join(name))
            .into();
    let mut folders: Vec<PathBuf> = ["docs", "src-tauri/cli", "src-tauri/crates", "src-tauri/src", "ui/src"]
        .map(|name| root.join(name))
        .into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|end| ["md", "rs", "ts", "tsx"].iter().any(|known| end == *known))
            {
                paths.push(path);
            }
        }
    }
    // This file contains commands that do not exist.
    paths.retain(|path| !path.ends_with("cli/tests.rs"));
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// Commands within quotes: back-ticks, and in TypeScript also quotation marks. They may be incomplete or have placeholders.
fn quoted_commands(path: &Path, text: &str) -> Vec<String> {
    // Comments and strings of Rust are wrapped.
    let unwrap_line = |line: &str| {
        let line = line.trim().trim_end_matches('\\');
        line.trim_start_matches('/').trim_start_matches('!').trim().to_owned()
    };
    let text = text.lines().map(unwrap_line).collect::<Vec<_>>().join(" ");
    let quotes: &[char] =
        if path.extension().is_some_and(|end| end == "rs" || end == "md") { &['`'] } else { &['`', '"'] };
    let spans = |quote: &char| {
        let start = format!("{quote}hintsmith ");
        let parts = text.split(&start).skip(1);
        parts.map(|part| part.split(*quote).next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    quotes.iter().flat_map(spans).collect()
}

/// Checks that the commands and options exist.
fn check_names(root: &Command, line: &str) -> Result<(), String> {
    let mut words = line.split_whitespace().take_while(|word| *word != "--").peekable();
    let mut command = root;
    while let Some(word) = words.peek().filter(|word| !word.starts_with('-')) {
        let mut children = command.get_subcommands();
        let is_named = |child: &&Command| {
            child.get_name() == *word || child.get_visible_aliases().any(|alias| alias == *word)
        };
        match children.find(is_named) {
            Some(child) => command = child,
            None if command.has_subcommands() && command.get_positionals().next().is_none() => {
                return Err(format!("there is no command {word}"));
            }
            None => break,
        }
        words.next();
    }
    let has_option = |word: &str| {
        let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
        command.get_arguments().any(|argument| {
            let mut longs = argument.get_visible_aliases().unwrap_or_default();
            longs.extend(argument.get_long());
            longs.contains(&name) || argument.get_short().is_some_and(|short| name == short.to_string())
        })
    };
    match words.find(|word| word.starts_with('-') && *word != "-" && !has_option(word)) {
        Some(option) => Err(format!("{} has no option {option}", command.get_name())),
        None => Ok(()),
    }
}

#[test]
fn names_of_commands_and_options_are_checked() {
    let mut root = command();
    root.build();
    for line in [
        "lint --fix",
        "toolset equip daily",
        "undo 3",
        "wrap --server NAME -- npx --mode x",
        "--version",
        "note add -h",
    ] {
        check_names(&root, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    // The aliases of earlier names are hidden.
    for line in ["mode s.t", "remark s.t", "note templates", "toolset lint", "lint --in prod", "tools --fix"]
    {
        assert!(check_names(&root, line).is_err(), "{line}");
    }
}

#[test]
fn commands_that_hints_and_documents_name_exist() {
    let mut root = command();
    root.build();
    let (mut found, mut problems) = (0, Vec::new());
    for (path, text) in texts() {
        for line in quoted_commands(&path, &text) {
            found += 1;
            if let Err(error) = check_names(&root, &line) {
                problems.push(format!("{}: `hintsmith {line}`: {error}", path.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(found > 100, "{found}");
}

#[test]
fn commands_in_code_blocks_can_be_run() {
    let mut found = 0;
    for (path, text) in
        texts().into_iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "md"))
    {
        let blocks = text.split("\n```").skip(1).step_by(2);
        for line in blocks.flat_map(str::lines) {
            let line = line.trim().trim_start_matches("run: ").trim_start_matches("entry: ");
            if line.starts_with("hintsmith ") {
                found += 1;
                let line = line.split(" # ").next().unwrap_or_default();
                parse(line).unwrap_or_else(|error| panic!("{}: {line}: {error}", path.display()));
            }
        }
    }
    assert!(found > 40, "{found}");
}
