//! JSON report for programs, described by `docs/lint-report.schema.json`. Names are as the server sent them.

use serde::Serialize;
use serde_json::Value;

use super::summary::SeverityCounts;
use super::{Report, to_pretty_json};
use crate::lint::{Finding, Fix, rules};
use crate::text::escape_line;

/// Format version; incremented on incompatible changes.
const FORMAT_VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    profile: &'a str,
    tools: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    counts: SeverityCounts,
    findings: Vec<JsonFinding<'a>>,
    suppressed: Vec<JsonFinding<'a>>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    rule: &'a str,
    severity: &'a str,
    category: Option<&'a str>,
    server: &'a str,
    tool: &'a str,
    field: &'a str,
    message: &'a str,
    fix: Option<JsonFix>,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonFix {
    decisions: Vec<JsonDecision>,
    words: String,
    safe: bool,
}

#[derive(Serialize)]
struct JsonDecision {
    field: String,
    value: Value,
}

pub fn render(report: &Report) -> String {
    let to_json = |finding, reason| to_json_finding(report, finding, reason);
    to_pretty_json(&Document {
        version: FORMAT_VERSION,
        profile: report.profile,
        tools: report.tool_count,
        file: report.locations.map(|places| places.file.as_str()),
        counts: report.counts(),
        findings: report.findings.iter().map(|finding| to_json(finding, None)).collect(),
        suppressed: report
            .suppressed
            .iter()
            .map(|(finding, reason)| to_json(finding, Some(reason)))
            .collect(),
    })
}

fn to_json_finding<'a>(
    report: &Report,
    finding: &'a Finding<'a>,
    reason: Option<&'a String>,
) -> JsonFinding<'a> {
    let rule = rules::find(finding.rule);
    JsonFinding {
        rule: finding.rule,
        severity: finding.severity.as_str(),
        category: rule.map(|rule| rule.category.as_str()),
        server: finding.server,
        tool: finding.tool,
        field: &finding.field,
        message: &finding.message,
        fix: finding.fix.as_ref().map(to_json_fix),
        help: rule.map(|rule| rule.source_url).filter(|source| !source.is_empty()),
        line: report.line_of(finding),
        reason: reason.map(String::as_str),
    }
}

fn to_json_fix(fix: &Fix) -> JsonFix {
    let decisions = fix.decisions.iter();
    let decisions = decisions
        .map(|(field, value)| JsonDecision { field: field.key().into_owned(), value: value.to_json() });
    JsonFix {
        decisions: decisions.collect(),
        words: escape_line(&fix.label()).into_owned(),
        safe: fix.is_safe,
    }
}
