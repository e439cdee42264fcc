//! Inference rules, one file per rule. Their examples run as tests, and docs/RULES.md is generated from them.

mod appending_verb;
mod archiving_verb;
mod broad_reading;
mod computing_verb;
mod consent_phrase;
mod creating_verb;
mod deleting_verb;
mod edited_message;
mod editing_verb;
mod ended_work;
mod executing_verb;
mod exporting_verb;
mod force_parameter;
mod free_code;
mod free_request;
mod generated_media;
mod generating_verb;
mod http_method;
mod kept_version;
mod later_sentence;
mod losing_phrase;
mod managing_verb;
mod many_acts;
mod merging_verb;
mod moving_verb;
mod open_world_setting;
mod operating_verb;
mod output_schema;
mod overwriting_phrase;
mod overwriting_verb;
mod own_data;
mod paired_verb;
mod position_parameter;
mod process_input;
mod publishing_verb;
mod question;
mod quoted_acts;
mod read_only_phrase;
mod reading_noun;
mod reading_verb;
mod remembering_phrase;
mod repeating_phrase;
mod returned_product;
mod rotating_verb;
mod saved_download;
mod saving_parameter;
mod saving_phrase;
mod saving_verb;
mod sending_verb;
mod spending_verb;
mod starting_phrase;
mod starting_verb;
mod status_value;
mod stopping_verb;
mod target_path;
mod toggling_verb;
mod updating_verb;
mod upserting_verb;
mod version_parameter;
mod world_tool;

pub(crate) use creating_verb::RULE as CREATING;
pub(crate) use many_acts::ACTION_PARAMETERS;
pub(crate) use version_parameter::is_version_parameter;

use super::actions::ActionMatch;
use super::verbs::Action;
use super::{Certainty, EvidenceSource, Signal, ToolFacts};
use crate::model::hint::HintName;

/// An inference rule and its documentation.
pub struct Rule {
    /// Stable identifier, shown with each signal.
    pub id: &'static str,
    /// One sentence for the user: what the rule concludes.
    pub summary: &'static str,
    /// The justification of that conclusion.
    pub rationale: &'static str,
    pub examples: &'static [Example],
    pub apply: fn(&ToolFacts, &mut SignalSink),
}

/// A tool, and the hints that the complete inference must give it.
pub struct Example {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub parameters: &'static [&'static str],
    /// A parameter and its enum values.
    pub choices: Option<(&'static str, &'static [&'static str])>,
    /// Boolean properties of the output schema.
    pub output: &'static [&'static str],
    pub http_method: Option<&'static str>,
    /// Names of other tools of the same server.
    pub other_tools: &'static [&'static str],
    pub settings: super::InferenceSettings,
    pub expected: &'static [(HintName, Option<bool>)],
}

impl Example {
    pub const EMPTY: Self = Self {
        name: "",
        title: "",
        description: "",
        parameters: &[],
        choices: None,
        output: &[],
        http_method: None,
        other_tools: &[],
        settings: super::InferenceSettings::DEFAULT,
        expected: &[],
    };
}

/// In descending order of evidence quality: between otherwise equal signals, the earlier rule decides.
pub const ALL: &[&Rule] = &[
    &open_world_setting::RULE,
    &broad_reading::RULE,
    &http_method::RULE,
    &version_parameter::RULE,
    &many_acts::RULE,
    &quoted_acts::RULE,
    &free_code::RULE,
    &process_input::RULE,
    &free_request::RULE,
    &losing_phrase::RULE,
    &overwriting_phrase::RULE,
    &read_only_phrase::RULE,
    &saving_phrase::RULE,
    &starting_phrase::RULE,
    &remembering_phrase::RULE,
    &later_sentence::RULE,
    &saving_parameter::RULE,
    &target_path::RULE,
    &position_parameter::RULE,
    &edited_message::RULE,
    &ended_work::RULE,
    &generated_media::RULE,
    &consent_phrase::RULE,
    &repeating_phrase::RULE,
    &kept_version::RULE,
    &status_value::RULE,
    &deleting_verb::RULE,
    &stopping_verb::RULE,
    &overwriting_verb::RULE,
    &moving_verb::RULE,
    &merging_verb::RULE,
    &archiving_verb::RULE,
    &paired_verb::RULE,
    &rotating_verb::RULE,
    &spending_verb::RULE,
    &executing_verb::RULE,
    &starting_verb::RULE,
    &operating_verb::RULE,
    &managing_verb::RULE,
    &sending_verb::RULE,
    &publishing_verb::RULE,
    &appending_verb::RULE,
    &toggling_verb::RULE,
    &upserting_verb::RULE,
    &saving_verb::RULE,
    &editing_verb::RULE,
    &updating_verb::RULE,
    &creating_verb::RULE,
    &generating_verb::RULE,
    &computing_verb::RULE,
    &saved_download::RULE,
    &exporting_verb::RULE,
    &reading_verb::RULE,
    &question::RULE,
    &returned_product::RULE,
    &reading_noun::RULE,
    &force_parameter::RULE,
    &output_schema::RULE,
    &world_tool::RULE,
    &own_data::RULE,
];

