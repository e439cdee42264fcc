//! Markdown table for a pull request or a job summary. Server text is inert there: it cannot create links or mentions,
//! nor end a table cell.

use std::fmt::Write;

use super::summary::pluralize;
use super::{MAX_MESSAGE_CHARS, MAX_NAME_CHARS, Report, describe_fix, qualified_name, sanitize};
use crate::export::markdown::escape;
use crate::lint::rules;

/// Maximum rows: GitHub accepts one mebibyte, and longer tables are of no use to a reader.
const MAX_ROWS: usize = 500;

pub fn render(report: &Report) -> String {
    let mut out =
        format!("**{}**\n\nProfile: {}\n", report.summary(), escape_inert(report.profile, MAX_NAME_CHARS));
    if report.findings.is_empty() {
        return out;
    }
    out.push_str("\n| | Tool | Rule | Where | What | Fix |\n| --- | --- | --- | --- | --- | --- |\n");
    for finding in report.findings.iter().take(MAX_ROWS) {
        let rule = match rules::find(finding.rule) {
            Some(rule) if !rule.source_url.is_empty() => format!("[{}]({})", rule.id, rule.source_url),
            _ => escape_inert(finding.rule, MAX_NAME_CHARS),
        };
        let tool = qualified_name(finding.server, finding.tool);
        let fix = finding.fix.as_ref().map(describe_fix).unwrap_or_default();
        let _ = writeln!(
            out,
            "| {} | {} | {rule} | {} | {} | {} |",
            finding.severity.as_str(),
            escape_inert(&tool, MAX_MESSAGE_CHARS),
            escape_inert(&finding.field, MAX_NAME_CHARS),
            escape_inert(&finding.message, MAX_MESSAGE_CHARS),
            escape_inert(&fix, MAX_MESSAGE_CHARS),
        );
    }
    if let Some(more) = report.findings.len().checked_sub(MAX_ROWS).filter(|more| *more > 0) {
        let _ = writeln!(out, "\n{} {} not listed.", pluralize(more, "more finding"), is_or_are(more));
    }
    out
}

const fn is_or_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// Escapes text so that it stays inert. GitHub autolinks mentions, issue numbers and URLs after parsing the Markdown,
/// when backslashes are already removed; a zero-width space between their parts prevents that.
fn escape_inert(text: &str, limit: usize) -> String {
    let mut out = escape(&sanitize(text, limit));
    for (sign, apart) in
        [("@", "@&#8203;"), ("\\#", "\\#&#8203;"), ("://", ":&#8203;//"), ("www.", "www&#8203;.")]
    {
        out = out.replace(sign, apart);
    }
    out
}
