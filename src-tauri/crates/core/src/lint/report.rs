//! Report formats for findings. One file per format; each is a pure function of a [`Report`].
//!
//! Names come from servers. In formats for people they are sanitized and truncated; in formats for programs they are
//! unchanged.

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
use crate::text::{escape_line, is_hidden, truncate_chars};

pub use places::Places;

/// A report format.
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

    /// The name on the command line.
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

    /// The default file name.
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

/// The findings of a run, with the numbers a report shows.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    pub profile: &'a str,
    /// The version of Hintsmith.
    pub version: &'a str,
    /// The number of tools that were linted.
    pub tools: usize,
    /// In the order in which they are listed.
    pub findings: &'a [Finding<'a>],
    /// Suppressed findings, each with the reason.
    pub suppressed: &'a [(Finding<'a>, String)],
    /// The line of each tool, if the tools were read from a file.
    pub places: Option<&'a Places>,
    /// True if the tools are in a store, where fixes can be applied.
    pub stored: bool,
}

impl<'a> Report<'a> {
    /// Renders the report, ending with a line feed. `colour` applies to [`ReportFormat::Text`] only.
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

    /// The line that the finding's tool starts on.
    fn line(&self, finding: &Finding) -> Option<u32> {
        self.places?.lines.get(finding.tool).copied()
    }

    /// Active findings, followed by suppressed ones with their reason.
    fn all(&self) -> impl Iterator<Item = (&'a Finding<'a>, Option<&'a str>)> + use<'a> {
        let suppressed = self.suppressed.iter().map(|(finding, reason)| (finding, Some(reason.as_str())));
        self.findings.iter().map(|finding| (finding, None)).chain(suppressed)
    }

    /// Groups findings by tool, in order of first occurrence.
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

/// True if the text is a report that Hintsmith wrote earlier, in any format. Only such a file is overwritten without
/// asking.
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

/// All findings of one tool.
struct About<'a> {
    server: &'a str,
    tool: &'a str,
    findings: Vec<&'a Finding<'a>>,
    suppressed: Vec<(&'a Finding<'a>, &'a str)>,
}

/// Maximum characters of a name in formats for people. The specification allows 128.
const NAME: usize = 200;
/// Maximum characters of a message. Longer ones only occur when they quote oversized server text.
const MESSAGE: usize = 1_000;

/// `server.tool`, sanitized for display.
fn name(server: &str, tool: &str) -> String {
    format!("{}.{}", shown(server, NAME), shown(tool, NAME))
}

/// Sanitizes text for display: one line, hidden characters made visible, truncated to `limit` characters.
fn shown(text: &str, limit: usize) -> String {
    escape_line(&truncate_chars(text, limit)).into_owned()
}

/// Describes a fix, and labels it as safe or a guess.
fn fix_words(fix: &Fix) -> String {
    format!("{} ({})", shown(&fix.words(), MESSAGE), if fix.safe { "safe" } else { "a guess" })
}

/// Indented JSON with hidden characters escaped, so that the file is safe to view. The values are unchanged.
fn pretty(value: &impl Serialize) -> String {
    // Serialization only fails for maps with non-string keys, or on write errors.
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
