//! Rule: tools that are both read-only and destructive.

use super::{Example, FindingSink, Rule, source};
use crate::lint::Fix;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::model::hint::HintName::{Destructive, ReadOnly};

pub const RULE: Rule = Rule {
    id: "contradictory-hints",
    summary: "A read-only tool is not destructive.",
    rationale: "One of the two is wrong, and clients disagree about which one applies: some run the tool without asking.",
    category: RuleCategory::Required,
    default_severity: Severity::Error,
    source_url: source::SCHEMA,
    bad_examples: &[Example::new(
        r#"{"name":"purge","annotations":{"readOnlyHint":true,"destructiveHint":true}}"#,
    )],
    good_examples: &[
        Example::new(r#"{"name":"purge","annotations":{"readOnlyHint":false,"destructiveHint":true}}"#),
        Example::new(r#"{"name":"list","annotations":{"readOnlyHint":true,"destructiveHint":false}}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        if (subject.explicit_value(ReadOnly), subject.explicit_value(Destructive)) != (Some(true), Some(true))
        {
            return;
        }
        let (read_only, destructive) =
            (subject.explicit_layer(ReadOnly), subject.explicit_layer(Destructive));
        if read_only > destructive && subject.is_decided(ReadOnly) {
            // Reversing the user's decision would be no fix; the decision that is missing is the other one.
            let fix = Fix::for_hint(Destructive, false, false);
            let message =
                "you decided that the tool is read-only, but the server also declares it destructive";
            out.report_with_fix("annotations", message, Some(fix));
            return;
        }
        let fix = Fix::for_hint(ReadOnly, false, true);
        out.report_with_fix("annotations", "the tool is both read-only and destructive", Some(fix));
    },
};
