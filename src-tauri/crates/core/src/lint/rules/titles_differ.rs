//! Rule: different titles in `title` and `annotations.title`.

use super::{Example, FindingSink, Rule, quote, source};
use crate::lint::subject::title_fix;
use crate::lint::{RuleCategory, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "titles-differ",
    summary: "`title` and `annotations.title` are identical.",
    rationale: "The specification and most clients show `title` first, VS Code shows `annotations.title`, so users approve the same tool under two names.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::SCHEMA,
    bad_examples: &[Example::new(
        r#"{"name":"purge","title":"Empty the Bin","annotations":{"title":"Tidy Up"}}"#,
    )],
    good_examples: &[
        Example::new(r#"{"name":"purge","title":"Empty the Bin","annotations":{"title":"Empty the Bin"}}"#),
        Example::new(r#"{"name":"purge","title":"Empty the Bin"}"#),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        let declared = &subject.tool.declared;
        let Some((title, other)) = declared.title.as_ref().zip(declared.annotations_title.as_ref()) else {
            return;
        };
        if title.trim() != other.trim() && !subject.is_title_decided() {
            let message = format!(
                "title is {}, but annotations.title is {}; VS Code shows the second, others the first",
                quote(title),
                quote(other)
            );
            // The specification gives `title` precedence, but one that repeats the name is of no use to people.
            let repeats = Some(title.trim()) == subject.raw_name.as_deref();
            let better = if repeats { other.trim() } else { title.trim() };
            out.report_with_fix("annotations.title", message, title_fix(better));
        }
    },
};
