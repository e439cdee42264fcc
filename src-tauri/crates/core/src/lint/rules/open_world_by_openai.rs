//! Rule: read-only tools with `openWorldHint`, by OpenAI's definition of open world.

use super::{Example, FindingSink, Rule, source};
use crate::lint::{Fix, RuleCategory, Severity, Subject};
use crate::model::hint::HintName::{OpenWorld, ReadOnly};

pub const RULE: Rule = Rule {
    id: "open-world-by-openai",
    summary: "A tool that only reads is not open world, as OpenAI uses the word.",
    rationale: "The specification calls a tool open world when it deals with the outside at all; OpenAI asks whether it can change something there. A web search is open world by the first and not by the second.",
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
                "the tool is said to be read-only and open world: OpenAI means changing something outside by the second",
                Some(fix),
            );
        }
    },
};
