//! Counts of a report, and its one-sentence summary.

use serde::Serialize;

use super::Report;
use crate::lint::Severity;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SeverityCounts {
    pub error: usize,
    pub warning: usize,
    pub note: usize,
    pub suppressed: usize,
}

impl Report<'_> {
    pub(super) fn counts(&self) -> SeverityCounts {
        let count = |severity| self.findings.iter().filter(|finding| finding.severity == severity).count();
        SeverityCounts {
            error: count(Severity::Error),
            warning: count(Severity::Warning),
            note: count(Severity::Note),
            suppressed: self.suppressed.len(),
        }
    }

    /// "2 findings in 7 tools (1 error, 1 note), 1 suppressed; 1 can be fixed with --fix." Zero counts are omitted.
    pub(super) fn summary(&self) -> String {
        let counts = self.counts();
        let kinds = [(counts.error, "error"), (counts.warning, "warning"), (counts.note, "note")];
        let kinds: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| pluralize(*count, noun))
            .collect();
        let found = match self.findings.len() {
            0 => "no findings".to_owned(),
            some => pluralize(some, "finding"),
        };
        let mut out = format!("{found} in {}", pluralize(self.tool_count, "tool"));
        if !kinds.is_empty() {
            out.push_str(&format!(" ({})", kinds.join(", ")));
        }
        if counts.suppressed > 0 {
            out.push_str(&format!(", {} suppressed", counts.suppressed));
        }
        let fixes = |safe: bool| {
            let fixes = self.findings.iter().filter_map(|finding| finding.fix.as_ref());
            fixes.filter(|fix| fix.is_safe == safe).count()
        };
        match (fixes(true), fixes(false)) {
            (0, 0) => {}
            (safe, unsafe_fixes) if !self.is_stored => {
                out.push_str(&format!("; {} can be fixed once the server is added", safe + unsafe_fixes));
            }
            (safe, 0) => out.push_str(&format!("; {safe} can be fixed with --fix")),
            (0, unsafe_fixes) => out.push_str(&format!("; {unsafe_fixes} can be fixed with --fix-unsafe")),
            (safe, unsafe_fixes) => out.push_str(&format!(
                "; {safe} can be fixed with --fix, {unsafe_fixes} more with --fix-unsafe"
            )),
        }
        out.push('.');
        out
    }
}

/// "1 tool", "2 tools"
pub(super) fn pluralize(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
