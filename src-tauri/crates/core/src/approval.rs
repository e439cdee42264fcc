//! Approval policy: decides whether a tool call runs, needs approval, or is denied.
//!
//! A loosening value counts only if it comes from the user or from a server the user trusts; inferred values and the
//! declarations of other servers never loosen. A tightening value counts from any source. Grants are looked up by the
//! definition they were made for, so a tool that its server changed has none.

pub mod client;

use serde::{Deserialize, Serialize};

use crate::model::hint::HintName;
use crate::model::layer::Layer;
use crate::resolve::{Behaviour, EffectiveHints};

/// Approval mode for the calls of a tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ApprovalMode {
    /// Decided by the tool's effective hints.
    #[default]
    ByHints,
    AlwaysAsk,
    /// Asks until a call has been allowed once, then runs.
    AskFirst,
    NeverAsk,
    Block,
}

impl ApprovalMode {
    pub const ALL: [Self; 5] = [Self::ByHints, Self::AlwaysAsk, Self::AskFirst, Self::NeverAsk, Self::Block];

    /// The name on the command line and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ByHints => "by-hints",
            Self::AlwaysAsk => "always-ask",
            Self::AskFirst => "ask-first",
            Self::NeverAsk => "never-ask",
            Self::Block => "block",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == word)
    }

    /// The one that lets fewer calls run without approval.
    #[must_use]
    pub const fn stricter(self, other: Self) -> Self {
        if self.strictness() >= other.strictness() { self } else { other }
    }

    const fn strictness(self) -> u8 {
        match self {
            Self::NeverAsk => 0,
            Self::AskFirst => 1,
            Self::ByHints => 2,
            Self::AlwaysAsk => 3,
            Self::Block => 4,
        }
    }

    /// Returns whether the mode asks for fewer calls than the hints do.
    pub const fn is_loosening(self) -> bool {
        matches!(self, Self::AskFirst | Self::NeverAsk)
    }
}

/// The user's approval settings for all tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalSettings {
    /// Run read-only calls without approval.
    pub allow_read_only: bool,
    /// Ask for every destructive call, regardless of earlier grants.
    pub confirm_destructive: bool,
    /// Run an identical repetition of an allowed call without approval, if the tool is idempotent or read-only.
    pub allow_retries: bool,
    /// Deny destructive calls instead of asking, for use where no user can be asked.
    pub deny_destructive: bool,
}

impl Default for ApprovalSettings {
    fn default() -> Self {
        Self {
            allow_read_only: false,
            confirm_destructive: true,
            allow_retries: false,
            deny_destructive: false,
        }
    }
}

/// The facts a call is decided by, each for the tool's current definition.
#[derive(Debug, Clone, Copy)]
pub struct ApprovalFacts<'a> {
    /// Effective hints of the tool; `None` if neither the client's list nor a scan contains it.
    pub hints: Option<&'a EffectiveHints>,
    /// The client's list has several definitions with the tool's name.
    pub ambiguous: bool,
    pub mode: ApprovalMode,
    /// The user trusts the server.
    pub trusted: bool,
    /// The server changed the tool after the user decided about it, and the change has not been reviewed.
    pub changed: bool,
    /// The user allowed the tool for the session of this client.
    pub allowed_in_session: bool,
    /// The user allowed a call of the tool once.
    pub allowed_before: bool,
    /// An identical call was allowed a short while ago.
    pub is_retry: bool,
}

/// What the user has done about a call that they make by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserConsent {
    /// Nothing: a script started the call.
    None,
    /// Started exactly this call, by pressing Run or by typing the command.
    Started,
    /// Was shown the call with its arguments and effects, and confirmed it.
    Confirmed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallDecision {
    Allow(DecisionReason),
    Ask(DecisionReason),
    Deny(DecisionReason),
}

/// Reason for a [`CallDecision`], shown to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum DecisionReason {
    Blocked,
    DestructiveRefused,
    /// No list contains the tool, so its behaviour is unknown.
    NotKnown,
    Ambiguous,
    Changed,
    AlwaysAsked,
    Destructive,
    /// No source that counts says that the tool is not destructive.
    MayBeDestructive,
    Modifies,
    ReadOnlyGuessed,
    ReadOnlyDeclared,
    ReadOnlyAsked,
    FirstCall,
    Retry,
    InSession,
    AllowedBefore,
    NeverAsked,
    ReadOnlyDecided,
    ReadOnlyTrusted,
    Started,
    Confirmed,
    /// An agent switches from or to a toolset that has an approval mode.
    ChangesApproval,
}

