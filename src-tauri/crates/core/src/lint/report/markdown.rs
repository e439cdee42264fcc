//! Markdown table for a pull request or a job summary. Server text is inert there: it cannot create links or mentions,
//! nor end a table cell.

use std::fmt::Write;

use super::summary::counted;
use super::{MESSAGE, NAME, Report, fix_words, name, shown};
use crate::export::markdown::escaped;
use crate::lint::rules;

/// Maximum rows: GitHub accepts one mebibyte, and longer tables are of no use to a reader.
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

/// Escapes text so that it stays inert. GitHub autolinks mentions, issue numbers and URLs after parsing the Markdown,
/// when backslashes are already removed; a zero-width space between their parts prevents that.
fn harmless(text: &str, limit: usize) -> String {
    let mut out = escaped(&shown(text, limit));
    for (sign, apart) in
        [("@", "@&#8203;"), ("\\#", "\\#&#8203;"), ("://", ":&#8203;//"), ("www.", "www&#8203;.")]
    {
        out = out.replace(sign, apart);
    }
    out
}
