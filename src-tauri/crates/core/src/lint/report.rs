//! Findings as others read them: people, programs and the machines that run checks. One format, one file; each is a
//! function of a [`Report`] and nothing else.
//!
//! Names come from servers. For people they are made visible and cut; for programs they stay what they are.

mod github;
mod json;
mod junit;
mod markdown;
mod places;
mod sarif;
mod summary;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Finding, Fix};
use crate::text::{is_hidden, shortened, visible_line};

pub use places::Places;

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename = "ReportFormat", rename_all = "camelCase")]
pub enum Format {
    Text,
    Json,
    Sarif,
    Junit,
    Github,
    Markdown,
}

impl Format {
    pub const ALL: [Self; 6] =
        [Self::Text, Self::Json, Self::Sarif, Self::Junit, Self::Github, Self::Markdown];

    /// The word on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Github => "github",
            Self::Markdown => "markdown",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    /// What a file of it may be called.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Text => "findings.txt",
            Self::Json => "findings.json",
            Self::Sarif => "findings.sarif",
            Self::Junit => "findings.xml",
            Self::Github => "findings.log",
            Self::Markdown => "findings.md",
        }
    }
}

/// What was found, and about how much.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    pub profile: &'a str,
    /// Hintsmith's own.
    pub version: &'a str,
    /// How many tools were looked at.
    pub tools: usize,
    /// In the order they are listed.
    pub findings: &'a [Finding<'a>],
    /// What a person does not want to hear again, with the reason.
    pub suppressed: &'a [(Finding<'a>, String)],
    /// Where the tools stand, when they were read from a file.
    pub places: Option<&'a Places>,
    /// They are in a store, where a fix can be decided.
    pub stored: bool,
}

impl<'a> Report<'a> {
    /// The whole text, with a line feed at its end. Colour is for terminals: only [`Format::Text`] has any.
    pub fn write(&self, format: Format, colour: bool) -> String {
        match format {
            Format::Text => text::write(self, colour),
            Format::Json => json::write(self),
            Format::Sarif => sarif::write(self),
            Format::Junit => junit::write(self),
            Format::Github => github::write(self),
            Format::Markdown => markdown::write(self),
        }
    }

    /// The line of a finding's tool.
    fn line(&self, finding: &Finding) -> Option<u32> {
        self.places?.lines.get(finding.tool).copied()
    }

    /// What counts, then what was suppressed with its reason.
    fn all(&self) -> impl Iterator<Item = (&'a Finding<'a>, Option<&'a str>)> + use<'a> {
        let suppressed = self.suppressed.iter().map(|(finding, reason)| (finding, Some(reason.as_str())));
        self.findings.iter().map(|finding| (finding, None)).chain(suppressed)
    }

    /// By tool, in the order in which the tools are first heard of.
    fn by_tool(&self) -> Vec<About<'a>> {
        let mut tools: Vec<About> = Vec::new();
        let mut known: HashMap<(&str, &str), usize> = HashMap::new();
        for (finding, reason) in self.all() {
            let (server, tool) = (finding.server, finding.tool);
            let at = *known.entry((server, tool)).or_insert_with(|| {
                tools.push(About { server, tool, findings: Vec::new(), suppressed: Vec::new() });
                tools.len() - 1
            });
            match reason {
                None => tools[at].findings.push(finding),
                Some(reason) => tools[at].suppressed.push((finding, reason)),
            }
        }
        tools
    }
}

/// Whether a text is a report that was written before, in whichever format: only that is replaced without asking.
pub fn is_report(text: &str) -> bool {
    let last = text.trim_end().lines().last().unwrap_or_default();
    let counted = |line: &str| line.contains(" in ") && line.contains(" tool") && line.ends_with('.');
    let first = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    let told = |line: &str| {
        line.starts_with("no findings in ")
            || line.split(' ').nth(1).is_some_and(|word| word.starts_with("finding"))
    };
    (counted(last) && told(last))
        || first
            .strip_prefix("**")
            .and_then(|line| line.strip_suffix("**"))
            .is_some_and(|line| counted(line) && told(line))
        || (first.starts_with('{')
            && text.contains("\"profile\":")
            && (text.contains("\"findings\":") || text.contains("sarif-2.1.0")))
        || (first.starts_with("<?xml") && text.contains("<testsuites name=\"hintsmith"))
}

/// All that is said about one tool.
struct About<'a> {
    server: &'a str,
    tool: &'a str,
    findings: Vec<&'a Finding<'a>>,
    suppressed: Vec<(&'a Finding<'a>, &'a str)>,
}

/// Names longer than this are cut where people read them. The specification allows 128 characters.
const NAME: usize = 200;
/// No rule says more, unless a server makes it.
const MESSAGE: usize = 1_000;

/// `server.tool`, safe to look at.
fn name(server: &str, tool: &str) -> String {
    format!("{}.{}", shown(server, NAME), shown(tool, NAME))
}

/// Text on one line, safe to look at, and no longer than anybody reads.
fn shown(text: &str, limit: usize) -> String {
    visible_line(&shortened(text, limit)).into_owned()
}

/// What a fix does, and whether it follows or guesses.
fn fix_words(fix: &Fix) -> String {
    format!("{} ({})", shown(&fix.words(), MESSAGE), if fix.safe { "safe" } else { "a guess" })
}

/// Indented JSON. What hides is escaped, so that a file can be looked at; its values stay the same.
fn pretty(value: &impl Serialize) -> String {
    // Only a map with keys that are no text, or a writer, could fail.
    let json = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut out = String::with_capacity(json.len() + 1);
    for character in json.chars() {
        if is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(character);
        }
    }
    out.push('\n');
    out
}
