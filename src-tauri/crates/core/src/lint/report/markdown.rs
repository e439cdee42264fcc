//! A table for a pull request or the summary of a job. Whatever a server wrote stands there as text: it links to
//! nothing, calls nobody and ends no cell.

use std::fmt::Write;

use super::summary::counted;
use super::{MESSAGE, NAME, Report, fix_words, name, shown};
use crate::export::markdown::escaped;
use crate::lint::rules;

/// GitHub takes a mebibyte, and nobody reads more.
const ROWS: usize = 500;

pub fn write(report: &Report) -> String {
    let mut out = format!("**{}**\n\nProfile: {}\n", report.summary(), harmless(report.profile, NAME));
    if report.findings.is_empty() {
        return out;
    }
    out.push_str("\n| | Tool | Rule | Where | What | Fix |\n| --- | --- | --- | --- | --- | --- |\n");
    for finding in report.findings.iter().take(ROWS) {
        let rule = match rules::find(finding.rule) {
            Some(rule) if !rule.source.is_empty() => format!("[{}]({})", rule.id, rule.source),
            _ => harmless(finding.rule, NAME),
        };
        let tool = name(finding.server, finding.tool);
        let fix = finding.fix.as_ref().map(fix_words).unwrap_or_default();
        let _ = writeln!(
            out,
            "| {} | {} | {rule} | {} | {} | {} |",
            finding.severity.word(),
            harmless(&tool, MESSAGE),
            harmless(&finding.field, NAME),
            harmless(&finding.message, MESSAGE),
            harmless(&fix, MESSAGE),
        );
    }
    if let Some(more) = report.findings.len().checked_sub(ROWS).filter(|more| *more > 0) {
        let _ = writeln!(out, "\n{} {} not listed.", counted(more, "more finding"), are(more));
    }
    out
}

const fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// Text that means nothing. GitHub looks for names, numbers and addresses after Markdown was read, when a backslash is
/// gone; a space without width between their parts is what keeps them apart.
fn harmless(text: &str, limit: usize) -> String {
    let mut out = escaped(&shown(text, limit));
    for (sign, apart) in
        [("@", "@&#8203;"), ("\\#", "\\#&#8203;"), ("://", ":&#8203;//"), ("www.", "www&#8203;.")]
    {
        out = out.replace(sign, apart);
    }
    out
}
