//! JSON report for programs, described by `docs/lint-report.schema.json`. Names are as the server sent them.

use serde::Serialize;
use serde_json::Value;

use super::summary::Counts;
use super::{Report, pretty};
use crate::lint::{Finding, Fix, rules};
use crate::text::escape_line;

/// Format version; incremented on incompatible changes.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    profile: &'a str,
    tools: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    counts: Counts,
    findings: Vec<Found<'a>>,
    suppressed: Vec<Found<'a>>,
}

#[derive(Serialize)]
struct Found<'a> {
    rule: &'a str,
    severity: &'a str,
    lane: Option<&'a str>,
    server: &'a str,
    tool: &'a str,
    field: &'a str,
    message: &'a str,
    fix: Option<Mend>,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct Mend {
    decisions: Vec<Decision>,
    words: String,
    safe: bool,
}

#[derive(Serialize)]
struct Decision {
    field: String,
    value: Value,
}

pub fn write(report: &Report) -> String {
    let found = |finding, reason| told(report, finding, reason);
    pretty(&Document {
        version: VERSION,
        profile: report.profile,
        tools: report.tools,
        file: report.places.map(|places| places.file.as_str()),
        counts: report.counts(),
        findings: report.findings.iter().map(|finding| found(finding, None)).collect(),
        suppressed: report.suppressed.iter().map(|(finding, reason)| found(finding, Some(reason))).collect(),
    })
}

fn told<'a>(report: &Report, finding: &'a Finding<'a>, reason: Option<&'a String>) -> Found<'a> {
    let rule = rules::find(finding.rule);
    Found {
        rule: finding.rule,
        severity: finding.severity.word(),
        lane: rule.map(|rule| rule.lane.word()),
        server: finding.server,
        tool: finding.tool,
        field: &finding.field,
        message: &finding.message,
        fix: finding.fix.as_ref().map(mend),
        help: rule.map(|rule| rule.source).filter(|source| !source.is_empty()),
        line: report.line(finding),
        reason: reason.map(String::as_str),
    }
}

fn mend(fix: &Fix) -> Mend {
    let decisions = fix.decisions.iter();
    let decisions =
        decisions.map(|(field, value)| Decision { field: field.key().into_owned(), value: value.to_json() });
    Mend { decisions: decisions.collect(), words: escape_line(&fix.words()).into_owned(), safe: fix.safe }
}
