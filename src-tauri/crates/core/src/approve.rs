//! Approval policy: decides whether a tool call runs, needs approval, or is denied.
//!
//! A loosening value counts only if it comes from the user or from a server the user trusts; inferred values and the
//! declarations of other servers never loosen. A tightening value counts from any source. Grants are looked up by the
//! definition they were made for, so a tool that its server changed has none.

use serde::{Deserialize, Serialize};

use crate::hint::HintName;
use crate::layer::Layer;
use crate::resolve::{Behaviour, Held};

/// Approval mode for the calls of a tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// Decided by the tool's effective hints.
    #[default]
    ByHints,
    AlwaysAsk,
    /// Asks until a call has been allowed once, then runs.
    AskFirst,
    NeverAsk,
    Block,
}

impl Mode {
    pub const ALL: [Self; 5] = [Self::ByHints, Self::AlwaysAsk, Self::AskFirst, Self::NeverAsk, Self::Block];

    /// The name on the command line and in the store.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ByHints => "by-hints",
            Self::AlwaysAsk => "always-ask",
            Self::AskFirst => "ask-first",
            Self::NeverAsk => "never-ask",
            Self::Block => "block",
        }
    }

    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.word() == word)
    }

    /// Returns whether the mode asks for fewer calls than the hints do.
    pub const fn loosens(self) -> bool {
        matches!(self, Self::AskFirst | Self::NeverAsk)
    }
}

/// The user's approval settings for all tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wishes {
    /// Run read-only calls without approval.
    pub read_only_runs: bool,
    /// Ask for every destructive call, regardless of earlier grants.
    pub destructive_asks: bool,
    /// Run an identical repetition of an allowed call without approval, if the tool is idempotent or read-only.
    pub retries_run: bool,
    /// Deny destructive calls instead of asking, for use where no user can be asked.
    pub destructive_refused: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Self { read_only_runs: false, destructive_asks: true, retries_run: false, destructive_refused: false }
    }
}

/// The facts a call is decided by, each for the tool's current definition.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Effective hints of the tool; `None` if neither the client's list nor a scan contains it.
    pub held: Option<&'a Held>,
    /// The client's list has several definitions with the tool's name.
    pub ambiguous: bool,
    pub mode: Mode,
    /// The user trusts the server.
    pub trusted: bool,
    /// The server changed the tool after the user decided about it, and the change has not been reviewed.
    pub changed: bool,
    /// The user allowed the tool for the session of this client.
    pub in_session: bool,
    /// The user allowed a call of the tool once.
    pub before: bool,
    /// An identical call was allowed a short while ago.
    pub same: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Allow(Because),
    Ask(Because),
    Deny(Because),
}

/// Reason for a [`CallDecision`], shown to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Because {
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
    Retry,
    InSession,
    AllowedBefore,
    NeverAsked,
    ReadOnlyDecided,
    ReadOnlyTrusted,
    /// An agent switches from or to a toolset that has an approval mode.
    ChangesApproval,
}

impl Because {
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Blocked => "A person blocked this tool",
            Self::DestructiveRefused => "Destructive calls are refused here",
            Self::NotKnown => "No list has shown this tool, so nobody knows what it does",
            Self::Ambiguous => "The server lists several tools with this name",
            Self::Changed => "The server changed this tool, and nobody has looked at it since",
            Self::AlwaysAsked => "A person wants to be asked about this tool each time",
            Self::Destructive => "It may make destructive changes",
            Self::MayBeDestructive => "It may be destructive: nobody decided that it is not",
            Self::Modifies => "It changes something",
            Self::ReadOnlyGuessed => "That it only reads is a guess",
            Self::ReadOnlyDeclared => "That it only reads is the word of a server that nobody trusts",
            Self::ReadOnlyAsked => "It only reads; read-only calls are asked about too",
            Self::Retry => "The same call again, of a tool that may be repeated",
            Self::InSession => "Allowed for this session",
            Self::AllowedBefore => "Allowed once, and remembered",
            Self::NeverAsked => "A person wants this tool to run without asking",
            Self::ReadOnlyDecided => "It only reads, as a person decided",
            Self::ReadOnlyTrusted => "It only reads, says a server that a person trusts",
            Self::ChangesApproval => "It changes how calls are approved",
        }
    }
}

