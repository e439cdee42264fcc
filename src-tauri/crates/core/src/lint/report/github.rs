//! GitHub Actions workflow commands: one line per finding, which the runner shows as an annotation of the file.
//!
//! The runner executes every line that starts with `::`, so server text must never start a line.

use std::fmt::Write;

use super::{MAX_MESSAGE_CHARS, MAX_NAME_CHARS, Report, describe_fix, qualified_name, sanitize};
use crate::lint::Severity;

pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for finding in report.findings {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let _ = write!(out, "::{command} ");
        if let Some(file) = report.file_of(finding) {
            let _ = write!(out, "file={},", escape_property(&sanitize(file, MAX_MESSAGE_CHARS)));
            if let Some(line) = report.line_of(finding) {
                let _ = write!(out, "line={line},");
            }
        }
        let mut message = format!(
            "{}, {}: {}",
            qualified_name(finding.server, finding.tool),
            sanitize(&finding.field, MAX_NAME_CHARS),
            sanitize(&finding.message, MAX_MESSAGE_CHARS)
        );
        if let Some(fix) = &finding.fix {
            let _ = write!(message, "\nfix: {}", describe_fix(fix));
        }
        let _ = writeln!(out, "title={}::{}", escape_property(finding.rule), escape_data(&message));
    }
    out.push_str(&report.summary());
    out.push('\n');
    out
}

/// Escapes the message after the second `::`.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property value, which a colon or comma would terminate.
fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}
