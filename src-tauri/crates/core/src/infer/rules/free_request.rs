//! Parameters that take an arbitrary HTTP request.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::facts::normalize_name;
use crate::infer::verbs::Action;
use crate::model::endpoint::is_safe_method;
use crate::model::hint::HintName::{Destructive, Idempotent, OpenWorld, ReadOnly};

pub const RULE: Rule = Rule {
    id: "free-request",
    summary: "A tool that takes a method and a path or URL can send any request.",
    rationale: "The caller decides whether it reads or deletes.",
    examples: &[
        Example {
            name: "api_call",
            parameters: &["method", "path", "body"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "api_call",
            parameters: &["method", "url", "body"],
            expected: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let method = facts.find_parameter(&["method", "httpmethod", "verb"]);
        let goal = facts.find_parameter(&["path", "url", "endpoint", "uri", "requestpath"]);
        let writes = method.is_some_and(|method| {
            let reads = |choice: &String| is_safe_method(&choice.to_ascii_uppercase());
            method.choices.is_empty() || !method.choices.iter().all(reads)
        });
        // "Get the documentation of this method and path" forwards no request.
        // "Create a call" has a method and an address by which it is told the outcome.
        let is_own = facts.primary_action().is_some_and(|matched| {
            matches!(matched.action, Action::Read | Action::Create | Action::Update | Action::Edit)
        });
        let Some((method, goal)) = method.zip(goal).filter(|_| writes && !is_own) else { return };
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* can form any request"),
            Conclusion(Destructive, true, Strong, "*{}* can form any request"),
            Conclusion(Idempotent, false, Strong, "*{}* can form any request"),
            Conclusion(OpenWorld, true, Likely, "*{}* can reach any address"),
        ];
        // A path is one of the server's own interface.
        let is_address = matches!(normalize_name(&goal.name).as_str(), "uri" | "url");
        let conclusions = if is_address { &conclusions[..] } else { &conclusions[..3] };
        out.emit(EvidenceSource::Parameter, Some(&format!("{} {}", method.name, goal.name)), conclusions);
    },
};
