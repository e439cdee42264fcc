//! Plain text for terminals. It is readable without colour, and server text cannot inject control sequences.

use std::fmt::Write;

use super::{MESSAGE, NAME, Report, fix_words, name, shown};
use crate::lint::Severity;

const BOLD: &str = "1";
const DIM: &str = "2";

pub fn write(report: &Report, colour: bool) -> String {
    let painted = |code: &str, text: &str| match colour {
        true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        false => text.to_owned(),
    };
    let widest = report.findings.iter().map(|finding| finding.rule.len()).max().unwrap_or(0);
    let mut out = String::new();
    for about in report.by_tool() {
        let Some(first) = about.findings.first() else { continue };
        out.push_str(&painted(BOLD, &name(about.server, about.tool)));
        if let Some((places, line)) = report.places.zip(report.line(first)) {
            let _ = write!(out, "  {}", painted(DIM, &format!("{}:{line}", shown(&places.file, NAME))));
        }
        out.push('\n');
        for finding in &about.findings {
            let severity = painted(of(finding.severity), &format!("{:<7}", finding.severity.word()));
            let (field, message) = (shown(&finding.field, NAME), shown(&finding.message, MESSAGE));
            let _ = writeln!(out, "  {severity}  {:<widest$}  {field}: {message}", finding.rule);
            if let Some(fix) = &finding.fix {
                let _ = writeln!(out, "           {}", painted(DIM, &format!("fix: {}", fix_words(fix))));
            }
        }
        out.push('\n');
    }
    out.push_str(&report.summary());
    out.push('\n');
    out
}

const fn of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "1;31",
        Severity::Warning => "33",
        Severity::Note => "36",
    }
}
