//! The command list in groups, and an example of each command.

use std::fmt::Write;

use clap::CommandFactory;

use super::Arguments;

/// A heading of the command list, and its commands.
pub struct CommandGroup {
    pub heading: &'static str,
    pub commands: &'static [CommandHelp],
}

/// A command and examples for its long help. Text after ` # ` explains an example.
pub struct CommandHelp {
    pub name: &'static str,
    pub examples: &'static [&'static str],
}

const fn help(name: &'static str, examples: &'static [&'static str]) -> CommandHelp {
    CommandHelp { name, examples }
}

pub const GROUPS: [CommandGroup; 11] = [
    CommandGroup {
        heading: "Servers",
        commands: &[
            help(
                "add",
                &[
                    "hintsmith add notes -- npx -y some-mcp-server",
                    "hintsmith add notes -e TOKEN -- npx -y some-mcp-server",
                    "hintsmith add board --url https://mcp.example/mcp",
                    "hintsmith add shop --openapi shop.yaml",
                ],
            ),
            help("edit", &["hintsmith edit notes --destructive broad"]),
            help("servers", &["hintsmith servers notes"]),
            help("enable", &["hintsmith enable notes"]),
            help("disable", &["hintsmith disable notes"]),
            help("remove", &["hintsmith remove notes"]),
            help("login", &["hintsmith login board"]),
            help("logout", &["hintsmith logout board"]),
            help(
                "import",
                &[
                    "hintsmith import --dry-run",
                    "hintsmith import --from cursor",
                    "hintsmith import overrides ~/.codex/config.toml",
                ],
            ),
            help("registry", &["hintsmith registry search notes"]),
            help("operations", &["hintsmith operations shop.yaml --operations tag:orders"]),
            help("scan", &["hintsmith scan notes"]),
            help("demo", &["hintsmith demo"]),
            help(
                "demo-server",
                &["hintsmith demo-server --tools 1000", "hintsmith demo-server --http-api 8800"],
            ),
        ],
    },
    CommandGroup {
        heading: "Tools",
        commands: &[
            help("tools", &["hintsmith tools hint:destructive=inferred server:notes"]),
            help("explain", &["hintsmith explain notes.delete_note"]),
            help(
                "infer",
                &[
                    "hintsmith infer tools.json --explain",
                    "hintsmith infer --learn --output corrections.json",
                ],
            ),
            help("mark-wrong", &["hintsmith mark-wrong notes.ping destructive"]),
            help("filter", &["hintsmith filter save risky hint:destructive=inferred"]),
            help("coverage", &["hintsmith coverage"]),
        ],
    },
    CommandGroup {
        heading: "Decisions",
        commands: &[
            help(
                "set",
                &[
                    "hintsmith set notes.delete_note destructive=yes --because 'there is no trash'",
                    "hintsmith set notes.get_note 'parameter:id=The id from search_notes' --env prod",
                ],
            ),
            help("set-all", &["hintsmith set-all 'server:notes is:inferred' --inferred"]),
            help("unset", &["hintsmith unset notes.delete_note destructive"]),
            help("rule", &["hintsmith rule add 'notes.get_*' read-only=yes"]),
            help("env", &["hintsmith env add prod", "hintsmith env promote dev prod"]),
            help("history", &["hintsmith history --limit 50", "hintsmith history --search delete_note"]),
            help("undo", &["hintsmith undo", "hintsmith undo 12"]),
            help("redo", &["hintsmith redo"]),
        ],
    },
    CommandGroup {
        heading: "Review",
        commands: &[
            help("review", &["hintsmith review", "hintsmith review accept notes.get_note"]),
            help("diff", &["hintsmith diff notes.get_note"]),
        ],
    },
    CommandGroup {
        heading: "Toolsets and notes",
        commands: &[
            help(
                "toolset",
                &[
                    "hintsmith toolset build daily --filter 'is:safe'",
                    "hintsmith toolset activate daily --env prod",
                ],
            ),
            help("note", &["hintsmith note add notes.create team 'Ask which team it is for'"]),
            help("comment", &["hintsmith comment notes.create 'Owned by the platform team'"]),
        ],
    },
    CommandGroup {
        heading: "Export",
        commands: &[
            help(
                "export",
                &[
                    "hintsmith export hintsmith -o hintsmith.json",
                    "hintsmith export claude-code --scope project --toolset daily",
                    "hintsmith export mcphub --into mcp_settings.json --server github",
                ],
            ),
            help("targets", &["hintsmith targets"]),
            help("apply", &["hintsmith apply hintsmith.json --prefer ours"]),
            help("pending", &["hintsmith pending", "hintsmith pending ~/.claude/settings.json"]),
            help("discard", &["hintsmith discard"]),
            help(
                "patch",
                &[
                    "hintsmith patch notes ~/src/notes-server",
                    "hintsmith patch notes ~/src/notes-server --branch annotations",
                    "hintsmith patch notes . --check",
                ],
            ),
            help("retire", &["hintsmith retire notes --dry-run"]),
        ],
    },
    CommandGroup {
        heading: "Proxy",
        commands: &[
            help("wrap", &["hintsmith wrap --server notes -- npx -y some-mcp-server"]),
            help(
                "gateway",
                &[
                    "hintsmith gateway notes board --listen 127.0.0.1:8808",
                    "hintsmith gateway --file hintsmith.json",
                ],
            ),
            help(
                "install",
                &[
                    "hintsmith install  # the clients on this computer and their servers",
                    "hintsmith install cursor notes",
                    "hintsmith install claude-code notes --project  # the servers of this project",
                    "hintsmith install cursor notes --undo",
                ],
            ),
            help("clients", &["hintsmith clients"]),
            help("calls", &["hintsmith calls --denied", "hintsmith calls --output calls.csv"]),
        ],
    },
    CommandGroup {
        heading: "Run and approve",
        commands: &[
            help("run", &["hintsmith run notes.get_note id=7"]),
            help(
                "approval",
                &[
                    "hintsmith approval notes.delete_note always-ask",
                    "hintsmith approval notes block --whole",
                ],
            ),
            help("approvals", &["hintsmith approvals --watch", "hintsmith approvals allow 3"]),
        ],
    },
    CommandGroup {
        heading: "Lint and CI",
        commands: &[
            help(
                "lint",
                &[
                    "hintsmith lint  # every tool of the store",
                    "hintsmith lint server:git is:unreviewed  # the tools that a filter matches, as in `tools`",
                    "hintsmith lint -- npx -y some-mcp-server  # a server started only for this run",
                    "hintsmith lint --file tools.json --format sarif  # a saved list, for code scanning",
                    "hintsmith lint notes --fix  # apply the safe fixes",
                ],
            ),
            help("readiness", &["hintsmith readiness notes --profile anthropic-directory"]),
            help("pins", &["hintsmith pins generate --output hintsmith-policy.toml", "hintsmith pins check"]),
            help("suppress", &["hintsmith suppress notes.purge title-missing --because 'removed in March'"]),
        ],
    },
    CommandGroup {
        heading: "Shell",
        commands: &[
            help("help", &["hintsmith help export", "hintsmith help filters"]),
            help("completions", &["hintsmith completions bash"]),
            help("man-pages", &["hintsmith man-pages ~/.local/share/man/man1"]),
        ],
    },
    CommandGroup {
        heading: "Store",
        commands: &[
            help("preferences", &["hintsmith preferences approval.client=off"]),
            help("backup", &["hintsmith backup"]),
            help("restore", &["hintsmith restore --list"]),
            help("doctor", &["hintsmith doctor"]),
        ],
    },
];

/// The commands that a new user needs, listed first.
pub const COMMON: [&str; 5] = ["add", "tools", "set", "export", "gateway"];

/// The parser of the command line.
pub fn command() -> clap::Command {
    let command = Arguments::command();
    let (header, literal) = (*command.get_styles().get_header(), *command.get_styles().get_literal());
    let names = GROUPS.iter().flat_map(|group| group.commands);
    let width = names.map(|command| command.name.len()).max().unwrap_or(0);
    // clap has no headings for commands: the list is part of the template.
    let mut list = String::new();
    let mut add_group = |heading: &str, names: &mut dyn Iterator<Item = &str>| {
        let _ = writeln!(list, "{header}{heading}:{header:#}");
        for name in names {
            let about = command.find_subcommand(name).and_then(|command| command.get_about());
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(list, "  {literal}{name:width$}{literal:#}  {about}");
        }
        list.push('\n');
    };
    add_group("Common commands", &mut COMMON.into_iter());
    for CommandGroup { heading, commands } in &GROUPS {
        add_group(heading, &mut commands.iter().map(|command| command.name));
    }
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    let command = command.help_template(template);
    GROUPS.iter().flat_map(|group| group.commands).fold(command, |command, help| {
        command.mut_subcommand(help.name, |command| {
            let noun = if help.examples.len() == 1 { "Example" } else { "Examples" };
            let mut text = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
            let _ = write!(text, "{header}{noun}:{header:#}\n  {}", help.examples.join("\n  "));
            command.after_long_help(text)
        })
    })
}
