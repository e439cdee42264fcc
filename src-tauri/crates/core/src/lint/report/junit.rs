//! JUnit XML: one suite per server, one case per tool with findings, and one case for all other tools.
//!
//! A case holds at most one failure, so its message is that of the most severe finding and its text lists all of them.

use std::collections::HashMap;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::summary::counted;
use super::{About, MESSAGE, NAME, Report, fix_words, name, shown};
use crate::lint::{Finding, Severity};

pub fn write(report: &Report) -> String {
    let mut suites: Vec<TestSuite> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let tools = report.by_tool();
    let others = report.tools.saturating_sub(tools.len());
    for about in &tools {
        let at = *known.entry(about.server).or_insert_with(|| {
            suites.push(TestSuite::new(holdable(&shown(about.server, NAME))));
            suites.len() - 1
        });
        suites[at].add_test_case(case(about));
    }
    // Some consumers treat a report without test cases as a failure.
    if others > 0 || tools.is_empty() {
        let mut suite = TestSuite::new("hintsmith");
        let name = format!("{} without findings", counted(others, "tool"));
        suite.add_test_case(TestCase::new(name, TestCaseStatus::success()));
        suites.push(suite);
    }
    let mut all =
        quick_junit::Report::new(holdable(&format!("hintsmith lint, {}", shown(report.profile, NAME))));
    all.add_test_suites(suites);
    // Writing to memory does not fail.
    all.to_string().unwrap_or_default()
}

fn case(about: &About) -> TestCase {
    let wrong = |finding: &&&Finding| finding.severity > Severity::Note;
    // The first one of equal severity.
    let worst = about.findings.iter().filter(wrong).rev().max_by_key(|finding| finding.severity);
    let mut status = TestCaseStatus::success();
    if let Some(worst) = worst {
        let all: Vec<String> = about.findings.iter().filter(wrong).map(|finding| told(finding)).collect();
        let mut message = shown(&worst.message, MESSAGE);
        if all.len() > 1 {
            message.push_str(&format!(" (and {} more)", all.len() - 1));
        }
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(worst.rule).set_message(holdable(&message)).set_description(all.join("\n"));
    } else if let (true, Some((_, reason))) = (about.findings.is_empty(), about.suppressed.first()) {
        status = TestCaseStatus::skipped();
        status.set_message(holdable(&shown(reason, MESSAGE)));
    }
    let mut case = TestCase::new(holdable(&name(about.server, about.tool)), status);
    case.set_classname(holdable(&shown(about.server, NAME)));
    let notes = about.findings.iter().filter(|finding| finding.severity == Severity::Note);
    let mut said: Vec<String> = notes.map(|finding| told(finding)).collect();
    said.extend(about.suppressed.iter().map(|(finding, reason)| {
        format!("suppressed, {}: {}", holdable(&shown(reason, MESSAGE)), told(finding))
    }));
    if !said.is_empty() {
        case.set_system_out(said.join("\n"));
    }
    case
}

fn told(finding: &Finding) -> String {
    let (field, message) = (shown(&finding.field, NAME), shown(&finding.message, MESSAGE));
    let mut line = format!("{} {} {field}: {message}", finding.severity.word(), finding.rule);
    if let Some(fix) = &finding.fix {
        line.push_str(&format!("; fix: {}", fix_words(fix)));
    }
    holdable(&line)
}

/// Replaces the two noncharacters that XML cannot contain. Control characters, the other ones, are already sanitized.
fn holdable(text: &str) -> String {
    text.replace('\u{fffe}', "‹U+FFFE›").replace('\u{ffff}', "‹U+FFFF›")
}
