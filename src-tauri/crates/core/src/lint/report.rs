//! Report formats for findings. One file per format; each is a pure function of a [`Report`].
//!
//! Names come from servers. In formats for people they are sanitized and truncated; in formats for programs they are
//! unchanged.

mod github;
mod json;
mod junit;
mod locations;
mod markdown;
mod sarif;
mod summary;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Finding, Fix};
use crate::text::{escape_line, is_hidden, truncate_chars};

pub use locations::ToolLocations;

/// A report format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename = "ReportFormat", rename_all = "camelCase")]
pub enum ReportFormat {
    Text,
    Json,
    Sarif,
    Junit,
    Github,
    Markdown,
}

impl ReportFormat {
    pub const ALL: [Self; 6] =
        [Self::Text, Self::Json, Self::Sarif, Self::Junit, Self::Github, Self::Markdown];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Github => "github",
            Self::Markdown => "markdown",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == word)
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
    pub hintsmith_version: &'a str,
    /// The number of tools that were linted.
    pub tool_count: usize,
    /// In the order in which they are listed.
    pub findings: &'a [Finding<'a>],
    /// Suppressed findings, each with the reason.
    pub suppressed: &'a [(Finding<'a>, String)],
    /// The line of each tool, if the tools were read from a file.
    pub locations: Option<&'a ToolLocations>,
    /// True if the tools are in a store, where fixes can be applied.
    pub is_stored: bool,
}

impl<'a> Report<'a> {
    /// Renders the report, ending with a line feed. `colour` applies to [`ReportFormat::Text`] only.
    pub fn render(&self, format: ReportFormat, colour: bool) -> String {
        match format {
            ReportFormat::Text => text::render(self, colour),
            ReportFormat::Json => json::render(self),
            ReportFormat::Sarif => sarif::render(self),
            ReportFormat::Junit => junit::render(self),
            ReportFormat::Github => github::render(self),
            ReportFormat::Markdown => markdown::render(self),
        }
    }

    /// The line that the finding's tool starts on.
    fn line_of(&self, finding: &Finding) -> Option<u32> {
        self.locations?.lines.get(finding.tool).copied()
    }

    /// The file that contains the finding's tool.
    fn file_of(&self, finding: &Finding) -> Option<&'a str> {
        let locations = self.locations?;
        Some(locations.files.get(finding.tool).unwrap_or(&locations.file))
    }

    /// Active findings, followed by suppressed ones with their reason.
    fn all_findings(&self) -> impl Iterator<Item = (&'a Finding<'a>, Option<&'a str>)> + use<'a> {
        let suppressed = self.suppressed.iter().map(|(finding, reason)| (finding, Some(reason.as_str())));
        self.findings.iter().map(|finding| (finding, None)).chain(suppressed)
    }

    /// Groups findings by tool, in order of first occurrence.
    fn group_by_tool(&self) -> Vec<ToolFindings<'a>> {
        let mut tools: Vec<ToolFindings> = Vec::new();
        let mut indexes: HashMap<(&str, &str), usize> = HashMap::new();
        for (finding, reason) in self.all_findings() {
            let (server, tool) = (finding.server, finding.tool);
            let at = *indexes.entry((server, tool)).or_insert_with(|| {
                tools.push(ToolFindings { server, tool, findings: Vec::new(), suppressed: Vec::new() });
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
    let has_counts = |line: &str| line.contains(" in ") && line.contains(" tool") && line.ends_with('.');
    let first = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    let starts_like_summary = |line: &str| {
        line.starts_with("no findings in ")
            || line.split(' ').nth(1).is_some_and(|word| word.starts_with("finding"))
    };
    (has_counts(last) && starts_like_summary(last))
        || first
            .strip_prefix("**")
            .and_then(|line| line.strip_suffix("**"))
            .is_some_and(|line| has_counts(line) && starts_like_summary(line))
        || (first.starts_with('{')
            && text.contains("\"profile\":")
            && (text.contains("\"findings\":") || text.contains("sarif-2.1.0")))
        || (first.starts_with("<?xml") && text.contains("<testsuites name=\"hintsmith"))
}

/// All findings of one tool.
struct ToolFindings<'a> {
    server: &'a str,
    tool: &'a str,
    findings: Vec<&'a Finding<'a>>,
    suppressed: Vec<(&'a Finding<'a>, &'a str)>,
}

/// Maximum characters of a name in formats for people. The specification allows 128.
const MAX_NAME_CHARS: usize = 200;
/// Maximum characters of a message. Longer ones only occur when they quote oversized server text.
const MAX_MESSAGE_CHARS: usize = 1_000;

/// `server.tool`, sanitized for display.
fn qualified_name(server: &str, tool: &str) -> String {
    format!("{}.{}", sanitize(server, MAX_NAME_CHARS), sanitize(tool, MAX_NAME_CHARS))
}

/// Sanitizes text for display: one line, hidden characters made visible, truncated to `limit` characters.
fn sanitize(text: &str, limit: usize) -> String {
    escape_line(&truncate_chars(text, limit)).into_owned()
}

/// Describes a fix, and labels it as safe or unsafe.
fn describe_fix(fix: &Fix) -> String {
    format!("{} ({})", sanitize(&fix.label(), MAX_MESSAGE_CHARS), if fix.is_safe { "safe" } else { "unsafe" })
}

/// Indented JSON with hidden characters escaped, so that the file is safe to view. The values are unchanged.
fn to_pretty_json(value: &impl Serialize) -> String {
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