impl DecisionReason {
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Blocked => "The user blocked this tool",
            Self::DestructiveRefused => "The proxy is set to deny destructive calls",
            Self::NotKnown => "No list contains this tool, so its behaviour is unknown",
            Self::Ambiguous => "The server lists several tools with this name",
            Self::Changed => "The server changed this tool, and the change has not been reviewed",
            Self::AlwaysAsked => "Each call of this tool needs approval",
            Self::Destructive => "It may make destructive changes",
            Self::MayBeDestructive => "It may be destructive, because no decision rules that out",
            Self::Modifies => "It changes something",
            Self::ReadOnlyGuessed => "It is only inferred that this tool reads data",
            Self::ReadOnlyDeclared => {
                "Only the server declares that it reads data, and the server is not trusted"
            }
            Self::ReadOnlyAsked => "It only reads, but read-only calls need approval too",
            Self::FirstCall => "The first call of this tool needs approval",
            Self::Retry => "An identical call was allowed, and the tool may be repeated",
            Self::InSession => "Allowed for this session",
            Self::AllowedBefore => "An earlier call of this tool was allowed",
            Self::NeverAsked => "This tool is set to run without asking",
            Self::ReadOnlyDecided => "It is decided to be read-only",
            Self::ReadOnlyTrusted => "A trusted server declares that it only reads",
            Self::Started => "Started from Hintsmith",
            Self::Confirmed => "Confirmed when it was started",
            Self::ChangesApproval => "It changes how calls are approved",
        }
    }
}

/// Decides about one call.
pub fn decide(facts: &ApprovalFacts, settings: ApprovalSettings) -> CallDecision {
    use CallDecision::{Allow, Ask, Deny};
    if facts.mode == ApprovalMode::Block {
        return Deny(DecisionReason::Blocked);
    }
    let Some(hints) = facts.hints else {
        let because = if facts.ambiguous { DecisionReason::Ambiguous } else { DecisionReason::NotKnown };
        return if settings.deny_destructive { Deny(because) } else { Ask(because) };
    };
    // A loosening value counts only from the user, or from a server the user trusts.
    let may_loosen = |hint: HintName| match hints.layer(hint) {
        Layer::Override | Layer::Environment => true,
        Layer::Declared => facts.trusted && !facts.changed,
        Layer::Inferred | Layer::Default => false,
    };
    let is_read_only = hints.hint(HintName::ReadOnly) && may_loosen(HintName::ReadOnly);
    let is_non_destructive = !hints.hint(HintName::Destructive) && may_loosen(HintName::Destructive);
    let is_idempotent = hints.hint(HintName::Idempotent) && may_loosen(HintName::Idempotent);
    let may_destroy = !is_read_only && !is_non_destructive;
    if may_destroy && settings.deny_destructive {
        return Deny(DecisionReason::DestructiveRefused);
    }
    if facts.changed {
        return Ask(DecisionReason::Changed);
    }
    if facts.mode == ApprovalMode::AlwaysAsk {
        return Ask(DecisionReason::AlwaysAsked);
    }
    if may_destroy && settings.confirm_destructive {
        return Ask(destructive_reason(hints));
    }
    if settings.allow_retries && (is_idempotent || is_read_only) && facts.is_retry {
        return Allow(DecisionReason::Retry);
    }
    if facts.allowed_in_session {
        return Allow(DecisionReason::InSession);
    }
    match facts.mode {
        ApprovalMode::AskFirst if facts.allowed_before => return Allow(DecisionReason::AllowedBefore),
        // The mode is a decision about this tool, so it precedes the setting for all read-only tools.
        ApprovalMode::AskFirst if is_read_only => return Ask(DecisionReason::FirstCall),
        ApprovalMode::NeverAsk => return Allow(DecisionReason::NeverAsked),
        _ => {}
    }
    if is_read_only && settings.allow_read_only {
        return Allow(match hints.layer(HintName::ReadOnly) {
            Layer::Declared => DecisionReason::ReadOnlyTrusted,
            _ => DecisionReason::ReadOnlyDecided,
        });
    }
    Ask(match (is_read_only, may_destroy) {
        (true, _) => DecisionReason::ReadOnlyAsked,
        (false, true) => destructive_reason(hints),
        (false, false) => DecisionReason::Modifies,
    })
}