/// Decides about one call.
pub fn decide(facts: &Facts, wishes: Wishes) -> Answer {
    use Answer::{Allow, Ask, Deny};
    if facts.mode == Mode::Block {
        return Deny(Because::Blocked);
    }
    let Some(held) = facts.held else {
        let because = if facts.ambiguous { Because::Ambiguous } else { Because::NotKnown };
        return if wishes.destructive_refused { Deny(because) } else { Ask(because) };
    };
    // A loosening value counts only from the user, or from a server the user trusts.
    let counts = |hint: HintName| match held.layer(hint) {
        Layer::Override | Layer::Environment => true,
        Layer::Declared => facts.trusted && !facts.changed,
        Layer::Inferred | Layer::Default => false,
    };
    let reads = held.hint(HintName::ReadOnly) && counts(HintName::ReadOnly);
    let spares = !held.hint(HintName::Destructive) && counts(HintName::Destructive);
    let repeats = held.hint(HintName::Idempotent) && counts(HintName::Idempotent);
    let destroys = !reads && !spares;
    if destroys && wishes.destructive_refused {
        return Deny(Because::DestructiveRefused);
    }
    if facts.changed {
        return Ask(Because::Changed);
    }
    if facts.mode == Mode::AlwaysAsk {
        return Ask(Because::AlwaysAsked);
    }
    if destroys && wishes.destructive_asks {
        return Ask(why_destructive(held));
    }
    if wishes.retries_run && (repeats || reads) && facts.same {
        return Allow(Because::Retry);
    }
    if facts.in_session {
        return Allow(Because::InSession);
    }
    match facts.mode {
        Mode::AskFirst if facts.before => return Allow(Because::AllowedBefore),
        Mode::NeverAsk => return Allow(Because::NeverAsked),
        _ => {}
    }
    if reads && wishes.read_only_runs {
        return Allow(match held.layer(HintName::ReadOnly) {
            Layer::Declared => Because::ReadOnlyTrusted,
            _ => Because::ReadOnlyDecided,
        });
    }
    Ask(match (reads, destroys) {
        (true, _) => Because::ReadOnlyAsked,
        (false, true) => why_destructive(held),
        (false, false) => Because::Modifies,
    })
}

/// Returns why a call counts as destructive: the claim to the contrary that does not count, if there is one.
fn why_destructive(held: &Held) -> Because {
    if held.hint(HintName::ReadOnly) {
        return match held.layer(HintName::ReadOnly) {
            Layer::Declared => Because::ReadOnlyDeclared,
            _ => Because::ReadOnlyGuessed,
        };
    }
    if held.hint(HintName::Destructive) && held.layer(HintName::Destructive) > Layer::Default {
        Because::Destructive
    } else {
        Because::MayBeDestructive
    }
}

/// Describes each hint that matters for an approval prompt in one sentence, which names the source of the value.
pub fn sentences(held: &Held) -> Vec<String> {
    let said = |hint: HintName, plain: &str| match held.layer(hint) {
        Layer::Override | Layer::Environment => {
            let disputed = disputed(held, hint)
                .map_or(String::new(), |words| format!("; the server says that it {words}"));
            format!("A person decided that this tool {plain}{disputed}")
        }
        Layer::Declared => format!("The server says that this tool {plain}"),
        Layer::Inferred => format!("By its name and description, this tool {plain}"),
        Layer::Default => format!("Nobody says otherwise, so this tool {plain}"),
    };
    let mut sentences = vec![match held.behaviour() {
        Behaviour::Safe => said(HintName::ReadOnly, "only reads data"),
        Behaviour::Destructive => said(HintName::Destructive, "may make destructive changes"),
        Behaviour::Modifying => said(HintName::Destructive, "changes data, but destroys nothing"),
    }];
    if !held.is_unused(HintName::Idempotent) {
        sentences.push(match held.hint(HintName::Idempotent) {
            true => {
                said(HintName::Idempotent, "does no more when it is called again with the same arguments")
            }
            false => said(HintName::Idempotent, "may do it again each time it is called"),
        });
    }
    if held.hint(HintName::OpenWorld) {
        sentences.push(said(HintName::OpenWorld, "reaches systems that others control"));
    }
    sentences
}

