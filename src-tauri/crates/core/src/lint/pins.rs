//! Pins: expected annotations of given tools, and the violations of a policy.
//!
//! A pin names one tool, or several with `*` and `?`. If several pins constrain the same hint of a tool, the narrowest
//! applies, as with rules; if two are equally narrow, both apply.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use super::expected::{Expected, found_word};
use super::policy::Policy;
use super::rules::{Rule, source};
use super::{Finding, Lane, Severity};
use crate::hint::{HintName, PerHint};
use crate::rule::{glob, narrowness};
use crate::text::{escape_line, truncate_chars};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The server it applies to; `None` for all servers.
    pub server: Option<String>,
    /// The tool's name, or a glob pattern.
    pub tool: String,
    pub expects: Expects,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expects {
    /// At least one hint has to be set.
    pub annotations: bool,
    pub hints: PerHint<Expected>,
}

impl Expects {
    fn holds(&self, hints: &PerHint<Option<bool>>) -> bool {
        let set = !self.annotations || hints.iter().any(|(_, value)| value.is_some());
        set && self.hints.iter().all(|(hint, expected)| expected.holds(hints[hint]))
    }

    /// The hints that are constrained, with their expectation.
    fn spoken(&self) -> impl Iterator<Item = (HintName, Expected)> + '_ {
        self.hints
            .iter()
            .map(|(hint, expected)| (hint, *expected))
            .filter(|(_, expected)| *expected != Expected::Any)
    }
}

/// A condition between hints: a tool that meets `when` has to meet `then` as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Implication {
    pub when: Expects,
    pub then: Expects,
}

/// Handling of tools that no pin names exactly (a pattern is not enough).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NewTools {
    Allow,
    /// At least one hint has to be set.
    #[default]
    Annotated,
    Refuse,
}

impl NewTools {
    pub const ALL: [Self; 3] = [Self::Allow, Self::Annotated, Self::Refuse];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Annotated => "annotated",
            Self::Refuse => "refuse",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.word() == word)
    }
}

pub const BROKEN: Rule = Rule {
    id: "pin-broken",
    what: "A tool is what the policy says it must be.",
    why: "A hint that flips changes what clients do without asking. The policy is where a team agreed on it; change that first if it is meant.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::HERE,
    bad: &[],
    good: &[],
    check: |_, _| {},
};

pub const GONE: Rule = Rule {
    id: "pinned-tool-gone",
    what: "Every tool that the policy names is there.",
    why: "A tool that goes, or gets another name, breaks whoever relies on it, and its pin guards nothing any more.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::HERE,
    bad: &[],
    good: &[],
    check: |_, _| {},
};

pub const NEW: Rule = Rule {
    id: "tool-not-pinned",
    what: "A tool that the policy does not name is at least annotated.",
    why: "The tool somebody forgot to annotate is the newest one. Annotate it, and pin what it must stay.",
    lane: Lane::Required,
    severity: Severity::Error,
    source: source::HERE,
    bad: &[],
    good: &[],
    check: |_, _| {},
};

/// A tool with its explicit hints, as input of [`find_violations`].
#[derive(Debug, Clone, Copy)]
pub struct Pinned<'a> {
    pub server: &'a str,
    pub tool: &'a str,
    pub hints: PerHint<Option<bool>>,
}

