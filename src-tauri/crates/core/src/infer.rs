//! Hint inference from a tool's name, title, description, schemas and HTTP method.
//!
//! Each rule emits [`Signal`]s with its id, evidence and certainty. `rank_signals` sorts them, and the first signal
//! of each hint decides it. The costly error is calling a tool read-only that is not, so ties go to the careful value.

mod action;
mod actions;
pub mod batch;
mod calibration;
pub mod corrections;
mod facts;
mod module_titles;
pub(crate) mod phrases;
mod reasons;
pub mod rule_docs;
pub mod rules;
mod server;
mod settings;
pub mod title;
pub(crate) mod tokenizer;
mod verb_table;
pub(crate) mod verbs;
pub(crate) mod words;
mod world;
mod world_guess;

use std::cmp::Reverse;

use crate::model::endpoint::MethodProof;
use crate::model::hint::{HintName, PerHint};
use crate::model::tool::Tool;

pub use facts::ToolFacts;
pub(crate) use facts::normalize_name;
pub use reasons::Reasons;
pub(crate) use rules::{ACTION_PARAMETERS, ADDING_RULES, CREATING, is_version_parameter};
pub use server::ServerFacts;
pub use settings::{DestructiveReading, InferenceSettings, OpenWorldReading};
pub use world_guess::{WorldGuess, guess_world};

/// Confidence of a signal, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// Shown in explanations, but too weak to set a hint.
    Doubtful,
    Likely,
    Strong,
    Certain,
}

impl Certainty {
    pub const fn label(self) -> &'static str {
        match self {
            Self::Doubtful => "doubtful",
            Self::Likely => "likely",
            Self::Strong => "very likely",
            Self::Certain => "certain",
        }
    }
}

/// The part of a tool or its server that the evidence comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EvidenceSource {
    Method,
    Name,
    Title,
    Description,
    Parameter,
    Output,
    OtherTools,
    Setting,
}

impl EvidenceSource {
    pub const fn label(self) -> &'static str {
        match self {
            Self::Method => "HTTP method",
            Self::Name => "name",
            Self::Title => "title",
            Self::Description => "description",
            Self::Parameter => "parameter",
            Self::Output => "output schema",
            Self::OtherTools => "other tools of the server",
            Self::Setting => "setting",
        }
    }
}

/// One rule's conclusion about one hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    pub rule: &'static str,
    pub hint: HintName,
    /// `None` means "unknown". A deciding signal without a value leaves the hint unset.
    pub value: Option<bool>,
    pub certainty: Certainty,
    pub source: EvidenceSource,
    /// The words that triggered the rule.
    pub evidence: String,
    /// Explanation shown to the user; `{}` is replaced by the evidence and `*…*` marks emphasis.
    pub reason_template: &'static str,
}

impl Signal {
    pub fn reason(&self) -> String {
        self.reason_template.replace("{}", &self.evidence)
    }
}

/// Inferred title, module and hints of one tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inference {
    pub title: String,
    /// The group of tools within the server that the name's prefix refers to: `notes`, `calendar`.
    pub module: Option<String>,
    /// All emitted signals, ranked: the first one of each hint decides.
    pub signals: Vec<Signal>,
    /// What the HTTP method proves, if the user trusts the methods of the server. It counts as declared.
    pub proof: Option<MethodProof>,
}

impl Inference {
    /// The highest-ranked signal for the hint, including one whose value is unknown.
    fn deciding_signal(&self, hint: HintName) -> Option<&Signal> {
        self.signals.iter().find(|signal| signal.hint == hint)
    }

    /// The inferred value and its signal, if the deciding signal has a value and is more than doubtful.
    pub fn guess(&self, hint: HintName) -> Option<(bool, &Signal)> {
        let signal = self.deciding_signal(hint).filter(|signal| signal.certainty > Certainty::Doubtful)?;
        Some((signal.value?, signal))
    }

    /// The strongest reasons for and against the inferred value; without one, for and against the careful value.
    pub fn reasons(&self, hint: HintName) -> Reasons<&Signal> {
        let value = self.guess(hint).map_or(hint.careful_value(), |(value, _)| value);
        Reasons::select(self.signals_for(hint), value, |signal| signal.value)
    }

    pub fn hints(&self) -> PerHint<Option<bool>> {
        PerHint::from_fn(|hint| self.guess(hint).map(|(value, _)| value))
    }

    /// All signals for one hint, the deciding one first.
    pub fn signals_for(&self, hint: HintName) -> impl Iterator<Item = &Signal> {
        self.signals.iter().filter(move |signal| signal.hint == hint)
    }
}