/// Decides about a call that the user makes by hand, which needs no further question where starting it is consent enough.
pub fn decide_manual(
    facts: &ApprovalFacts,
    settings: ApprovalSettings,
    consent: UserConsent,
) -> CallDecision {
    let decision = decide(facts, settings);
    match (decision, consent) {
        (CallDecision::Ask(_), UserConsent::Confirmed) => CallDecision::Allow(DecisionReason::Confirmed),
        (CallDecision::Ask(_), UserConsent::Started) if !needs_confirmation(facts) => {
            CallDecision::Allow(DecisionReason::Started)
        }
        _ => decision,
    }
}

/// Returns whether a call that the user starts is confirmed once more. The effective hints count here from any source:
/// they are shown where the call is started, and no value of a server can start one.
fn needs_confirmation(facts: &ApprovalFacts) -> bool {
    facts.mode == ApprovalMode::AlwaysAsk
        || facts.changed
        || facts.hints.is_none_or(|hints| hints.behaviour() == Behaviour::Destructive)
}

/// Returns whether a call may be approved for the rest of a session: not if every destructive call is to be confirmed.
pub fn offers_session(behaviour: Behaviour, confirm_destructive: bool) -> bool {
    behaviour != Behaviour::Destructive || !confirm_destructive
}

/// Returns why a call counts as destructive: the claim to the contrary that does not count, if there is one.
fn destructive_reason(hints: &EffectiveHints) -> DecisionReason {
    if hints.hint(HintName::ReadOnly) {
        return match hints.layer(HintName::ReadOnly) {
            Layer::Declared => DecisionReason::ReadOnlyDeclared,
            _ => DecisionReason::ReadOnlyGuessed,
        };
    }
    if hints.hint(HintName::Destructive) && hints.layer(HintName::Destructive) > Layer::Default {
        DecisionReason::Destructive
    } else {
        DecisionReason::MayBeDestructive
    }
}

/// Describes each hint that matters for an approval prompt in one sentence, followed by the source of the value.
pub fn describe_hints(hints: &EffectiveHints) -> Vec<String> {
    let sentence = |hint: HintName, plain: &str| {
        let disputed = stricter_declaration(hints, hint)
            .map_or(String::new(), |words| format!("; the server declares that it {words}"));
        let source = match hints.layer(hint) {
            Layer::Override | Layer::Environment => "decided",
            // The method counts as declared where the user trusts it.
            Layer::Declared if hints.declared[hint].is_none() => "shown by its HTTP method",
            Layer::Declared => "declared by the server",
            Layer::Inferred => "inferred by Hintsmith",
            Layer::Default => "assumed, because no hint is set",
        };
        format!("This tool {plain} ({source}{disputed})")
    };
    let mut sentences = vec![match hints.behaviour() {
        Behaviour::Safe => sentence(HintName::ReadOnly, "only reads data"),
        Behaviour::Destructive => sentence(HintName::Destructive, "may make destructive changes"),
        Behaviour::Modifying => sentence(HintName::Destructive, "changes data, but destroys nothing"),
    }];
    if !hints.is_unused(HintName::Idempotent) {
        sentences.push(match hints.hint(HintName::Idempotent) {
            true => sentence(
                HintName::Idempotent,
                "has no additional effect when it is called again with the same arguments",
            ),
            false => sentence(HintName::Idempotent, "may repeat its effect each time it is called"),
        });
    }
    if hints.hint(HintName::OpenWorld) {
        sentences.push(sentence(HintName::OpenWorld, "interacts with external systems"));
    }
    sentences
}

