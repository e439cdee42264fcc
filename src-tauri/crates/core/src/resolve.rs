//! Resolution of annotation layers: for the title and each hint the effective value, its layer, the reason, and the
//! values that it shadows.
//!
//! This is the only place where layers are weighed. Window, command line, export and gateway use its result.
//!
//! The strongest layer decides each field, with one exception: "read-only" yields to an explicit "destructive" of the
//! same or a stronger layer. The two cannot both be true, and the careful value applies. Within a layer of decisions, a
//! decision about the tool itself takes precedence over a rule. A suspended decision has no effect: it is listed among
//! the shadowed values.

pub mod badge;
pub mod coverage;
pub mod loosening;
pub mod wire;

use std::collections::BTreeMap;

use crate::infer::{Inference, Signal};
use crate::model::decisions::{Decisions, Definition};
use crate::model::declared::DeclaredAnnotations;
use crate::model::hint::{HintName, PerHint};
use crate::model::layer::Layer;
use crate::model::overrides::{DecidedValue, Decision, Field};
use crate::model::rule::Rule;
use crate::model::tool::Tool;

/// All values set for one tool.
#[derive(Debug, Clone, Copy)]
pub struct Layers<'a> {
    pub name: &'a str,
    pub inferred: &'a Inference,
    pub declared: &'a DeclaredAnnotations,
    pub decisions: &'a Decisions,
    /// Name and decisions of the current environment, if one is selected.
    pub environment: Option<(&'a str, &'a Decisions)>,
    /// The definition that decisions are checked against.
    pub definition: Definition<'a>,
}

/// The effective value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedField<'a, T> {
    pub winner: LayerValue<'a, T>,
    /// Values of the other layers, strongest first.
    pub shadowed: Vec<LayerValue<'a, T>>,
}

impl<T: Copy> ResolvedField<'_, T> {
    pub fn value(&self) -> T {
        self.winner.value
    }
}

impl<'a, T: PartialEq> ResolvedField<'a, T> {
    /// The reason for the value in a sentence; if the user overrides the server, with the server's value.
    pub fn reason(&self, show: impl Fn(&T) -> String) -> String {
        let reason = self.winner.origin.reason();
        if let Some(entry) = self.suspended() {
            let value = show(&entry.value);
            return format!(
                "{reason}; the decision {value} is suspended, because the server changed the tool"
            );
        }
        let declared = self.server_value();
        match declared.filter(|entry| self.layer() > Layer::Declared && entry.value != self.winner.value) {
            Some(entry) => format!("{reason}; the server declares {}", show(&entry.value)),
            None => reason,
        }
    }
}

impl<'a, T> ResolvedField<'a, T> {
    pub fn layer(&self) -> Layer {
        self.winner.layer
    }

    /// The strongest decision that is suspended until the user reviews the changed tool.
    pub fn suspended(&self) -> Option<&LayerValue<'a, T>> {
        self.shadowed.iter().find(|entry| entry.suspended)
    }

    /// The value that the server itself declares.
    pub fn server_value(&self) -> Option<&LayerValue<'a, T>> {
        self.stack().find(|entry| matches!(entry.origin, ValueOrigin::Server))
    }

    /// Every layer that has a value, strongest first; the first is the winner.
    pub fn stack(&self) -> impl Iterator<Item = &LayerValue<'a, T>> {
        std::iter::once(&self.winner).chain(&self.shadowed)
    }
}

/// The value of a field in one layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerValue<'a, T> {
    pub layer: Layer,
    pub value: T,
    pub origin: ValueOrigin<'a>,
    /// It has no effect until the user reviews the tool.
    pub suspended: bool,
}

impl<'a, T> LayerValue<'a, T> {
    fn new(layer: Layer, value: T, source: ValueOrigin<'a>) -> Self {
        Self { layer, value, origin: source, suspended: false }
    }
}