/// The rules whose "not destructive" means that the tool only adds.
pub(crate) const ADDING_RULES: [&str; 3] =
    [appending_verb::RULE.id, creating_verb::RULE.id, generating_verb::RULE.id];

/// A rule's conclusion about one hint: value, certainty and reason template.
#[derive(Clone, Copy)]
pub struct Conclusion(HintName, bool, Certainty, &'static str);

/// Placeholder for the default reason of the evidence's source; see `default_reason`.
const DEFAULT_REASON: &str = "*{}*";

const fn default_reason(source: EvidenceSource) -> &'static str {
    match source {
        EvidenceSource::Title => "the title contains *{}*",
        EvidenceSource::Description => "the description starts with *{}*",
        _ => "the name contains *{}*",
    }
}

/// Collects the signals of one rule.
pub struct SignalSink<'a> {
    rule: &'static str,
    signals: &'a mut Vec<Signal>,
}

impl<'a> SignalSink<'a> {
    pub fn new(rule: &'static str, signals: &'a mut Vec<Signal>) -> Self {
        Self { rule, signals }
    }

    /// Emits all conclusions for the evidence; none if there is no evidence.
    fn emit(&mut self, source: EvidenceSource, evidence: Option<&str>, conclusions: &[Conclusion]) {
        let Some(evidence) = evidence else { return };
        for conclusion in conclusions {
            self.emit_one(source, evidence, *conclusion);
        }
    }

    fn emit_one(
        &mut self,
        source: EvidenceSource,
        evidence: &str,
        Conclusion(hint, value, certainty, sentence): Conclusion,
    ) {
        self.push(source, evidence, hint, Some(value), certainty, sentence);
    }

    fn emit_unknown(
        &mut self,
        source: EvidenceSource,
        evidence: &str,
        hint: HintName,
        certainty: Certainty,
        reason_template: &'static str,
    ) {
        self.push(source, evidence, hint, None, certainty, reason_template);
    }

    fn push(
        &mut self,
        source: EvidenceSource,
        evidence: &str,
        hint: HintName,
        value: Option<bool>,
        certainty: Certainty,
        reason_template: &'static str,
    ) {
        let evidence = evidence.to_owned();
        self.signals.push(Signal {
            rule: self.rule,
            hint,
            value,
            certainty,
            source,
            evidence,
            reason_template,
        });
    }

    /// Emits the conclusions for each occurrence of the action.
    fn emit_for_action(&mut self, facts: &ToolFacts, action: Action, conclusions: &[Conclusion]) {
        for matched in facts.actions.iter().filter(|matched| matched.action == action) {
            for Conclusion(hint, value, certainty, sentence) in conclusions {
                let loses = *hint == HintName::Destructive && *value;
                let warns = (*hint == HintName::ReadOnly && !value || loses) && matched.is_unambiguous_change;
                // How often a call has an effect is a matter of the act that the name states, and so is a loss that only
                // a word of several meanings suggests: `send_message`, "Puts a message into a channel."
                let is_secondary = (*hint == HintName::Idempotent || loses && matched.is_ambiguous)
                    && matched.source == EvidenceSource::Description
                    && facts.primary_action().is_some_and(ActionMatch::is_stated_change);
                let most = match (warns, is_secondary) {
                    // "Select and run one of the read operations (read-only)."
                    (true, _)
                        if matched.source == EvidenceSource::Description
                            && facts.reads_by_name_and_statement() =>
                    {
                        Certainty::Doubtful
                    }
                    (true, _) => Certainty::Strong,
                    (false, true) => Certainty::Doubtful,
                    (false, false) => matched.max_certainty,
                };
                let sentence =
                    if *sentence == DEFAULT_REASON { default_reason(matched.source) } else { sentence };
                self.emit_one(
                    matched.source,
                    &matched.word,
                    Conclusion(*hint, *value, (*certainty).min(most), sentence),
                );
            }
        }
    }
}

/// Id of the signals derived from "read-only".
pub const IMPLIED_BY_READ_ONLY: &str = "follows-from-read-only";

/// Adds what follows from "read-only": the tool is not destructive, and it is idempotent.
pub fn add_read_only_implications(signals: &mut Vec<Signal>) {
    let Some(reading) = signals.iter().find(|signal| signal.hint == HintName::ReadOnly) else { return };
    let (source, evidence, certainty) = (reading.source, reading.evidence.clone(), reading.certainty);
    for (hint, value, sentence) in [
        (HintName::Destructive, false, "reading loses nothing"),
        (HintName::Idempotent, true, "reading twice changes nothing"),
    ] {
        let evidence = evidence.clone();
        let value = Some(value);
        signals.push(Signal {
            rule: IMPLIED_BY_READ_ONLY,
            hint,
            value,
            certainty,
            source,
            evidence,
            reason_template: sentence,
        });
    }
}