/// The server's declaration about a decided hint, if it is stricter than the decision.
fn stricter_declaration(hints: &EffectiveHints, hint: HintName) -> Option<&'static str> {
    if hints.layer(hint) < Layer::Override || hints.hint(hint) == hint.careful_value() {
        return None;
    }
    let declares = |hint: HintName| hints.declared[hint] == Some(hint.careful_value());
    match hint {
        HintName::ReadOnly | HintName::Destructive if declares(HintName::Destructive) => {
            Some("may make destructive changes")
        }
        HintName::ReadOnly if declares(HintName::ReadOnly) => Some("changes data"),
        HintName::Idempotent if declares(HintName::Idempotent) => {
            Some("may repeat its effect each time it is called")
        }
        HintName::OpenWorld if declares(HintName::OpenWorld) => Some("interacts with external systems"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::CallDecision::{Allow, Ask, Deny};
    use super::*;
    use crate::model::hint::PerHint;
    use proptest::prelude::*;

    /// Parses hints in short form: `r` read-only, `d` destructive, `s` not destructive, `i` idempotent; each after its
    /// layer: `!` decided, `=` declared, `~` inferred.
    fn parse_hints(text: &str) -> EffectiveHints {
        let mut hints = PerHint {
            read_only: (false, Layer::Default),
            destructive: (true, Layer::Default),
            idempotent: (false, Layer::Default),
            open_world: (true, Layer::Default),
        };
        for part in text.split_whitespace() {
            let layer = match &part[..1] {
                "!" => Layer::Override,
                "=" => Layer::Declared,
                _ => Layer::Inferred,
            };
            match &part[1..] {
                "r" => hints.read_only = (true, layer),
                "d" => hints.destructive = (true, layer),
                "s" => hints.destructive = (false, layer),
                _ => hints.idempotent = (true, layer),
            }
        }
        let declared = |hint: HintName| {
            let (value, layer): (bool, Layer) = hints[hint];
            (layer == Layer::Declared).then_some(value)
        };
        EffectiveHints { declared: PerHint::from_fn(declared), hints }
    }

    fn facts(hints: &EffectiveHints) -> ApprovalFacts<'_> {
        ApprovalFacts {
            hints: Some(hints),
            ambiguous: false,
            mode: ApprovalMode::ByHints,
            trusted: false,
            changed: false,
            allowed_in_session: false,
            allowed_before: false,
            is_retry: false,
        }
    }

    const READS: ApprovalSettings = ApprovalSettings {
        allow_read_only: true,
        confirm_destructive: true,
        allow_retries: false,
        deny_destructive: false,
    };
    const RETRIES: ApprovalSettings = ApprovalSettings { allow_retries: true, ..READS };

    #[test]
    fn hints_and_settings_without_grants() {
        // Hints; whether the server is trusted; the decision if read-only calls may run.
        for (text, trusted, expected) in [
            ("", false, Ask(DecisionReason::MayBeDestructive)),
            ("", true, Ask(DecisionReason::MayBeDestructive)),
            ("!r", false, Allow(DecisionReason::ReadOnlyDecided)),
            ("=r", false, Ask(DecisionReason::ReadOnlyDeclared)),
            ("=r", true, Allow(DecisionReason::ReadOnlyTrusted)),
            ("~r", false, Ask(DecisionReason::ReadOnlyGuessed)),
            ("~r", true, Ask(DecisionReason::ReadOnlyGuessed)),
            ("!d", true, Ask(DecisionReason::Destructive)),
            ("=d", false, Ask(DecisionReason::Destructive)),
            ("~d", true, Ask(DecisionReason::Destructive)),
            ("!s", false, Ask(DecisionReason::Modifies)),
            ("=s", false, Ask(DecisionReason::MayBeDestructive)),
            ("=s", true, Ask(DecisionReason::Modifies)),
            ("~s", true, Ask(DecisionReason::MayBeDestructive)),
        ] {
            let hints = parse_hints(text);
            let facts = ApprovalFacts { trusted, ..facts(&hints) };
            assert_eq!(decide(&facts, READS), expected, "{text} trusted={trusted}");
            // Read-only calls need approval unless the user opted out.
            assert!(
                matches!(decide(&facts, ApprovalSettings::default()), Ask(_)),
                "{text} trusted={trusted}"
            );
        }
    }

    #[test]
    fn modes_grants_and_retries() {
        use ApprovalMode::{AlwaysAsk, AskFirst, Block, ByHints, NeverAsk};
        struct Row(&'static str, ApprovalMode, &'static str, ApprovalSettings, CallDecision);
        for Row(text, mode, grants, settings, expected) in [
            Row("!r", Block, "session before same", RETRIES, Deny(DecisionReason::Blocked)),
            Row("!r", AlwaysAsk, "session before same", RETRIES, Ask(DecisionReason::AlwaysAsked)),
            Row("!s", AskFirst, "", READS, Ask(DecisionReason::Modifies)),
            Row("!s", AskFirst, "before", READS, Allow(DecisionReason::AllowedBefore)),
            // The first call is asked about even where read-only calls run.
            Row("!r", AskFirst, "", READS, Ask(DecisionReason::FirstCall)),
            Row("!r", AskFirst, "before", READS, Allow(DecisionReason::AllowedBefore)),
            Row("!r", AskFirst, "session", READS, Allow(DecisionReason::InSession)),
            Row("!s", ByHints, "before", READS, Ask(DecisionReason::Modifies)),
            Row("!s", NeverAsk, "", READS, Allow(DecisionReason::NeverAsked)),
            Row("!s", ByHints, "session", READS, Allow(DecisionReason::InSession)),
            // Confirmation of destructive calls takes precedence over every grant.
            Row("!d", NeverAsk, "session before", READS, Ask(DecisionReason::Destructive)),
            Row("~s", NeverAsk, "session before", READS, Ask(DecisionReason::MayBeDestructive)),
            Row(
                "!d",
                NeverAsk,
                "",
                ApprovalSettings { confirm_destructive: false, ..READS },
                Allow(DecisionReason::NeverAsked),
            ),
            Row(
                "!d",
                ByHints,
                "session",
                ApprovalSettings { confirm_destructive: false, ..READS },
                Allow(DecisionReason::InSession),
            ),
            // Retries: only if a source that counts says idempotent, only if enabled, and only for an identical call.
            Row("!s !i", ByHints, "same", RETRIES, Allow(DecisionReason::Retry)),
            Row("!s !i", ByHints, "", RETRIES, Ask(DecisionReason::Modifies)),
            Row("!s !i", ByHints, "same", READS, Ask(DecisionReason::Modifies)),
            Row("!s =i", ByHints, "same", RETRIES, Ask(DecisionReason::Modifies)),
            Row("!s ~i", ByHints, "same", RETRIES, Ask(DecisionReason::Modifies)),
            Row("!d !i", ByHints, "same", RETRIES, Ask(DecisionReason::Destructive)),
            // No user can be asked.
            Row(
                "!d",
                NeverAsk,
                "session",
                ApprovalSettings { deny_destructive: true, ..READS },
                Deny(DecisionReason::DestructiveRefused),
            ),
            Row(
                "!s",
                NeverAsk,
                "",
                ApprovalSettings { deny_destructive: true, ..READS },
                Allow(DecisionReason::NeverAsked),
            ),
        ] {
            let hints = parse_hints(text);
            let has = |grant: &str| grants.contains(grant);
            let facts = ApprovalFacts {
                mode,
                allowed_in_session: has("session"),
                allowed_before: has("before"),
                is_retry: has("same"),
                ..facts(&hints)
            };
            assert_eq!(decide(&facts, settings), expected, "{text} {mode:?} {grants}");
        }
    }

    #[test]
    fn starting_a_call_is_consent_except_for_destructive_changed_and_always_asked_tools() {
        use ApprovalMode::{AlwaysAsk, AskFirst, Block, ByHints};
        use UserConsent::{Confirmed, Started};
        for (text, mode, changed, consent, expected) in [
            ("!r", ByHints, false, Started, Allow(DecisionReason::Started)),
            ("~r", ByHints, false, Started, Allow(DecisionReason::Started)),
            ("=s", AskFirst, false, Started, Allow(DecisionReason::Started)),
            ("!s", ByHints, false, UserConsent::None, Ask(DecisionReason::Modifies)),
            ("", ByHints, false, Started, Ask(DecisionReason::MayBeDestructive)),
            ("~d", ByHints, false, Started, Ask(DecisionReason::Destructive)),
            ("!r", AlwaysAsk, false, Started, Ask(DecisionReason::AlwaysAsked)),
            ("!r", ByHints, true, Started, Ask(DecisionReason::Changed)),
            ("!r", Block, false, Started, Deny(DecisionReason::Blocked)),
            ("!d", AlwaysAsk, true, Confirmed, Allow(DecisionReason::Confirmed)),
            ("!r", Block, false, Confirmed, Deny(DecisionReason::Blocked)),
        ] {
            let hints = parse_hints(text);
            let facts = ApprovalFacts { mode, changed, ..facts(&hints) };
            let settings = ApprovalSettings::default();
            assert_eq!(decide_manual(&facts, settings, consent), expected, "{text} {mode:?} {consent:?}");
        }
        // Where calls of the tool run anyway, the reason stays.
        let reads = parse_hints("!r");
        let decision = decide_manual(&facts(&reads), READS, Started);
        assert_eq!(decision, Allow(DecisionReason::ReadOnlyDecided));
    }

    #[test]
    fn changed_and_unknown_tools_need_approval() {
        let reads = parse_hints("!r");
        let changed = ApprovalFacts {
            changed: true,
            allowed_in_session: true,
            mode: ApprovalMode::NeverAsk,
            trusted: true,
            ..facts(&reads)
        };
        assert_eq!(decide(&changed, RETRIES), Ask(DecisionReason::Changed));
        let unknown = ApprovalFacts {
            hints: None,
            allowed_in_session: true,
            mode: ApprovalMode::NeverAsk,
            ..facts(&reads)
        };
        assert_eq!(decide(&unknown, RETRIES), Ask(DecisionReason::NotKnown));
        assert_eq!(
            decide(&ApprovalFacts { mode: ApprovalMode::Block, ..unknown }, RETRIES),
            Deny(DecisionReason::Blocked)
        );
        // Where destructive calls are denied, so are unknown tools: a client need not list the tools first.
        let refusing = ApprovalSettings { deny_destructive: true, ..READS };
        assert_eq!(decide(&unknown, refusing), Deny(DecisionReason::NotKnown));
        let ambiguous = ApprovalFacts { ambiguous: true, ..unknown };
        assert_eq!(decide(&ambiguous, RETRIES), Ask(DecisionReason::Ambiguous));
        assert_eq!(decide(&ambiguous, refusing), Deny(DecisionReason::Ambiguous));
    }

    #[test]
    fn each_relevant_hint_is_described_with_its_source() {
        let describe = |text: &str| describe_hints(&parse_hints(text)).join(". ");
        let open = "This tool interacts with external systems (assumed, because no hint is set)";
        assert_eq!(describe("!r"), format!("This tool only reads data (decided). {open}"));
        let twice =
            "This tool may repeat its effect each time it is called (assumed, because no hint is set)";
        assert_eq!(
            describe("=d"),
            format!("This tool may make destructive changes (declared by the server). {twice}. {open}")
        );
        let once = "This tool has no additional effect when it is called again with the same arguments (inferred by Hintsmith)";
        assert_eq!(
            describe("!s ~i"),
            format!("This tool changes data, but destroys nothing (decided). {once}. {open}")
        );
        // A stricter declaration of the server is shown beside the decision.
        let mut disputed = parse_hints("!r");
        disputed.declared.destructive = Some(true);
        assert_eq!(
            describe_hints(&disputed)[0],
            "This tool only reads data (decided; the server declares that it may make destructive changes)"
        );
    }

    fn any_hints() -> impl Strategy<Value = EffectiveHints> {
        let layer = prop::sample::select(Layer::STRONGEST_FIRST.to_vec());
        let hint = (any::<bool>(), layer);
        (hint.clone(), hint.clone(), hint.clone(), hint).prop_map(|(r, d, i, o)| {
            let hints = PerHint { read_only: r, destructive: d, idempotent: i, open_world: o };
            EffectiveHints { hints, declared: PerHint::from_fn(|_| None) }
        })
    }

    proptest! {
        /// No inferred value and no declaration of an untrusted server allows a call that would not run without it.
        #[test]
        fn untrusted_values_never_allow_a_call(
            hints in any_hints(),
            mode in prop::sample::select(ApprovalMode::ALL.to_vec()),
            flags in any::<[bool; 7]>(),
        ) {
            let [in_session, before, same, reads, asks, retries, refused] = flags;
            let settings = ApprovalSettings {
                allow_read_only: reads,
                confirm_destructive: asks,
                allow_retries: retries,
                deny_destructive: refused,
            };
            let base = ApprovalFacts {
                hints: Some(&hints),
                ambiguous: false,
                mode,
                trusted: false,
                changed: false,
                allowed_in_session: in_session,
                allowed_before: before,
                is_retry: same,
            };
            let careful = |hint: HintName| {
                let (value, layer) = hints.hints[hint];
                if layer <= Layer::Declared { (hint.careful_value(), layer) } else { (value, layer) }
            };
            let careful = EffectiveHints { hints: PerHint::from_fn(careful), ..hints };
            if matches!(decide(&base, settings), Allow(_)) {
                let without = ApprovalFacts { hints: Some(&careful), ..base };
                prop_assert!(matches!(decide(&without, settings), Allow(_)), "{:?}", decide(&without, settings));
            }
        }
    }
}