/// The server's declaration about a decided hint, if it is stricter than the decision.
fn disputed(held: &Held, hint: HintName) -> Option<&'static str> {
    if held.hint(hint) == hint.careful() {
        return None;
    }
    let declares = |hint: HintName| held.declared[hint] == Some(hint.careful());
    match hint {
        HintName::ReadOnly | HintName::Destructive if declares(HintName::Destructive) => {
            Some("may make destructive changes")
        }
        HintName::ReadOnly if declares(HintName::ReadOnly) => Some("changes data"),
        HintName::Idempotent if declares(HintName::Idempotent) => {
            Some("may do it again each time it is called")
        }
        HintName::OpenWorld if declares(HintName::OpenWorld) => Some("reaches systems that others control"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Answer::{Allow, Ask, Deny};
    use super::*;
    use crate::hint::PerHint;
    use proptest::prelude::*;

    /// Parses hints in short form: `r` read-only, `d` destructive, `s` not destructive, `i` idempotent; each after its
    /// layer: `!` decided, `=` declared, `~` inferred.
    fn held(text: &str) -> Held {
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
        Held { hints, declared: PerHint::from_fn(|_| None) }
    }

    fn facts(held: &Held) -> Facts<'_> {
        Facts {
            held: Some(held),
            ambiguous: false,
            mode: Mode::ByHints,
            trusted: false,
            changed: false,
            in_session: false,
            before: false,
            same: false,
        }
    }

    const READS: Wishes = Wishes {
        read_only_runs: true,
        destructive_asks: true,
        retries_run: false,
        destructive_refused: false,
    };
    const RETRIES: Wishes = Wishes { retries_run: true, ..READS };

    #[test]
    fn by_hints_and_wishes_alone() {
        // Hints; whether the server is trusted; the decision if read-only calls may run.
        for (text, trusted, expected) in [
            ("", false, Ask(Because::MayBeDestructive)),
            ("", true, Ask(Because::MayBeDestructive)),
            ("!r", false, Allow(Because::ReadOnlyDecided)),
            ("=r", false, Ask(Because::ReadOnlyDeclared)),
            ("=r", true, Allow(Because::ReadOnlyTrusted)),
            ("~r", false, Ask(Because::ReadOnlyGuessed)),
            ("~r", true, Ask(Because::ReadOnlyGuessed)),
            ("!d", true, Ask(Because::Destructive)),
            ("=d", false, Ask(Because::Destructive)),
            ("~d", true, Ask(Because::Destructive)),
            ("!s", false, Ask(Because::Modifies)),
            ("=s", false, Ask(Because::MayBeDestructive)),
            ("=s", true, Ask(Because::Modifies)),
            ("~s", true, Ask(Because::MayBeDestructive)),
        ] {
            let held = held(text);
            let facts = Facts { trusted, ..facts(&held) };
            assert_eq!(decide(&facts, READS), expected, "{text} trusted={trusted}");
            // Read-only calls need approval unless the user opted out.
            assert!(matches!(decide(&facts, Wishes::default()), Ask(_)), "{text} trusted={trusted}");
        }
    }

    #[test]
    fn modes_grants_and_retries() {
        use Mode::{AlwaysAsk, AskFirst, Block, ByHints, NeverAsk};
        struct Row(&'static str, Mode, &'static str, Wishes, Answer);
        for Row(text, mode, grants, wishes, expected) in [
            Row("!r", Block, "session before same", RETRIES, Deny(Because::Blocked)),
            Row("!r", AlwaysAsk, "session before same", RETRIES, Ask(Because::AlwaysAsked)),
            Row("!s", AskFirst, "", READS, Ask(Because::Modifies)),
            Row("!s", AskFirst, "before", READS, Allow(Because::AllowedBefore)),
            Row("!s", ByHints, "before", READS, Ask(Because::Modifies)),
            Row("!s", NeverAsk, "", READS, Allow(Because::NeverAsked)),
            Row("!s", ByHints, "session", READS, Allow(Because::InSession)),
            // Confirmation of destructive calls takes precedence over every grant.
            Row("!d", NeverAsk, "session before", READS, Ask(Because::Destructive)),
            Row("~s", NeverAsk, "session before", READS, Ask(Because::MayBeDestructive)),
            Row("!d", NeverAsk, "", Wishes { destructive_asks: false, ..READS }, Allow(Because::NeverAsked)),
            Row(
                "!d",
                ByHints,
                "session",
                Wishes { destructive_asks: false, ..READS },
                Allow(Because::InSession),
            ),
            // Retries: only if a source that counts says idempotent, only if enabled, and only for an identical call.
            Row("!s !i", ByHints, "same", RETRIES, Allow(Because::Retry)),
            Row("!s !i", ByHints, "", RETRIES, Ask(Because::Modifies)),
            Row("!s !i", ByHints, "same", READS, Ask(Because::Modifies)),
            Row("!s =i", ByHints, "same", RETRIES, Ask(Because::Modifies)),
            Row("!s ~i", ByHints, "same", RETRIES, Ask(Because::Modifies)),
            Row("!d !i", ByHints, "same", RETRIES, Ask(Because::Destructive)),
            // No user can be asked.
            Row(
                "!d",
                NeverAsk,
                "session",
                Wishes { destructive_refused: true, ..READS },
                Deny(Because::DestructiveRefused),
            ),
            Row(
                "!s",
                NeverAsk,
                "",
                Wishes { destructive_refused: true, ..READS },
                Allow(Because::NeverAsked),
            ),
        ] {
            let held = held(text);
            let has = |grant: &str| grants.contains(grant);
            let facts = Facts {
                mode,
                in_session: has("session"),
                before: has("before"),
                same: has("same"),
                ..facts(&held)
            };
            assert_eq!(decide(&facts, wishes), expected, "{text} {mode:?} {grants}");
        }
    }

    #[test]
    fn a_changed_tool_and_one_that_nobody_knows_are_asked_about() {
        let reads = held("!r");
        let changed =
            Facts { changed: true, in_session: true, mode: Mode::NeverAsk, trusted: true, ..facts(&reads) };
        assert_eq!(decide(&changed, RETRIES), Ask(Because::Changed));
        let unknown = Facts { held: None, in_session: true, mode: Mode::NeverAsk, ..facts(&reads) };
        assert_eq!(decide(&unknown, RETRIES), Ask(Because::NotKnown));
        assert_eq!(decide(&Facts { mode: Mode::Block, ..unknown }, RETRIES), Deny(Because::Blocked));
        // Where destructive calls are denied, so are unknown tools: a client need not list the tools first.
        let refusing = Wishes { destructive_refused: true, ..READS };
        assert_eq!(decide(&unknown, refusing), Deny(Because::NotKnown));
        let ambiguous = Facts { ambiguous: true, ..unknown };
        assert_eq!(decide(&ambiguous, RETRIES), Ask(Because::Ambiguous));
        assert_eq!(decide(&ambiguous, refusing), Deny(Because::Ambiguous));
    }

    #[test]
    fn every_hint_that_matters_is_a_sentence_that_says_whose_word_it_is() {
        let told = |text: &str| sentences(&held(text)).join(". ");
        let open = "Nobody says otherwise, so this tool reaches systems that others control";
        assert_eq!(told("!r"), format!("A person decided that this tool only reads data. {open}"));
        let twice = "Nobody says otherwise, so this tool may do it again each time it is called";
        assert_eq!(
            told("=d"),
            format!("The server says that this tool may make destructive changes. {twice}. {open}")
        );
        let once = "By its name and description, this tool does no more when it is called again with the same arguments";
        assert_eq!(
            told("!s ~i"),
            format!("A person decided that this tool changes data, but destroys nothing. {once}. {open}")
        );
        // A stricter declaration of the server is shown beside the decision.
        let mut disputed = held("!r");
        disputed.declared.destructive = Some(true);
        assert_eq!(
            sentences(&disputed)[0],
            "A person decided that this tool only reads data; the server says that it may make destructive changes"
        );
    }

    fn any_held() -> impl Strategy<Value = Held> {
        let layer = prop::sample::select(Layer::STRONGEST_FIRST.to_vec());
        let hint = (any::<bool>(), layer);
        (hint.clone(), hint.clone(), hint.clone(), hint).prop_map(|(r, d, i, o)| {
            let hints = PerHint { read_only: r, destructive: d, idempotent: i, open_world: o };
            Held { hints, declared: PerHint::from_fn(|_| None) }
        })
    }

    proptest! {
        /// No inferred value and no declaration of an untrusted server allows a call that would not run without it.
        #[test]
        fn no_word_that_does_not_count_lets_a_call_run(
            held in any_held(),
            mode in prop::sample::select(Mode::ALL.to_vec()),
            flags in any::<[bool; 7]>(),
        ) {
            let [in_session, before, same, reads, asks, retries, refused] = flags;
            let wishes = Wishes {
                read_only_runs: reads,
                destructive_asks: asks,
                retries_run: retries,
                destructive_refused: refused,
            };
            let base = Facts {
                held: Some(&held),
                ambiguous: false,
                mode,
                trusted: false,
                changed: false,
                in_session,
                before,
                same,
            };
            let careful = |hint: HintName| {
                let (value, layer) = held.hints[hint];
                if layer <= Layer::Declared { (hint.careful(), layer) } else { (value, layer) }
            };
            let careful = Held { hints: PerHint::from_fn(careful), ..held };
            if matches!(decide(&base, wishes), Allow(_)) {
                let without = Facts { held: Some(&careful), ..base };
                prop_assert!(matches!(decide(&without, wishes), Allow(_)), "{:?}", decide(&without, wishes));
            }
        }
    }
}
