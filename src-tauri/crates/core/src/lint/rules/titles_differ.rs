//! Rule: different titles in `title` and `annotations.title`.

use super::{Example, Out, Rule, quoted, source};
use crate::lint::subject::title_fix;
use crate::lint::{Lane, Severity, Subject};

pub const RULE: Rule = Rule {
    id: "titles-differ",
    what: "`title` and `annotations.title` say the same.",
    why: "The specification and most clients show `title` first, VS Code shows `annotations.title`: the same tool is approved under two names.",
    lane: Lane::Recommended,
    severity: Severity::Warning,
    source: source::SCHEMA,
    bad: &[Example::of(r#"{"name":"purge","title":"Empty the Bin","annotations":{"title":"Tidy Up"}}"#)],
    good: &[
        Example::of(r#"{"name":"purge","title":"Empty the Bin","annotations":{"title":"Empty the Bin"}}"#),
        Example::of(r#"{"name":"purge","title":"Empty the Bin"}"#),
    ],
    check: |subject: &Subject, out: &mut Out| {
        let declared = &subject.tool.declared;
        let Some((title, other)) = declared.title.as_ref().zip(declared.annotations_title.as_ref()) else {
            return;
        };
        if title.trim() != other.trim() && !subject.is_title_decided() {
            let message = format!(
                "title is {}, but annotations.title is {}; VS Code shows the second, others the first",
                quoted(title),
                quoted(other)
            );
            // The specification gives `title` precedence, but one that repeats the name is of no use to people.
            let repeats = Some(title.trim()) == subject.name.as_deref();
            let better = if repeats { other.trim() } else { title.trim() };
            out.offer("annotations.title", message, title_fix(better));
        }
    },
};