/// Runs all rules on one tool. `server` holds what its server's tools have in common.
pub fn infer(tool: &Tool, server: &ServerFacts, settings: InferenceSettings) -> Inference {
    infer_with_rules(tool, server, settings, |_| true)
}

/// [`infer`] with a part of the rules. `scripts/bench-inference` measures with it what each rule contributes.
pub fn infer_with_rules(
    tool: &Tool,
    server: &ServerFacts,
    settings: InferenceSettings,
    is_enabled: impl Fn(&rules::Rule) -> bool,
) -> Inference {
    let mut inference = infer_uncalibrated(tool, server, settings, is_enabled);
    calibration::limit_certainty(&mut inference.signals);
    inference
}

/// [`infer_with_rules`] with the certainties that the rules state. What they deserve is measured by these.
pub fn infer_uncalibrated(
    tool: &Tool,
    server: &ServerFacts,
    settings: InferenceSettings,
    is_enabled: impl Fn(&rules::Rule) -> bool,
) -> Inference {
    let facts = ToolFacts::new(tool, server, settings);
    let mut signals = Vec::with_capacity(12);
    for rule in rules::ALL.iter().filter(|rule| is_enabled(rule)) {
        (rule.apply)(&facts, &mut rules::SignalSink::new(rule.id, &mut signals));
    }
    rank_signals(&mut signals);
    let mut inference = Inference {
        title: title::derive_title(&facts),
        module: facts.module.clone(),
        signals,
        proof: settings.trusts_methods.then(|| MethodProof::from_definition(&tool.raw)).flatten(),
    };
    // Where the server contradicts "read-only", nothing follows from that guess.
    let declared = &tool.declared.hints;
    let is_contradicted = declared.read_only == Some(false) || declared.destructive == Some(true);
    if inference.hints().read_only == Some(true) && !is_contradicted {
        rules::add_read_only_implications(&mut inference.signals);
        rank_signals(&mut inference.signals);
    }
    inference
}

