//! JUnit XML: one suite per server, one case per tool with findings, and one case for all other tools.
//!
//! A case holds at most one failure, so its message is that of the most severe finding and its text lists all of them.

use std::collections::HashMap;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::summary::pluralize;
use super::{
    MAX_MESSAGE_CHARS, MAX_NAME_CHARS, Report, ToolFindings, describe_fix, qualified_name, sanitize,
};
use crate::lint::{Finding, Severity};

pub fn render(report: &Report) -> String {
    let mut suites: Vec<TestSuite> = Vec::new();
    let mut indexes: HashMap<&str, usize> = HashMap::new();
    let tools = report.group_by_tool();
    let others = report.tool_count.saturating_sub(tools.len());
    for group in &tools {
        let at = *indexes.entry(group.server).or_insert_with(|| {
            suites.push(TestSuite::new(replace_noncharacters(&sanitize(group.server, MAX_NAME_CHARS))));
            suites.len() - 1
        });
        suites[at].add_test_case(test_case(group));
    }
    // Some consumers treat a report without test cases as a failure.
    if others > 0 || tools.is_empty() {
        let mut suite = TestSuite::new("hintsmith");
        let name = format!("{} without findings", pluralize(others, "tool"));
        suite.add_test_case(TestCase::new(name, TestCaseStatus::success()));
        suites.push(suite);
    }
    let mut all = quick_junit::Report::new(replace_noncharacters(&format!(
        "hintsmith lint, {}",
        sanitize(report.profile, MAX_NAME_CHARS)
    )));
    all.add_test_suites(suites);
    // Writing to memory does not fail.
    all.to_string().unwrap_or_default()
}

fn test_case(group: &ToolFindings) -> TestCase {
    let is_failure = |finding: &&&Finding| finding.severity > Severity::Note;
    // The first one of equal severity.
    let worst = group.findings.iter().filter(is_failure).rev().max_by_key(|finding| finding.severity);
    let mut status = TestCaseStatus::success();
    if let Some(worst) = worst {
        let all: Vec<String> =
            group.findings.iter().filter(is_failure).map(|finding| describe_finding(finding)).collect();
        let mut message = sanitize(&worst.message, MAX_MESSAGE_CHARS);
        if all.len() > 1 {
            message.push_str(&format!(" (and {} more)", all.len() - 1));
        }
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status
            .set_type(worst.rule)
            .set_message(replace_noncharacters(&message))
            .set_description(all.join("\n"));
    } else if let (true, Some((_, reason))) = (group.findings.is_empty(), group.suppressed.first()) {
        status = TestCaseStatus::skipped();
        status.set_message(replace_noncharacters(&sanitize(reason, MAX_MESSAGE_CHARS)));
    }
    let mut case = TestCase::new(replace_noncharacters(&qualified_name(group.server, group.tool)), status);
    case.set_classname(replace_noncharacters(&sanitize(group.server, MAX_NAME_CHARS)));
    let notes = group.findings.iter().filter(|finding| finding.severity == Severity::Note);
    let mut lines: Vec<String> = notes.map(|finding| describe_finding(finding)).collect();
    lines.extend(group.suppressed.iter().map(|(finding, reason)| {
        format!(
            "suppressed, {}: {}",
            replace_noncharacters(&sanitize(reason, MAX_MESSAGE_CHARS)),
            describe_finding(finding)
        )
    }));
    if !lines.is_empty() {
        case.set_system_out(lines.join("\n"));
    }
    case
}

fn describe_finding(finding: &Finding) -> String {
    let (field, message) =
        (sanitize(&finding.field, MAX_NAME_CHARS), sanitize(&finding.message, MAX_MESSAGE_CHARS));
    let mut line = format!("{} {} {field}: {message}", finding.severity.as_str(), finding.rule);
    if let Some(fix) = &finding.fix {
        line.push_str(&format!("; fix: {}", describe_fix(fix)));
    }
    replace_noncharacters(&line)
}

/// Replaces the two noncharacters that XML cannot contain. Control characters, the other ones, are already sanitized.
fn replace_noncharacters(text: &str) -> String {
    text.replace('\u{fffe}', "‹U+FFFE›").replace('\u{ffff}', "‹U+FFFF›")
}