/// One violation of the policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference<'a> {
    pub server: &'a str,
    pub tool: &'a str,
    pub kind: Kind<'a>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'a> {
    Hint {
        hint: HintName,
        expected: Expected,
        found: Option<bool>,
        pin: &'a str,
    },
    /// A pin requires annotations, and no hint is set.
    NoAnnotations {
        pin: &'a str,
    },
    /// The tool meets `when` but not `then`.
    Implication(&'a Implication),
    Gone,
    /// A new tool without annotations.
    New,
    /// A new tool, where the policy allows none.
    Refused,
}

/// Compares tools with a policy. Violations are in the order of the tools; missing tools come last.
pub fn differences<'a>(policy: &'a Policy, tools: &[Pinned<'a>]) -> Vec<Difference<'a>> {
    let mut found = Vec::new();
    let mut exact: HashSet<usize> = HashSet::new();
    let plain: BTreeMap<&str, Vec<usize>> = {
        let mut plain: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, pin) in policy.pins.iter().enumerate().filter(|(_, pin)| !is_pattern(&pin.tool)) {
            plain.entry(&pin.tool).or_default().push(at);
        }
        plain
    };
    let patterns: Vec<usize> =
        (0..policy.pins.len()).filter(|at| is_pattern(&policy.pins[*at].tool)).collect();
    for tool in tools {
        let of_server = |at: &usize| {
            let server = policy.pins[*at].server.as_deref();
            server.is_none_or(|server| server == tool.server)
        };
        let own: Vec<usize> = plain.get(tool.tool).into_iter().flatten().copied().filter(of_server).collect();
        let matching = patterns.iter().copied().filter(of_server);
        let matching = matching.filter(|at| glob(&policy.pins[*at].tool, tool.tool));
        let pins: Vec<&Pin> = own.iter().copied().chain(matching).map(|at| &policy.pins[at]).collect();
        let tell = |kind| Difference { server: tool.server, tool: tool.tool, kind };
        let unset = tool.hints.iter().all(|(_, value)| value.is_none());
        if own.is_empty() {
            match policy.new_tools {
                NewTools::Refuse => found.push(tell(Kind::Refused)),
                NewTools::Annotated if unset => found.push(tell(Kind::New)),
                NewTools::Annotated | NewTools::Allow => {}
            }
        }
        if let Some(pin) = pins.iter().find(|pin| pin.expects.annotations && unset) {
            found.push(tell(Kind::NoAnnotations { pin: &pin.tool }));
        }
        for hint in HintName::ALL {
            for (pin, expected) in narrowest(&pins, hint) {
                if !expected.holds(tool.hints[hint]) {
                    let found_value = tool.hints[hint];
                    found.push(tell(Kind::Hint { hint, expected, found: found_value, pin: &pin.tool }));
                }
            }
        }
        for implication in &policy.implications {
            if implication.when.holds(&tool.hints) && !implication.then.holds(&tool.hints) {
                found.push(tell(Kind::Implication(implication)));
            }
        }
        exact.extend(own);
    }
    let servers: HashSet<&str> = tools.iter().map(|tool| tool.server).collect();
    let alone = if let [only] = servers.iter().copied().collect::<Vec<_>>()[..] { only } else { "*" };
    for at in plain.into_values().flatten().filter(|at| !exact.contains(at)) {
        let pin = &policy.pins[at];
        let server = pin.server.as_deref();
        // The tool may exist on a server that was not part of the run.
        if server.is_none_or(|server| servers.contains(server)) {
            found.push(Difference { server: server.unwrap_or(alone), tool: &pin.tool, kind: Kind::Gone });
        }
    }
    found
}

fn is_pattern(tool: &str) -> bool {
    tool.contains(['*', '?'])
}

/// The narrowest pins that constrain a hint.
fn narrowest<'p>(pins: &[&'p Pin], hint: HintName) -> Vec<(&'p Pin, Expected)> {
    let speaking = || pins.iter().filter(|pin| pin.expects.hints[hint] != Expected::Any);
    let width = |pin: &Pin| (pin.server.is_some(), narrowness(&pin.tool));
    let Some(best) = speaking().map(|pin| width(pin)).max() else { return Vec::new() };
    speaking().filter(|pin| width(pin) == best).map(|pin| (*pin, pin.expects.hints[hint])).collect()
}

impl<'a> Difference<'a> {
    const fn rule(&self) -> &'static Rule {
        match self.kind {
            Kind::Hint { .. } | Kind::NoAnnotations { .. } | Kind::Implication(_) => &BROKEN,
            Kind::Gone => &GONE,
            Kind::New | Kind::Refused => &NEW,
        }
    }

    /// Converts to a finding, with the severity that the profile gives the rule; `None` if the rule is off.
    pub fn finding(&self, severity: impl Fn(&str) -> Option<Severity>) -> Option<Finding<'a>> {
        let rule = self.rule();
        let field = match &self.kind {
            Kind::Hint { hint, .. } => hint.place().to_owned(),
            Kind::NoAnnotations { .. } | Kind::Implication(_) | Kind::New => "annotations".to_owned(),
            Kind::Gone | Kind::Refused => "name".to_owned(),
        };
        Some(Finding {
            rule: rule.id,
            severity: severity(rule.id)?,
            server: self.server,
            tool: self.tool,
            field,
            message: escape_line(&self.words()).into_owned(),
            fix: None,
        })
    }

    pub fn words(&self) -> String {
        match &self.kind {
            Kind::Hint { hint, expected, found, pin } => format!(
                "{} is pinned to {} by {}, but is {}",
                hint.key(),
                expected.word(),
                named(pin),
                found_word(*found)
            ),
            Kind::NoAnnotations { pin } => format!("no hint is set, although {} demands it", named(pin)),
            Kind::Implication(implication) => {
                format!("{}, so {} is demanded", listed(&implication.when), listed(&implication.then))
            }
            Kind::Gone => "the policy names the tool, but it is not there".to_owned(),
            Kind::New => "the tool is new, and none of its hints is set".to_owned(),
            Kind::Refused => "the tool is new, and the policy allows no new ones".to_owned(),
        }
    }

    /// The violation as diff lines: `-` for the pinned value, `+` for the actual one.
    pub fn lines(&self) -> Vec<String> {
        match &self.kind {
            Kind::Hint { hint, expected, found, pin } => vec![
                format!("- {}: {} (pinned by {})", hint.key(), expected.word(), named(pin)),
                format!("+ {}: {}", hint.key(), found_word(*found)),
            ],
            Kind::NoAnnotations { pin } => {
                vec![
                    format!("- annotations: set (pinned by {})", named(pin)),
                    "+ annotations: unset".to_owned(),
                ]
            }
            Kind::Implication(implication) => vec![
                format!("- {} (because {})", listed(&implication.then), listed(&implication.when)),
                "+ something else".to_owned(),
            ],
            Kind::Gone => vec!["- the tool".to_owned()],
            Kind::New => vec!["+ the tool, with no annotations".to_owned()],
            Kind::Refused => vec!["+ the tool".to_owned()],
        }
    }
}

