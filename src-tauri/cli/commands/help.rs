//! `hintsmith help`: help of a command, or of a topic that several commands share.

use clap::builder::styling::Style;
use hintsmith_engine::filter::TERMS;
use hintsmith_engine::targets::TARGETS;
use hintsmith_engine::text::suggest::did_you_mean;
use hintsmith_engine::{ApiError, ErrorCode};

use crate::args::help;
use crate::{EXIT_SUCCESS, output};

/// A topic of `hintsmith help`.
struct Topic {
    name: &'static str,
    print: fn(),
}

const TOPICS: [Topic; 3] = [
    Topic { name: "filters", print: print_filters },
    Topic { name: "hints", print: print_hints },
    Topic { name: "targets", print: print_targets },
];

/// What the four hints mean, for people who decide about them.
const HINTS: &str = "\
read-only    The tool only reads and changes nothing.
             Clients may run it without asking. Without the hint, they assume no.
             Yes: search_notes. No: create_note.

destructive  The tool can delete or overwrite something.
             Clients ask before each call, or refuse it. Without the hint, they assume yes
             for every tool that is not read-only.
             Yes: delete_note. No: create_note.

idempotent   Repeating an identical call has no additional effect.
             Clients may retry after a failure. Without the hint, they assume no.
             Yes: set_status. No: append_text.

open-world   The tool reaches systems or people outside its own.
             Clients treat its results as untrusted. Without the hint, they assume yes.
             Yes: web_search. No: get_note.

Values: yes, no, or inherit to remove the decision. Each value comes from a layer, the later
one wins: default, inferred, declared by the server, decided in the base, decided in an environment.";

pub fn run(subject: &[String]) -> anyhow::Result<u8> {
    if let [name] = subject
        && let Some(topic) = TOPICS.iter().find(|topic| topic.name == name)
    {
        (topic.print)();
        return Ok(EXIT_SUCCESS);
    }
    let mut root = help::command();
    root.build();
    let mut command = &mut root;
    for name in subject {
        if command.find_subcommand(name).is_none() {
            let names = command.get_subcommands().map(|child| child.get_name());
            let topics = TOPICS.iter().map(|topic| topic.name);
            let suggestion = did_you_mean(name, names.chain(topics));
            let hint =
                suggestion.unwrap_or_else(|| "`hintsmith help` lists the commands and topics.".to_owned());
            let message = format!("there is no command or topic named {name}");
            return Err(ApiError::new(ErrorCode::NotFound, message, hint).into());
        }
        command = command.find_subcommand_mut(name).expect("it was found above");
    }
    let text = if subject.is_empty() { command.render_help() } else { command.render_long_help() };
    let text = if output::is_colored() { text.ansi().to_string() } else { text.to_string() };
    output::print(text.trim_end());
    Ok(EXIT_SUCCESS)
}

fn print_filters() {
    output::print(
        "Words search the name, title and description. Terms narrow the result, and all of them must match.\n\
         A - before a term excludes what it matches. Several server: terms match the tools of any of them.\n",
    );
    let bold = Style::new().bold();
    let rows = TERMS.iter().map(|term| {
        let value = term.value.unwrap_or("NAME");
        [output::styled(bold, &format!("{}:{value}", term.key)), term.description.to_owned()]
    });
    output::print_table(["Term", "Matches"], &rows.collect::<Vec<_>>());
    output::print(
        "\nExamples:\n  hintsmith tools hint:destructive=inferred\n  hintsmith tools server:notes -has:note \"two words\"",
    );
}

fn print_hints() {
    output::print(HINTS);
}

fn print_targets() {
    let rows: Vec<[String; 2]> =
        TARGETS.iter().map(|target| [target.id.to_owned(), target.purpose.to_owned()]).collect();
    output::print_table(["Target", "Description"], &rows);
    output::print("\nExample: hintsmith export claude-code --into .claude/settings.json");
}