/// Origin of a layer's value. The reason is formatted from it only on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueOrigin<'a> {
    Specification,
    ToolName,
    DerivedFromName,
    Signal(&'a Signal),
    Server,
    /// The HTTP method proves the value, and the user trusts the methods of the server.
    Method(&'static str),
    User(&'a Decision),
    UserInEnvironment(&'a str, &'a Decision),
    Rule(&'a Rule),
    RuleInEnvironment(&'a str, &'a Rule),
    /// A read-only value yielded to an explicit destructive.
    Contradicted,
}

impl<'a> ValueOrigin<'a> {
    /// The user's decision about the tool itself, if it set the value.
    pub fn decision(&self) -> Option<&'a Decision> {
        match self {
            Self::User(decision) | Self::UserInEnvironment(_, decision) => Some(decision),
            _ => None,
        }
    }

    /// The rule that set the value, if one did.
    pub fn rule(&self) -> Option<&Rule> {
        match self {
            Self::Rule(rule) | Self::RuleInEnvironment(_, rule) => Some(rule),
            _ => None,
        }
    }

    /// The reason in a sentence, without the value. `*…*` marks emphasis.
    pub fn reason(&self) -> String {
        match self {
            Self::Specification => "default: not set, so clients must assume it".to_owned(),
            Self::ToolName => "default: the tool's name".to_owned(),
            Self::DerivedFromName => "inferred: derived from the tool's name".to_owned(),
            Self::Signal(signal) => format!("inferred: {}", signal.reason()),
            Self::Server => "declared by the server".to_owned(),
            Self::Method(method) => {
                format!("declared by the HTTP method *{method}*, which you trust for this server")
            }
            Self::User(decision) => with_reason("decided", decision.because.as_ref()),
            Self::UserInEnvironment(environment, decision) => {
                with_reason(&format!("decided for {environment}"), decision.because.as_ref())
            }
            Self::Rule(rule) => with_reason("decided by a rule", rule.because.as_ref()),
            Self::RuleInEnvironment(environment, rule) => {
                with_reason(&format!("decided by a rule for {environment}"), rule.because.as_ref())
            }
            Self::Contradicted => "the tool is also destructive; the careful value applies".to_owned(),
        }
    }
}

fn with_reason(start: &str, why: Option<&String>) -> String {
    why.map_or_else(|| start.to_owned(), |why| format!("{start}: {why}"))
}

/// The effective values of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedTool<'a> {
    pub title: ResolvedField<'a, &'a str>,
    pub hints: PerHint<ResolvedField<'a, bool>>,
    /// The decided description; without one, the server's applies.
    pub description: Option<LayerValue<'a, &'a str>>,
    /// The source of the decided icon; without one, the server's icons apply.
    pub icon: Option<LayerValue<'a, &'a str>>,
    /// Decided descriptions of parameters, by name; for all others the server's applies.
    pub parameters: BTreeMap<&'a str, LayerValue<'a, &'a str>>,
}

impl ResolvedTool<'_> {
    /// The description that applies to a tool: the decided one, else the server's.
    pub fn effective_description<'t>(&'t self, tool: &'t Tool) -> &'t str {
        self.description
            .as_ref()
            .map_or(tool.description.as_deref().unwrap_or_default(), |decided| decided.value)
    }

    pub fn hint(&self, hint: HintName) -> bool {
        self.hints[hint].value()
    }

    pub fn effective_hints(&self) -> EffectiveHints {
        let declared = |hint: HintName| self.hints[hint].server_value().map(|entry| entry.value);
        EffectiveHints {
            hints: PerHint::from_fn(|hint| (self.hint(hint), self.hints[hint].layer())),
            declared: PerHint::from_fn(declared),
        }
    }

    pub fn is_unused(&self, hint: HintName) -> bool {
        self.effective_hints().is_unused(hint)
    }

    pub fn behaviour(&self) -> Behaviour {
        self.effective_hints().behaviour()
    }

    /// Returns whether the tool would be read-only if it were not destructive as well.
    pub fn is_contradictory(&self) -> bool {
        self.hints.read_only.winner.origin == ValueOrigin::Contradicted
    }
}

/// The effective hints of a tool with the layer of each, and the hints that the server declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EffectiveHints {
    pub hints: PerHint<(bool, Layer)>,
    pub declared: PerHint<Option<bool>>,
}

impl EffectiveHints {
    pub fn hint(&self, hint: HintName) -> bool {
        self.hints[hint].0
    }

    pub fn layer(&self, hint: HintName) -> Layer {
        self.hints[hint].1
    }