fn named(pin: &str) -> String {
    format!("“{}”", escape_line(&truncate_chars(pin, 80)))
}

/// `destructiveHint: true, readOnlyHint: not true`.
fn listed(expects: &Expects) -> String {
    let mut text = String::new();
    if expects.annotations {
        text.push_str("annotations: set");
    }
    for (hint, expected) in expects.spoken() {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{}: {}", hint.key(), expected.word());
    }
    text
}

/// Generates a policy that pins every given tool by name with its current four hints.
pub fn generated(tools: &[Pinned], profile: Option<&str>) -> String {
    let mut text = String::from(
        "# What these tools must be. `hintsmith pins check` fails when they are something else; change this file first when\n\
         # that is meant. A name may be a pattern: \"delete_*\" = { destructive = true }. Values: true, false, \"unset\", \"set\",\n\
         # \"not true\", \"not false\".\nversion = 1\n",
    );
    if let Some(profile) = profile {
        let _ = writeln!(text, "profile = {}", quoted(profile));
    }
    text.push_str("# What becomes of a tool that is not named here: \"allow\", \"annotated\" (it needs a hint) or \"refuse\".\n");
    let _ = writeln!(text, "new-tools = \"{}\"", NewTools::Annotated.word());
    let mut servers: BTreeMap<&str, Vec<&Pinned>> = BTreeMap::new();
    for tool in tools {
        servers.entry(tool.server).or_default().push(tool);
    }
    let alone = servers.len() == 1;
    for (server, mut tools) in servers {
        tools.sort_unstable_by_key(|tool| tool.tool);
        tools.dedup_by_key(|tool| tool.tool);
        let table = if alone { "pins".to_owned() } else { format!("servers.{}.pins", quoted(server)) };
        let _ = writeln!(text, "\n[{table}]");
        for tool in tools {
            let hints = tool.hints.iter().map(|(hint, value)| match value {
                Some(value) => format!("{} = {value}", hint.word()),
                None => format!("{} = \"unset\"", hint.word()),
            });
            let _ = writeln!(text, "{} = {{ {} }}", quoted(tool.tool), hints.collect::<Vec<_>>().join(", "));
        }
    }
    text
}

