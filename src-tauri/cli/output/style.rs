//! Colours of the terminal, chosen by `--color`, `NO_COLOR` and whether the output is a terminal. Colour never carries
//! meaning alone: everything reads the same without it.

use std::io::IsTerminal;

use clap::ValueEnum;
use clap::builder::styling::{AnsiColor, Style};
use hintsmith_engine::badge::BadgeKind;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Also in a pipe
    Always,
    /// Without colour
    Never,
}

impl ColorChoice {
    /// Returns whether output to this stream is coloured (<https://no-color.org>).
    pub fn applies_to(self, stream: &impl IsTerminal) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb
            }
        }
    }
}

pub const ERROR: Style = AnsiColor::Red.on_default().bold();
pub const HEADER: Style = Style::new().bold();
pub const ADDED: Style = AnsiColor::Green.on_default();
pub const REMOVED: Style = AnsiColor::Red.on_default();
pub const CHANGED: Style = AnsiColor::Yellow.on_default();

/// The colours of the window's badges.
pub const fn badge(kind: BadgeKind) -> Style {
    match kind {
        BadgeKind::ReadOnly => AnsiColor::Green.on_default(),
        BadgeKind::Modifies => Style::new(),
        BadgeKind::Destructive => AnsiColor::Red.on_default(),
        BadgeKind::Idempotent => AnsiColor::Blue.on_default(),
        BadgeKind::OpenWorld => AnsiColor::Magenta.on_default(),
    }
}
