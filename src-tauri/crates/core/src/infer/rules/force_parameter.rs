//! Parameters that only tools with side effects have.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::model::tool::ParameterType;

/// Parameters that indicate possible data loss.
const DATA_LOSS_PARAMETERS: [&str; 5] = ["force", "forcedelete", "overwrite", "overwriteexisting", "purge"];

/// Parameters that indicate a side effect.
const SIDE_EFFECT_PARAMETERS: [&str; 10] = [
    "confirm",
    "confirmation",
    "confirmed",
    "dryrun",
    "idempotencykey",
    "requestbody",
    "simulate",
    "skipconfirmation",
    "validateonly",
    "whatif",
];

/// Switches by which a reading tool also changes something.
const SIDE_EFFECT_SWITCHES: [&str; 12] = [
    "ack",
    "acknowledge",
    "autoapply",
    "autofix",
    "clear",
    "clearafterread",
    "createifmissing",
    "delete",
    "deleteafterread",
    "fix",
    "markasread",
    "markread",
];

pub const RULE: Rule = Rule {
    id: "force-parameter",
    summary: "A tool with a force, overwrite, confirm or dry-run parameter changes something.",
    rationale: "Reading needs no confirmation or dry run, and what can be forced or overwritten can be lost.",
    examples: &[
        Example {
            name: "nightly_round",
            parameters: &["dry_run"],
            expected: &[(ReadOnly, Some(false)), (Destructive, None)],
            ..Example::EMPTY
        },
        Example {
            name: "copy_file",
            parameters: &["overwrite"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "list_files",
            parameters: &["recursive", "force"],
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "force_unlock", expected: &[(Destructive, Some(true))], ..Example::EMPTY },
        Example {
            name: "sweep_folder",
            parameters: &["recursive", "force"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let doing = facts.find_parameter(&SIDE_EFFECT_PARAMETERS).map(|parameter| parameter.name.as_str());
        let sentence = "only a change needs a parameter like *{}*";
        out.emit(EvidenceSource::Parameter, doing, &[Conclusion(ReadOnly, false, Likely, sentence)]);
        let switch = facts.find_parameter(&SIDE_EFFECT_SWITCHES);
        let switch = switch.filter(|parameter| parameter.kind == ParameterType::Boolean);
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "with *{}*, the tool changes what it reads"),
            Conclusion(Idempotent, true, Likely, "a second call with *{}* finds nothing more to change"),
            Conclusion(Destructive, false, Likely, "*{}* replaces nothing"),
        ];
        let deletes = |name: &str| {
            let name = name.to_ascii_lowercase();
            ["clear", "delete", "fix", "purge", "remove"].iter().any(|part| name.contains(part))
        };
        let switch = switch.map(|parameter| parameter.name.as_str());
        let count = if switch.is_some_and(deletes) { 2 } else { 3 };
        out.emit(EvidenceSource::Parameter, switch, &conclusions[..count]);
        let forced = facts.words.first().filter(|word| *word == "force").map(String::as_str);
        let conclusion = Conclusion(Destructive, true, Likely, "what is done by *{}* overrides a safeguard");
        out.emit(EvidenceSource::Name, forced, &[conclusion]);
        // On a reading tool, "force" means bypassing a cache, and on a starting one, not to wait.
        let reads = facts
            .primary_action()
            .is_some_and(|matched| matches!(matched.action, Action::Read | Action::Start));
        let losing = facts
            .find_parameter(&DATA_LOSS_PARAMETERS)
            .filter(|_| !reads)
            .map(|parameter| parameter.name.as_str());
        let certainty = if losing.is_some_and(|name| name.to_ascii_lowercase().contains("overwrite")) {
            Strong
        } else {
            Likely
        };
        let conclusions = [
            Conclusion(ReadOnly, false, Likely, "only a change needs a parameter like *{}*"),
            Conclusion(Destructive, true, certainty, "a tool with the parameter *{}* can lose data"),
        ];
        out.emit(EvidenceSource::Parameter, losing, &conclusions);
    },
};