/// Quotes a TOML basic string on one line, which is also valid as a key.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const Y: Option<bool> = Some(true);
    const N: Option<bool> = Some(false);

    fn tool(name: &'static str, read_only: Option<bool>, destructive: Option<bool>) -> Pinned<'static> {
        let hints = PerHint { read_only, destructive, idempotent: None, open_world: None };
        Pinned { server: "shop", tool: name, hints }
    }

    fn words(policy: &str, tools: &[Pinned]) -> Vec<String> {
        let policy = Policy::read(&format!("version = 1\n{policy}")).unwrap();
        differences(&policy, tools).iter().map(|found| format!("{}: {}", found.tool, found.words())).collect()
    }

    #[test]
    fn a_pin_holds_or_says_what_is_different() {
        let tools = [tool("ping", Y, None), tool("delete_all", N, N), tool("add", None, None)];
        let free = "new-tools = \"allow\"\n[pins]\n";
        for (pins, expected) in [
            ("ping = { read-only = true, destructive = \"unset\" }", vec![]),
            ("\"*\" = { destructive = \"not true\" }", vec![]),
            (
                "\"delete_*\" = { destructive = true }",
                vec!["delete_all: destructiveHint is pinned to true by “delete_*”, but is false"],
            ),
            (
                "ping = { read-only = false }",
                vec!["ping: readOnlyHint is pinned to false by “ping”, but is true"],
            ),
            ("\"*\" = { annotations = \"set\" }", vec!["add: no hint is set, although “*” demands it"]),
            ("gone = {}", vec!["gone: the policy names the tool, but it is not there"]),
            // The narrowest pin applies, so an exception can be listed next to the general pin.
            (
                "\"*\" = { read-only = true }\nadd = { read-only = \"unset\" }\n\"delete_*\" = { read-only = false }",
                vec![],
            ),
        ] {
            assert_eq!(words(&format!("{free}{pins}"), &tools), expected, "{pins}");
        }
    }

    #[test]
    fn an_implication_holds_or_is_told() {
        let both = "new-tools = \"allow\"\n[[implications]]\nwhen = { destructive = true }\nthen = { read-only = \"not true\" }\n";
        assert_eq!(
            words(both, &[tool("a", N, Y), tool("b", None, Y), tool("c", Y, None)]),
            Vec::<String>::new()
        );
        assert_eq!(
            words(both, &[tool("a", Y, Y)]),
            ["a: destructiveHint: true, so readOnlyHint: not true is demanded"]
        );
    }

    #[test]
    fn a_new_tool_is_judged_as_the_policy_says() {
        let tools = [tool("ping", Y, None), tool("add", N, None), tool("drop", None, None)];
        let pins = "[pins]\nping = {}\n\"d*\" = {}\n";
        let new = |word: &str| words(&format!("new-tools = \"{word}\"\n{pins}"), &tools);
        assert_eq!(new("allow"), Vec::<String>::new());
        // A match by pattern does not count as naming the tool.
        assert_eq!(new("annotated"), ["drop: the tool is new, and none of its hints is set"]);
        assert_eq!(
            new("refuse"),
            ["add", "drop"].map(|name| format!("{name}: the tool is new, and the policy allows no new ones"))
        );
    }

    #[test]
    fn pins_of_one_server_are_about_that_server() {
        let of = |server: &'static str| Pinned { server, ..tool("ping", N, None) };
        let policy = "new-tools = \"allow\"\n[pins]\nping = { read-only = true }\n[servers.git.pins]\nping = { read-only = false }\nlog = {}\n";
        assert_eq!(words(policy, &[of("git")]).len(), 1, "only log is gone");
        assert_eq!(
            words(policy, &[of("shop")]),
            ["ping: readOnlyHint is pinned to true by “ping”, but is false"]
        );
    }

    #[test]
    fn differences_read_like_a_diff() {
        let policy = Policy::read("version = 1\n[pins]\nping = { read-only = true }\nold = {}").unwrap();
        let tools = [tool("ping", N, None), tool("new", None, None)];
        let lines: Vec<String> = differences(&policy, &tools).iter().flat_map(Difference::lines).collect();
        assert_eq!(
            lines,
            [
                "- readOnlyHint: true (pinned by “ping”)",
                "+ readOnlyHint: false",
                "+ the tool, with no annotations",
                "- the tool",
            ]
        );
    }

    proptest! {
        #[test]
        fn what_is_generated_holds_and_notices_every_flip(
            names in proptest::collection::btree_set("[a-z\"'\\\\é.\n\u{1b} -]{1,12}", 1..6),
            values in proptest::collection::vec(proptest::option::of(any::<bool>()), 24),
            flipped in 0usize..24,
            servers in 1usize..3,
        ) {
            let names: Vec<String> = names.into_iter().collect();
            let hint = |at: usize, hint: usize| values[(at * 4 + hint) % values.len()];
            let mut tools: Vec<Pinned> = names.iter().enumerate().map(|(at, name)| Pinned {
                server: ["one", "two"][at % servers],
                tool: name,
                hints: PerHint { read_only: hint(at, 0), destructive: hint(at, 1), idempotent: hint(at, 2), open_world: hint(at, 3) },
            }).collect();
            let policy = Policy::read(&generated(&tools, Some("spec"))).unwrap();
            prop_assert_eq!(differences(&policy, &tools), vec![]);
            let at = flipped % tools.len();
            let hint = HintName::ALL[flipped % 4];
            tools[at].hints[hint] = Some(tools[at].hints[hint] != Some(true));
            let told = differences(&policy, &tools);
            prop_assert_eq!(told.len(), 1);
            let is_it = matches!(told[0].kind, Kind::Hint { hint: told, .. } if told == hint);
            prop_assert!(is_it, "{:?}", told);
            let gone = tools.remove(at);
            let told = differences(&policy, &tools);
            // A server without any listed tool counts as not part of the run.
            let looked_at = names.len() == 1 || tools.iter().any(|tool| tool.server == gone.server);
            let told = told.iter().filter(|told| told.kind == Kind::Gone).count();
            prop_assert_eq!(told, usize::from(looked_at));
        }
    }
}