    /// Returns whether the hint has no meaning for this tool: a read-only tool has nothing to destroy or to repeat.
    pub fn is_unused(&self, hint: HintName) -> bool {
        matches!(hint, HintName::Destructive | HintName::Idempotent) && self.hint(HintName::ReadOnly)
    }

    pub fn behaviour(&self) -> Behaviour {
        if self.hint(HintName::ReadOnly) {
            Behaviour::Safe
        } else if self.hint(HintName::Destructive) {
            Behaviour::Destructive
        } else {
            Behaviour::Modifying
        }
    }
}

/// Effect of calling a tool, by its effective hints.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    specta::Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Behaviour {
    Safe,
    Modifying,
    Destructive,
}

impl Behaviour {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Modifying => "modifying",
            Self::Destructive => "destructive",
        }
    }
}

pub fn resolve<'a>(layers: &Layers<'a>) -> ResolvedTool<'a> {
    let mut hints = PerHint::from_fn(|hint| resolve_hint(layers, hint));
    yield_to_destructive(&mut hints);
    ResolvedTool {
        title: resolve_title(layers),
        hints,
        description: resolve_text(layers, &Field::Description),
        icon: resolve_text(layers, &Field::Icon),
        parameters: resolve_parameters(layers),
    }
}

/// The value of a decision about a text field.
fn text_value(value: &DecidedValue) -> Option<&str> {
    match value {
        DecidedValue::Text(text) => Some(text),
        DecidedValue::Hint(_) => None,
    }
}

/// The decision about a text that only the server declares otherwise.
fn resolve_text<'a>(layers: &Layers<'a>, field: &Field) -> Option<LayerValue<'a, &'a str>> {
    let mut values = Vec::new();
    collect_decisions(layers, field, &mut values, text_value, |_| None);
    // A text is never suspended, so the first value is the strongest.
    values.into_iter().next()
}

fn resolve_parameters<'a>(layers: &Layers<'a>) -> BTreeMap<&'a str, LayerValue<'a, &'a str>> {
    let base = layers.decisions.overrides.parameters();
    let base = base.map(|(name, decision)| (name, Layer::Override, ValueOrigin::User(decision), decision));
    let environment = layers.environment.into_iter().flat_map(|(environment, decisions)| {
        decisions.overrides.parameters().map(move |(name, decision)| {
            (name, Layer::Environment, ValueOrigin::UserInEnvironment(environment, decision), decision)
        })
    });
    // Later values replace earlier ones.
    let values = base.chain(environment).filter_map(|(name, layer, source, decision)| {
        Some((name, LayerValue::new(layer, text_value(&decision.value)?, source)))
    });
    values.collect()
}

fn resolve_title<'a>(layers: &Layers<'a>) -> ResolvedField<'a, &'a str> {
    let mut values = Vec::new();
    collect_decisions(layers, &Field::Title, &mut values, text_value, |_| None);
    let declared = layers.declared.display_title();
    values.extend(declared.map(|title| LayerValue::new(Layer::Declared, title, ValueOrigin::Server)));
    if !layers.inferred.title.is_empty() {
        values.push(LayerValue::new(
            Layer::Inferred,
            layers.inferred.title.as_str(),
            ValueOrigin::DerivedFromName,
        ));
    }
    pick_winner(values, LayerValue::new(Layer::Default, layers.name, ValueOrigin::ToolName))
}

fn resolve_hint<'a>(layers: &Layers<'a>, hint: HintName) -> ResolvedField<'a, bool> {
    let mut values = Vec::new();
    let yes_or_no = |value: &DecidedValue| match value {
        DecidedValue::Hint(value) => Some(*value),
        DecidedValue::Text(_) => None,
    };
    collect_decisions(layers, &Field::Hint(hint), &mut values, yes_or_no, |rule| Some(rule.value));
    let declared = layers.declared.hints[hint];
    values.extend(declared.map(|value| LayerValue::new(Layer::Declared, value, ValueOrigin::Server)));
    // Below the server's own value: a method completes what the server declares.
    values.extend(layers.inferred.proof.and_then(|proof| {
        Some(LayerValue::new(Layer::Declared, proof.hints[hint]?, ValueOrigin::Method(proof.method)))
    }));
    let guess = layers.inferred.guess(hint);
    values.extend(
        guess.map(|(value, signal)| LayerValue::new(Layer::Inferred, value, ValueOrigin::Signal(signal))),
    );
    pick_winner(values, LayerValue::new(Layer::Default, hint.spec_default(), ValueOrigin::Specification))
}

