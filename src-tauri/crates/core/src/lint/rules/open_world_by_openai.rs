//! Rule: read-only tools with `openWorldHint`, by OpenAI's definition of open world.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{Fix, RuleCategory, Severity, Subject};
use crate::model::hint::HintName::{OpenWorld, ReadOnly};

pub const RULE: Rule = Rule {
    id: "open-world-by-openai",
    summary: "A read-only tool is not open world by OpenAI's definition.",
    rationale: "In the specification, a tool is open world if it interacts with external systems at all; for OpenAI, only if it can change something there. A web search is open world by the first definition and not by the second.",
    category: RuleCategory::Heuristic,
    default_severity: Severity::Warning,
    source_url: source::OPENAI,
    bad_examples: &[Example::new(
        r#"{"name":"search_web","annotations":{"readOnlyHint":true,"openWorldHint":true}}"#,
    )],
    good_examples: &[
        Example::new(r#"{"name":"search_web","annotations":{"readOnlyHint":true,"openWorldHint":false}}"#),
        Example::new(r#"{"name":"post","annotations":{"readOnlyHint":false,"openWorldHint":true}}"#),
        Example::new(r#"{"name":"search_web","annotations":{"readOnlyHint":true}}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        if (subject.explicit_value(ReadOnly), subject.explicit_value(OpenWorld)) == (Some(true), Some(true)) {
            let fix = Fix::for_hint(OpenWorld, false, false);
            out.report_with_fix(
                "annotations.openWorldHint",
                "the tool is both read-only and open world; for OpenAI, open world means that it changes external systems",
                Some(fix),
            );
        }
    },
};