/// Sorts signals by precedence: implications of an inferred "read-only", then the user's setting, then the HTTP method
/// (its semantics are defined by RFC 9110), then certainty. Among equals the careful value comes first, then "unknown",
/// then the order of the rules (the sort is stable).
fn rank_signals(signals: &mut [Signal]) {
    signals.sort_by_key(|signal| {
        let source_priority = match signal.source {
            _ if signal.rule == rules::IMPLIED_BY_READ_ONLY => 0,
            EvidenceSource::Setting => 1,
            EvidenceSource::Method if signal.certainty > Certainty::Doubtful => 2,
            _ => 3,
        };
        let value_priority = match signal.value {
            Some(value) if value == signal.hint.careful_value() => 0,
            None => 1,
            Some(_) => 2,
        };
        (signal.hint, source_priority, Reverse(signal.certainty), value_priority)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rules::Example;
    use serde_json::{Map, Value, json};

    /// Builds the tool that an example describes.
    fn tool(example: &Example) -> Tool {
        let mut properties: Map<String, Value> =
            example.parameters.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
        if let Some((name, choices)) = example.choices {
            properties.insert(name.to_owned(), json!({ "type": "string", "enum": choices }));
        }
        let output: Map<String, Value> =
            example.output.iter().map(|name| ((*name).to_owned(), json!({ "type": "boolean" }))).collect();
        let mut raw = json!({
            "name": example.name,
            "title": example.title,
            "description": example.description,
            "inputSchema": { "properties": properties, "required": example.parameters },
            "outputSchema": { "properties": output },
        });
        if let Some(method) = example.http_method {
            raw["http_method"] = method.into();
        }
        Tool::parse(raw.to_string().into(), 0)
    }

    fn inference(example: &Example) -> Inference {
        let other = |name: &&str| Tool::parse(json!({ "name": name }).to_string().into(), 0);
        let mut tools = vec![tool(example)];
        tools.extend(example.other_tools.iter().map(other));
        infer(&tools[0], &ServerFacts::from_tools(&tools), example.settings)
    }

    #[test]
    fn rules_match_their_examples() {
        for rule in rules::ALL {
            assert!(!rule.examples.is_empty(), "{} has no example", rule.id);
            let mut spoke = false;
            for example in rule.examples {
                let inference = inference(example);
                spoke |= inference.signals.iter().any(|signal| signal.rule == rule.id);
                for (hint, expected) in example.expected {
                    let signals: Vec<_> = inference.signals_for(*hint).collect();
                    let name = example.name;
                    assert_eq!(
                        inference.hints()[*hint],
                        *expected,
                        "{}: {hint:?} of {name}: {signals:#?}",
                        rule.id
                    );
                }
            }
            assert!(spoke, "{} speaks in none of its examples", rule.id);
        }
    }

    #[test]
    fn rule_ids_are_unique() {
        let mut ids: Vec<_> =
            rules::ALL.iter().map(|rule| rule.id).chain([rules::IMPLIED_BY_READ_ONLY]).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), rules::ALL.len() + 1);
    }

    #[test]
    fn the_careful_value_wins_between_equally_certain_signals() {
        let found = inference(&Example { name: "find_and_delete_notes", ..Example::EMPTY });
        assert_eq!((found.hints().read_only, found.hints().destructive), (Some(false), Some(true)));
        let both = [Some(true), None, Some(false)].map(|value| Signal {
            rule: "test",
            hint: HintName::ReadOnly,
            value,
            certainty: Certainty::Likely,
            source: EvidenceSource::Name,
            evidence: String::new(),
            reason_template: "",
        });
        let mut signals = both.to_vec();
        rank_signals(&mut signals);
        let order: Vec<_> = signals.iter().map(|signal| signal.value).collect();
        assert_eq!(order, [Some(false), None, Some(true)]);
    }

    #[test]
    fn outranked_signals_are_kept() {
        let found = inference(&Example { name: "find_and_replace", ..Example::EMPTY });
        let rules: Vec<_> = found.signals_for(HintName::ReadOnly).map(|signal| signal.rule).collect();
        assert_eq!(rules, ["overwriting-verb", "reading-verb"]);
    }

    #[test]
    fn a_name_with_two_paired_verbs_is_counted_once() {
        let name = "show_read";
        let found =
            inference(&Example { name, other_tools: &["hide_read", "show_unread"], ..Example::EMPTY });
        let paired = found.signals_for(HintName::ReadOnly).filter(|signal| signal.rule == "paired-verb");
        assert_eq!(paired.count(), 1);
    }

    #[test]
    fn an_unknown_name_sets_no_hint() {
        let found = inference(&Example { name: "nightly_thing", ..Example::EMPTY });
        assert_eq!(found.hints(), PerHint::default());
    }

    proptest! {
        #[test]
        fn inferred_hints_are_consistent(
            name in "(get|list|delete|create|run|manage|and|or|_|note|[a-zA-Z]{0,4}){0,6}",
            description in "(Gets|Deletes|permanently|not|read-only|overwrites|starts a| |\\.|\n|[a-z]{1,6} ){0,30}",
            parameter in "(action|force|sql|etag|method|url|[a-z]{1,5})",
        ) {
            let raw = json!({ "name": name, "description": description, "inputSchema": { "properties": { parameter: {} } } });
            let tool = Tool::parse(raw.to_string().into(), 0);
            let hints = infer(&tool, &ServerFacts::from_tools(std::slice::from_ref(&tool)), InferenceSettings::default()).hints();
            prop_assert!(!(hints.read_only == Some(true) && hints.destructive != Some(false)));
            prop_assert!(!(hints.read_only == Some(true) && hints.idempotent != Some(true)));
        }

        #[test]
        fn any_text_can_be_inferred(name in any::<String>(), text in any::<String>(), raw in any::<String>()) {
            let tools = Tool::parse_list([json!({ "name": name, "description": text }).to_string().into(), raw.into()]);
            let server = ServerFacts::from_tools(&tools);
            for tool in &tools {
                infer(tool, &server, InferenceSettings::default());
            }
        }
    }

    #[test]
    fn hostile_tools_take_bounded_time() {
        let deep = format!("{}1{}", "{\"properties\":{\"a\":".repeat(10_000), "}}".repeat(10_000));
        for raw in [
            json!({ "name": "get_".repeat(2_500_000) }).to_string(),
            json!({ "name": "aA".repeat(5_000_000) }).to_string(),
            json!({ "name": "x", "description": "not ".repeat(2_500_000) }).to_string(),
            json!({ "name": "x", "description": "(a+)+$ overwrit does not ".repeat(400_000) }).to_string(),
            format!(r#"{{"name":"x","inputSchema":{deep}}}"#),
            r#"{"name":"\ud800","description":"\udc00\ud800","title":"\ud800"}"#.to_owned(),
        ] {
            let tool = Tool::parse(raw.into(), 0);
            let server = ServerFacts::from_tools(std::slice::from_ref(&tool));
            let inference = infer(&tool, &server, InferenceSettings::default());
            assert!(inference.title.len() <= 2 * words::MAX_NAME_BYTES);
            assert!(
                inference.signals.iter().all(|signal| signal.evidence.len() <= tokenizer::MAX_TEXT_BYTES)
            );
        }
    }
}
