//! Plain text for terminals. It is readable without colour, and server text cannot inject control sequences.

use std::fmt::Write;

use super::{MAX_MESSAGE_CHARS, MAX_NAME_CHARS, Report, describe_fix, qualified_name, sanitize};
use crate::lint::Severity;

const BOLD: &str = "1";
const DIM: &str = "2";

pub fn render(report: &Report, colour: bool) -> String {
    let paint = |code: &str, text: &str| match colour {
        true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        false => text.to_owned(),
    };
    let widest = report.findings.iter().map(|finding| finding.rule.len()).max().unwrap_or(0);
    let mut out = String::new();
    for group in report.group_by_tool() {
        let Some(first) = group.findings.first() else { continue };
        out.push_str(&paint(BOLD, &qualified_name(group.server, group.tool)));
        if let Some((file, line)) = report.file_of(first).zip(report.line_of(first)) {
            let _ = write!(out, "  {}", paint(DIM, &format!("{}:{line}", sanitize(file, MAX_NAME_CHARS))));
        }
        out.push('\n');
        for finding in &group.findings {
            let severity = paint(colour_code(finding.severity), &format!("{:<7}", finding.severity.as_str()));
            let (field, message) =
                (sanitize(&finding.field, MAX_NAME_CHARS), sanitize(&finding.message, MAX_MESSAGE_CHARS));
            let _ = writeln!(out, "  {severity}  {:<widest$}  {field}: {message}", finding.rule);
            if let Some(fix) = &finding.fix {
                let _ = writeln!(out, "           {}", paint(DIM, &format!("fix: {}", describe_fix(fix))));
            }
        }
        out.push('\n');
    }
    out.push_str(&report.summary());
    out.push('\n');
    out
}

const fn colour_code(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "1;31",
        Severity::Warning => "33",
        Severity::Note => "36",
    }
}
