//! GitHub Actions workflow commands: one line per finding, which the runner shows as an annotation of the file.
//!
//! The runner executes every line that starts with `::`, so server text must never start a line.

use std::fmt::Write;

use super::{MESSAGE, NAME, Report, fix_words, name, shown};
use crate::lint::Severity;

pub fn write(report: &Report) -> String {
    let mut out = String::new();
    for finding in report.findings {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let _ = write!(out, "::{command} ");
        if let Some(places) = report.places {
            let _ = write!(out, "file={},", property(&shown(&places.file, MESSAGE)));
            if let Some(line) = report.line(finding) {
                let _ = write!(out, "line={line},");
            }
        }
        let mut message = format!(
            "{}, {}: {}",
            name(finding.server, finding.tool),
            shown(&finding.field, NAME),
            shown(&finding.message, MESSAGE)
        );
        if let Some(fix) = &finding.fix {
            let _ = write!(message, "\nfix: {}", fix_words(fix));
        }
        let _ = writeln!(out, "title={}::{}", property(finding.rule), data(&message));
    }
    out.push_str(&report.summary());
    out.push('\n');
    out
}

/// Escapes the message after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property value, which a colon or comma would terminate.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