/// Collects the decisions about a field, strongest first: the environment before the base, and in each the tool's own
/// decision before a rule.
fn collect_decisions<'a, T>(
    layers: &Layers<'a>,
    field: &Field,
    values: &mut Vec<LayerValue<'a, T>>,
    decision_value: impl Fn(&'a DecidedValue) -> Option<T>,
    rule_value: impl Fn(&'a Rule) -> Option<T>,
) {
    let environment = layers.environment.map(|(name, decisions)| (Some(name), decisions));
    for (name, decisions) in environment.into_iter().chain([(None, layers.decisions)]) {
        let layer = if name.is_some() { Layer::Environment } else { Layer::Override };
        if let Some(decision) = decisions.overrides.get(field)
            && let Some(value) = decision_value(&decision.value)
        {
            let source = name
                .map_or(ValueOrigin::User(decision), |name| ValueOrigin::UserInEnvironment(name, decision));
            let suspended = layers.definition.suspends(field, decision);
            values.push(LayerValue { layer, value, origin: source, suspended });
        }
        if let Field::Hint(hint) = field
            && let Some(rule) = decisions.rules[*hint].as_deref()
            && let Some(value) = rule_value(rule)
        {
            let source =
                name.map_or(ValueOrigin::Rule(rule), |name| ValueOrigin::RuleInEnvironment(name, rule));
            let suspended = layers.definition.suspends_rule(rule);
            values.push(LayerValue { layer, value, origin: source, suspended });
        }
    }
}

fn pick_winner<'a, T>(values: Vec<LayerValue<'a, T>>, default: LayerValue<'a, T>) -> ResolvedField<'a, T> {
    let mut shadowed: Vec<LayerValue<'a, T>> = values;
    shadowed.push(default);
    // The default is never suspended, so there is always a winner.
    let winner_index = shadowed.iter().position(|values| !values.suspended).unwrap_or(shadowed.len() - 1);
    let winner = shadowed.remove(winner_index);
    ResolvedField { winner, shadowed }
}

fn yield_to_destructive(hints: &mut PerHint<ResolvedField<'_, bool>>) {
    let destructive = &hints.destructive.winner;
    let explicit = destructive.value && destructive.layer >= Layer::Declared;
    let read_only = &hints.read_only.winner;
    if explicit && read_only.value && destructive.layer >= read_only.layer {
        let winner = LayerValue::new(destructive.layer, false, ValueOrigin::Contradicted);
        let entry = std::mem::replace(&mut hints.read_only.winner, winner);
        hints.read_only.shadowed.insert(0, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{Certainty, EvidenceSource};
    use crate::model::decisions::is_loosening;
    use crate::model::fingerprint::Fingerprint;
    use crate::model::overrides::Overrides;
    use proptest::prelude::*;

    fn inference(hints: PerHint<Option<bool>>) -> Inference {
        let signal = |hint, value| Signal {
            rule: "test",
            hint,
            value: Some(value),
            certainty: Certainty::Likely,
            source: EvidenceSource::Name,
            evidence: "x".into(),
            reason_template: "saw *{}*",
        };
        let signals = hints.iter().filter_map(|(hint, value)| Some(signal(hint, (*value)?))).collect();
        Inference { title: "Inferred".into(), signals, ..Inference::default() }
    }

    fn now() -> Fingerprint {
        Fingerprint("now".into())
    }

    fn decisions_against(print: &Fingerprint, hints: PerHint<Option<bool>>) -> Decisions {
        let mut overrides = Overrides::default();
        for (hint, value) in hints.iter() {
            let fingerprint = Some(print.clone());
            let decision =
                value.map(|value| Decision { value: DecidedValue::Hint(value), because: None, fingerprint });
            overrides.set(Field::Hint(hint), decision);
        }
        overrides.into()
    }

    fn overrides(hints: PerHint<Option<bool>>) -> Decisions {
        decisions_against(&now(), hints)
    }

    fn any_hints() -> impl Strategy<Value = PerHint<Option<bool>>> {
        proptest::array::uniform4(any::<Option<bool>>()).prop_map(
            |[read_only, destructive, idempotent, open_world]| PerHint {
                read_only,
                destructive,
                idempotent,
                open_world,
            },
        )
    }

    proptest! {
        #[test]
        fn the_strongest_layer_wins_unless_destructive_contradicts(
            guessed in any_hints(), stated in any_hints(), decided in any_hints(), in_prod in any_hints()
        ) {
            let (inferred, base, prod) = (inference(guessed), overrides(decided), overrides(in_prod));
            let declared = DeclaredAnnotations { hints: stated, ..DeclaredAnnotations::default() };
            let print = now();
            let layers = Layers {
                name: "t", inferred: &inferred, declared: &declared, decisions: &base,
                environment: Some(("prod", &prod)), definition: Definition::unchanged(&print),
            };
            let resolved = resolve(&layers);
            for hint in HintName::ALL {
                let expected = in_prod[hint].or(decided[hint]).or(stated[hint]).or(guessed[hint])
                    .unwrap_or(hint.spec_default());
                let contradicted = resolved.hints[hint].winner.origin == ValueOrigin::Contradicted;
                prop_assert_eq!(resolved.hint(hint), if contradicted { false } else { expected });
                prop_assert!(!contradicted || hint == HintName::ReadOnly);
                // Every layer that has a value is in the stack, strongest first.
                let speaking = [&in_prod, &decided, &stated, &guessed].iter().filter(|l| l[hint].is_some()).count();
                prop_assert_eq!(resolved.hints[hint].stack().count(), speaking + 1 + usize::from(contradicted));
            }
            let explicit = resolved.hint(HintName::Destructive) && resolved.hints.destructive.layer() >= Layer::Declared;
            let read_only = resolved.hint(HintName::ReadOnly);
            prop_assert!(!(read_only && explicit) || resolved.hints.read_only.layer() > resolved.hints.destructive.layer());
        }
    }

    #[test]
    fn what_a_trusted_method_proves_completes_the_declaration() {
        use crate::model::endpoint::MethodProof;
        let print = now();
        let (undecided, decided) =
            (Decisions::default(), overrides(PerHint { read_only: Some(false), ..PerHint::default() }));
        let read_only = |declared: Option<bool>, destructive: Option<bool>, method, decisions: &Decisions| {
            let inferred = Inference { proof: MethodProof::from_method(method), ..Inference::default() };
            let hints = PerHint { read_only: declared, destructive, ..PerHint::default() };
            let declared = DeclaredAnnotations { hints, ..DeclaredAnnotations::default() };
            let resolved = resolve(&Layers {
                name: "t",
                inferred: &inferred,
                declared: &declared,
                decisions,
                environment: None,
                definition: Definition::unchanged(&print),
            });
            let field = &resolved.hints.read_only;
            (
                field.value(),
                field.layer(),
                field.winner.origin.reason(),
                resolved.effective_hints().declared.read_only,
            )
        };
        let by_method = "declared by the HTTP method *GET*, which you trust for this server";
        assert_eq!(
            read_only(None, None, "GET", &undecided),
            (true, Layer::Declared, by_method.to_owned(), None)
        );
        // The server's own value, an explicit destructive and a decision come first.
        let (value, _, reason, declared) = read_only(Some(false), None, "GET", &undecided);
        assert_eq!((value, reason.as_str(), declared), (false, "declared by the server", Some(false)));
        assert!(!read_only(None, Some(true), "GET", &undecided).0);
        assert!(!read_only(Some(true), None, "DELETE", &undecided).0);
        assert_eq!(read_only(None, None, "GET", &decided).1, Layer::Override);
        assert_eq!(read_only(None, None, "POST", &undecided).1, Layer::Default);
    }

    /// The effective hints for these layers.
    fn effective(layers: [PerHint<Option<bool>>; 4]) -> PerHint<bool> {
        let [guessed, stated, decided, in_prod] = layers;
        let (inferred, base, prod) = (inference(guessed), overrides(decided), overrides(in_prod));
        let declared = DeclaredAnnotations { hints: stated, ..DeclaredAnnotations::default() };
        let print = now();
        let resolved = resolve(&Layers {
            name: "t",
            inferred: &inferred,
            declared: &declared,
            decisions: &base,
            environment: Some(("prod", &prod)),
            definition: Definition::unchanged(&print),
        });
        PerHint::from_fn(|hint| resolved.hint(hint))
    }

    proptest! {
        #[test]
        fn a_declared_or_decided_value_is_never_replaced_by_a_guess(
            guess in any_hints(), other in any_hints(), stated in any_hints(), decided in any_hints(), in_prod in any_hints()
        ) {
            let (one, two) = (effective([guess, stated, decided, in_prod]), effective([other, stated, decided, in_prod]));
            for hint in HintName::ALL {
                if stated[hint].or(decided[hint]).or(in_prod[hint]).is_some() {
                    prop_assert_eq!(one[hint], two[hint]);
                }
            }
        }

        #[test]
        fn adding_a_layer_changes_only_what_it_sets(
            layers in proptest::array::uniform4(any_hints()), added in any_hints(), at in 0_usize..4
        ) {
            let mut before = layers;
            before[at] = PerHint::default();
            let mut after = layers;
            after[at] = added;
            let (before, after) = (effective(before), effective(after));
            for hint in HintName::ALL.into_iter().filter(|hint| added[*hint].is_none()) {
                // The one exception: read-only yields to an explicit destructive.
                let gives_way = hint == HintName::ReadOnly && added.destructive.is_some();
                prop_assert!(before[hint] == after[hint] || gives_way, "{:?}", hint);
            }
        }

        #[test]
        fn effective_read_only_suppresses_destructive_and_idempotent(layers in proptest::array::uniform4(any_hints())) {
            let [guessed, stated, ..] = layers;
            let (inferred, none, print) = (inference(guessed), Decisions::default(), now());
            let declared = DeclaredAnnotations { hints: stated, ..DeclaredAnnotations::default() };
            let layers = Layers {
                name: "t", inferred: &inferred, declared: &declared, decisions: &none, environment: None,
                definition: Definition::unchanged(&print),
            };
            let resolved = resolve(&layers);
            let read_only = resolved.hint(HintName::ReadOnly);
            prop_assert_eq!(resolved.behaviour() == Behaviour::Safe, read_only);
            prop_assert_eq!(resolved.is_unused(HintName::Destructive), read_only);
            prop_assert_eq!(resolved.is_unused(HintName::Idempotent), read_only);
            prop_assert!(!resolved.is_unused(HintName::ReadOnly) && !resolved.is_unused(HintName::OpenWorld));
        }
    }

    proptest! {
        #[test]
        fn after_a_change_of_the_tool_only_careful_decisions_apply(
            guessed in any_hints(), stated in any_hints(), decided in any_hints(), in_prod in any_hints()
        ) {
            let old = Fingerprint("before".into());
            let (inferred, print) = (inference(guessed), now());
            let (base, prod) = (decisions_against(&old, decided), decisions_against(&old, in_prod));
            let declared = DeclaredAnnotations { hints: stated, ..DeclaredAnnotations::default() };
            let resolved = resolve(&Layers {
                name: "t", inferred: &inferred, declared: &declared, decisions: &base,
                environment: Some(("prod", &prod)), definition: Definition::unchanged(&print),
            });
            for hint in HintName::ALL {
                let field = &resolved.hints[hint];
                let loose = |value: Option<bool>| value.is_some_and(|v| is_loosening(&Field::Hint(hint), &DecidedValue::Hint(v)));
                let waiting = [decided[hint], in_prod[hint]].into_iter().filter(|v| loose(*v)).count();
                prop_assert_eq!(field.shadowed.iter().filter(|entry| entry.suspended).count(), waiting);
                // A careful decision of the user stays in effect.
                let careful = in_prod[hint].filter(|v| *v == hint.careful_value())
                    .or(decided[hint].filter(|v| *v == hint.careful_value()));
                prop_assert!(careful.is_none() || field.value() == hint.careful_value());
                prop_assert!(!field.winner.suspended);
            }
        }
    }

    #[test]
    fn a_tool_decision_beats_a_rule_and_an_environment_beats_the_base() {
        let rule = |value: bool| {
            let selector = crate::model::rule::Selector::parse("s.*").unwrap();
            let rule =
                Rule { selector, hint: HintName::ReadOnly, value, because: None, written_at_refresh: 0 };
            PerHint { read_only: Some(std::sync::Arc::new(rule)), ..PerHint::default() }
        };
        let overrides_with =
            |value: Option<bool>| overrides(PerHint { read_only: value, ..PerHint::default() }).overrides;
        let none = PerHint::default;
        // Rule and decision of the base, rule and decision of the environment.
        for (base_rule, base, env_rule, env, expected) in [
            (Some(true), None, None, None, true),
            (Some(true), Some(false), None, None, false),
            (Some(false), Some(true), None, None, true),
            (Some(true), Some(true), Some(false), None, false),
            (Some(false), Some(false), Some(false), Some(true), true),
        ] {
            let (inferred, declared, print) = (Inference::default(), DeclaredAnnotations::default(), now());
            let base =
                Decisions { overrides: overrides_with(base), rules: base_rule.map_or_else(none, rule) };
            let prod = Decisions { overrides: overrides_with(env), rules: env_rule.map_or_else(none, rule) };
            let resolved = resolve(&Layers {
                name: "t",
                inferred: &inferred,
                declared: &declared,
                decisions: &base,
                environment: Some(("prod", &prod)),
                definition: Definition::unchanged(&print),
            });
            assert_eq!(resolved.hint(HintName::ReadOnly), expected);
        }
    }

    #[test]
    fn the_description_of_the_environment_beats_that_of_the_base_and_the_servers() {
        let tool = Tool::parse(r#"{"name":"t","description":"Server"}"#.into(), 0);
        let describe = |text: Option<&str>| -> Decisions {
            let mut overrides = Overrides::default();
            let decision = text.map(|text| Decision {
                value: DecidedValue::Text(text.to_owned()),
                because: None,
                // Decided for another definition: a text is not suspended.
                fingerprint: None,
            });
            overrides.set(Field::Description, decision);
            overrides.into()
        };
        for (base, environment, expected) in [
            (None, None, "Server"),
            (Some("Base"), None, "Base"),
            (None, Some("Prod"), "Prod"),
            (Some("Base"), Some("Prod"), "Prod"),
        ] {
            let (base, prod, inferred) = (describe(base), describe(environment), Inference::default());
            let resolved = resolve(&Layers {
                name: "t",
                inferred: &inferred,
                declared: &tool.declared,
                decisions: &base,
                environment: Some(("prod", &prod)),
                definition: Definition::unchanged(&tool.fingerprint),
            });
            assert_eq!(resolved.effective_description(&tool), expected);
        }
    }

    #[test]
    fn a_read_only_decision_wins_over_a_destructive_declaration() {
        let (inferred, declared) = (
            Inference::default(),
            DeclaredAnnotations {
                hints: PerHint { destructive: Some(true), ..PerHint::default() },
                ..DeclaredAnnotations::default()
            },
        );
        let person = overrides(PerHint { read_only: Some(true), ..PerHint::default() });
        let print = now();
        let layers = Layers {
            name: "t",
            inferred: &inferred,
            declared: &declared,
            decisions: &person,
            environment: None,
            definition: Definition::unchanged(&print),
        };
        assert_eq!(resolve(&layers).behaviour(), Behaviour::Safe);
    }

    #[test]
    fn a_tool_declared_read_only_and_destructive_is_not_read_only() {
        let both = PerHint { read_only: Some(true), destructive: Some(true), ..PerHint::default() };
        let (inferred, none, print) = (Inference::default(), Decisions::default(), now());
        let declared = DeclaredAnnotations { hints: both, ..DeclaredAnnotations::default() };
        let layers = Layers {
            name: "t",
            inferred: &inferred,
            declared: &declared,
            decisions: &none,
            environment: None,
            definition: Definition::unchanged(&print),
        };
        let resolved = resolve(&layers);
        assert_eq!(resolved.behaviour(), Behaviour::Destructive);
        assert!(resolved.hints.read_only.shadowed[0].value);
    }
}
