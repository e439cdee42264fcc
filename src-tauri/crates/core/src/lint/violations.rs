//! Violations of a lint policy: tools that differ from their pins, break an implication or are not pinned.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use super::expectation::{HintExpectation, TitleExpectation, quote_text, value_str};
use super::pins::{Implication, NewToolPolicy, Pin, ToolExpectation};
use super::policy::LintPolicy;
use super::rules::{Rule, pin_broken, pinned_tool_gone, tool_not_pinned};
use super::{Finding, Severity};
use crate::model::hint::{HintName, PerHint};
use crate::model::rule::matches_glob;
use crate::text::escape_line;

/// A tool with its explicit hints and title, as input of [`find_violations`].
#[derive(Debug, Clone, Copy)]
pub struct ToolHints<'a> {
    pub server: &'a str,
    pub tool: &'a str,
    pub hints: PerHint<Option<bool>>,
    /// The title that the server declares or the user decided.
    pub title: Option<&'a str>,
}

/// One violation of the policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyViolation<'a> {
    pub server: &'a str,
    pub tool: &'a str,
    pub kind: ViolationKind<'a>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViolationKind<'a> {
    Hint {
        hint: HintName,
        expected: HintExpectation,
        actual: Option<bool>,
        pin: &'a str,
    },
    Title {
        expected: &'a TitleExpectation,
        actual: Option<&'a str>,
        pin: &'a str,
    },
    /// A pin requires annotations, and no hint is set.
    NoAnnotations {
        pin: &'a str,
    },
    /// The tool meets `when` but not `then`.
    Implication(&'a Implication),
    Missing,
    /// A new tool without annotations.
    NewUnannotated,
    /// A new tool, where the policy allows none.
    NewRefused,
}

/// Compares tools with a policy. Violations are in the order of the tools; missing tools come last.
pub fn find_violations<'a>(policy: &'a LintPolicy, tools: &[ToolHints<'a>]) -> Vec<PolicyViolation<'a>> {
    let mut violations = Vec::new();
    let mut matched: HashSet<usize> = HashSet::new();
    let exact: BTreeMap<&str, Vec<usize>> = {
        let mut exact: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, pin) in policy.pins.iter().enumerate().filter(|(_, pin)| !pin.is_pattern()) {
            exact.entry(&pin.tool).or_default().push(at);
        }
        exact
    };
    let patterns: Vec<usize> = (0..policy.pins.len()).filter(|at| policy.pins[*at].is_pattern()).collect();
    for tool in tools {
        let applies = |at: &usize| policy.pins[*at].applies_to_server(tool.server);
        let own: Vec<usize> = exact.get(tool.tool).into_iter().flatten().copied().filter(applies).collect();
        let matching = patterns.iter().copied().filter(applies);
        let matching = matching.filter(|at| matches_glob(&policy.pins[*at].tool, tool.tool));
        let pins: Vec<&Pin> = own.iter().copied().chain(matching).map(|at| &policy.pins[at]).collect();
        let violation = |kind| PolicyViolation { server: tool.server, tool: tool.tool, kind };
        let unset = tool.hints.iter().all(|(_, value)| value.is_none());
        if own.is_empty() {
            match policy.new_tools {
                NewToolPolicy::Refuse => violations.push(violation(ViolationKind::NewRefused)),
                NewToolPolicy::Annotated if unset => {
                    violations.push(violation(ViolationKind::NewUnannotated))
                }
                NewToolPolicy::Annotated | NewToolPolicy::Allow => {}
            }
        }
        if let Some(pin) = pins.iter().find(|pin| pin.expected.annotations_required && unset) {
            violations.push(violation(ViolationKind::NoAnnotations { pin: &pin.tool }));
        }
        for hint in HintName::ALL {
            for (pin, expected) in narrowest_pins(&pins, hint) {
                if !expected.is_met_by(tool.hints[hint]) {
                    let found_value = tool.hints[hint];
                    violations.push(violation(ViolationKind::Hint {
                        hint,
                        expected,
                        actual: found_value,
                        pin: &pin.tool,
                    }));
                }
            }
        }
        for (pin, expected) in narrowest_titles(&pins) {
            if !expected.is_met_by(tool.title) {
                let kind = ViolationKind::Title { expected, actual: tool.title, pin: &pin.tool };
                violations.push(violation(kind));
            }
        }
        for implication in &policy.implications {
            if implication.when.is_met_by(&tool.hints) && !implication.then.is_met_by(&tool.hints) {
                violations.push(violation(ViolationKind::Implication(implication)));
            }
        }
        matched.extend(own);
    }
    let servers: HashSet<&str> = tools.iter().map(|tool| tool.server).collect();
    let only_server = if let [only] = servers.iter().copied().collect::<Vec<_>>()[..] { only } else { "*" };
    for at in exact.into_values().flatten().filter(|at| !matched.contains(at)) {
        let pin = &policy.pins[at];
        let server = pin.server.as_deref();
        // The tool may exist on a server that was not part of the run.
        if server.is_none_or(|server| servers.contains(server)) {
            violations.push(PolicyViolation {
                server: server.unwrap_or(only_server),
                tool: &pin.tool,
                kind: ViolationKind::Missing,
            });
        }
    }
    violations
}

/// The narrowest pins that constrain a hint.
fn narrowest_pins<'p>(pins: &[&'p Pin], hint: HintName) -> Vec<(&'p Pin, HintExpectation)> {
    let constraining = || pins.iter().filter(|pin| pin.expected.hints[hint] != HintExpectation::Any);
    let Some(best) = constraining().map(|pin| pin.narrowness()).max() else { return Vec::new() };
    constraining()
        .filter(|pin| pin.narrowness() == best)
        .map(|pin| (*pin, pin.expected.hints[hint]))
        .collect()
}

/// The narrowest pins that constrain the title.
fn narrowest_titles<'p>(pins: &[&'p Pin]) -> Vec<(&'p Pin, &'p TitleExpectation)> {
    let constraining = || pins.iter().filter_map(|pin| Some((*pin, pin.title.as_ref()?)));
    let best = constraining().map(|(pin, _)| pin.narrowness()).max();
    constraining().filter(|(pin, _)| Some(pin.narrowness()) == best).collect()
}

impl<'a> PolicyViolation<'a> {
    const fn rule(&self) -> &'static Rule {
        match self.kind {
            ViolationKind::Hint { .. }
            | ViolationKind::Title { .. }
            | ViolationKind::NoAnnotations { .. }
            | ViolationKind::Implication(_) => &pin_broken::RULE,
            ViolationKind::Missing => &pinned_tool_gone::RULE,
            ViolationKind::NewUnannotated | ViolationKind::NewRefused => &tool_not_pinned::RULE,
        }
    }

    /// Converts to a finding, with the severity that the profile gives the rule; `None` if the rule is off.
    pub fn to_finding(&self, severity: impl Fn(&str) -> Option<Severity>) -> Option<Finding<'a>> {
        let rule = self.rule();
        let field = match &self.kind {
            ViolationKind::Hint { hint, .. } => hint.json_path().to_owned(),
            ViolationKind::Title { .. } => "title".to_owned(),
            ViolationKind::NoAnnotations { .. }
            | ViolationKind::Implication(_)
            | ViolationKind::NewUnannotated => "annotations".to_owned(),
            ViolationKind::Missing | ViolationKind::NewRefused => "name".to_owned(),
        };
        Some(Finding {
            rule: rule.id,
            severity: severity(rule.id)?,
            server: self.server,
            tool: self.tool,
            field,
            message: escape_line(&self.message()).into_owned(),
            fix: None,
        })
    }

    pub fn message(&self) -> String {
        match &self.kind {
            ViolationKind::Hint { hint, expected, actual: found, pin } => format!(
                "{} is pinned to {} by {}, but is {}",
                hint.key(),
                expected.as_str(),
                quote_text(pin),
                value_str(*found)
            ),
            ViolationKind::Title { expected, actual, pin } => format!(
                "title is pinned to {} by {}, but is {}",
                expected.describe(),
                quote_text(pin),
                describe_title(*actual)
            ),
            ViolationKind::NoAnnotations { pin } => {
                format!("no hint is set, although {} requires one", quote_text(pin))
            }
            ViolationKind::Implication(implication) => {
                format!(
                    "{}, so {} is required",
                    describe_expectation(&implication.when),
                    describe_expectation(&implication.then)
                )
            }
            ViolationKind::Missing => "the policy names the tool, but it does not exist".to_owned(),
            ViolationKind::NewUnannotated => "the tool is new and has no hints".to_owned(),
            ViolationKind::NewRefused => "the tool is new, and the policy allows no new tools".to_owned(),
        }
    }

    /// The violation as diff lines: `-` for the pinned value, `+` for the actual one.
    pub fn diff_lines(&self) -> Vec<String> {
        match &self.kind {
            ViolationKind::Hint { hint, expected, actual: found, pin } => vec![
                format!("- {}: {} (pinned by {})", hint.key(), expected.as_str(), quote_text(pin)),
                format!("+ {}: {}", hint.key(), value_str(*found)),
            ],
            ViolationKind::Title { expected, actual, pin } => vec![
                format!("- title: {} (pinned by {})", expected.describe(), quote_text(pin)),
                format!("+ title: {}", describe_title(*actual)),
            ],
            ViolationKind::NoAnnotations { pin } => {
                vec![
                    format!("- annotations: set (pinned by {})", quote_text(pin)),
                    "+ annotations: unset".to_owned(),
                ]
            }
            ViolationKind::Implication(implication) => vec![
                format!(
                    "- {} (because {})",
                    describe_expectation(&implication.then),
                    describe_expectation(&implication.when)
                ),
                "+ another value".to_owned(),
            ],
            ViolationKind::Missing => vec!["- the tool".to_owned()],
            ViolationKind::NewUnannotated => vec!["+ the tool, with no annotations".to_owned()],
            ViolationKind::NewRefused => vec!["+ the tool".to_owned()],
        }
    }
}

fn describe_title(title: Option<&str>) -> String {
    title.map_or_else(|| "unset".to_owned(), quote_text)
}

/// `destructiveHint: true, readOnlyHint: not true`.
fn describe_expectation(expects: &ToolExpectation) -> String {
    let mut text = String::new();
    if expects.annotations_required {
        text.push_str("annotations: set");
    }
    for (hint, expected) in expects.constrained_hints() {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{}: {}", hint.key(), expected.as_str());
    }
    text
}

/// Generates a policy that pins every given tool by name with its current four hints.
pub fn generate_policy(tools: &[ToolHints], profile: Option<&str>) -> String {
    let mut text = String::from(
        "# The expected hints of these tools. `hintsmith pins check` fails if a tool differs; if a change is intended, update\n\
         # this file first. A name may be a pattern: \"delete_*\" = { destructive = true }. Values: true, false, \"unset\", \"set\",\n\
         # \"not true\", \"not false\".\nversion = 1\n",
    );
    if let Some(profile) = profile {
        let _ = writeln!(text, "profile = {}", quote_toml(profile));
    }
    text.push_str("# Handling of tools that are not named here: \"allow\", \"annotated\" (it needs a hint) or \"refuse\".\n");
    let _ = writeln!(text, "new-tools = \"{}\"", NewToolPolicy::Annotated.as_str());
    let mut servers: BTreeMap<&str, Vec<&ToolHints>> = BTreeMap::new();
    for tool in tools {
        servers.entry(tool.server).or_default().push(tool);
    }
    let is_single = servers.len() == 1;
    for (server, mut tools) in servers {
        tools.sort_unstable_by_key(|tool| tool.tool);
        tools.dedup_by_key(|tool| tool.tool);
        let table =
            if is_single { "pins".to_owned() } else { format!("servers.{}.pins", quote_toml(server)) };
        let _ = writeln!(text, "\n[{table}]");
        for tool in tools {
            let hints = tool.hints.iter().map(|(hint, value)| match value {
                Some(value) => format!("{} = {value}", hint.cli_name()),
                None => format!("{} = \"unset\"", hint.cli_name()),
            });
            let _ =
                writeln!(text, "{} = {{ {} }}", quote_toml(tool.tool), hints.collect::<Vec<_>>().join(", "));
        }
    }
    text
}

/// Quotes a TOML basic string on one line, which is also valid as a key.
fn quote_toml(text: &str) -> String {
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

    fn tool(name: &'static str, read_only: Option<bool>, destructive: Option<bool>) -> ToolHints<'static> {
        let hints = PerHint { read_only, destructive, idempotent: None, open_world: None };
        ToolHints { server: "shop", tool: name, hints, title: None }
    }

    fn messages(policy: &str, tools: &[ToolHints]) -> Vec<String> {
        let policy = LintPolicy::parse(&format!("version = 1\n{policy}")).unwrap();
        find_violations(&policy, tools)
            .iter()
            .map(|found| format!("{}: {}", found.tool, found.message()))
            .collect()
    }

    #[test]
    fn a_broken_pin_is_reported() {
        let tools = [tool("ping", Y, None), tool("delete_all", N, N), tool("add", None, None)];
        let allow_new = "new-tools = \"allow\"\n[pins]\n";
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
            ("\"*\" = { annotations = \"set\" }", vec!["add: no hint is set, although “*” requires one"]),
            ("gone = {}", vec!["gone: the policy names the tool, but it does not exist"]),
            // The narrowest pin applies, so an exception can be listed next to the general pin.
            (
                "\"*\" = { read-only = true }\nadd = { read-only = \"unset\" }\n\"delete_*\" = { read-only = false }",
                vec![],
            ),
        ] {
            assert_eq!(messages(&format!("{allow_new}{pins}"), &tools), expected, "{pins}");
        }
    }

    #[test]
    fn a_broken_title_is_reported_by_the_narrowest_pin() {
        let titled = |name, title| ToolHints { title, ..tool(name, Y, None) };
        let tools = [titled("create_note", Some("Make Note")), titled("list_notes", None)];
        let policy = "new-tools = \"allow\"\n[pins]\n\"*\" = { title = \"set\" }\ncreate_note = { title = \"Create *\" }";
        assert_eq!(
            messages(policy, &tools),
            [
                "create_note: title is pinned to “Create *” by “create_note”, but is “Make Note”",
                "list_notes: title is pinned to set by “*”, but is unset",
            ]
        );
        let right = [titled("create_note", Some("Create Note")), titled("list_notes", Some("List Notes"))];
        assert_eq!(messages(policy, &right), Vec::<String>::new());
    }

    #[test]
    fn a_broken_implication_is_reported() {
        let both = "new-tools = \"allow\"\n[[implications]]\nwhen = { destructive = true }\nthen = { read-only = \"not true\" }\n";
        assert_eq!(
            messages(both, &[tool("a", N, Y), tool("b", None, Y), tool("c", Y, None)]),
            Vec::<String>::new()
        );
        assert_eq!(
            messages(both, &[tool("a", Y, Y)]),
            ["a: destructiveHint: true, so readOnlyHint: not true is required"]
        );
    }

    #[test]
    fn new_tools_are_handled_by_the_policy() {
        let tools = [tool("ping", Y, None), tool("add", N, None), tool("drop", None, None)];
        let pins = "[pins]\nping = {}\n\"d*\" = {}\n";
        let new = |word: &str| messages(&format!("new-tools = \"{word}\"\n{pins}"), &tools);
        assert_eq!(new("allow"), Vec::<String>::new());
        // A match by pattern does not count as naming the tool.
        assert_eq!(new("annotated"), ["drop: the tool is new and has no hints"]);
        assert_eq!(
            new("refuse"),
            ["add", "drop"]
                .map(|name| format!("{name}: the tool is new, and the policy allows no new tools"))
        );
    }

    #[test]
    fn server_pins_apply_to_that_server_only() {
        let on_server = |server: &'static str| ToolHints { server, ..tool("ping", N, None) };
        let policy = "new-tools = \"allow\"\n[pins]\nping = { read-only = true }\n[servers.git.pins]\nping = { read-only = false }\nlog = {}\n";
        assert_eq!(messages(policy, &[on_server("git")]).len(), 1, "only log is gone");
        assert_eq!(
            messages(policy, &[on_server("shop")]),
            ["ping: readOnlyHint is pinned to true by “ping”, but is false"]
        );
    }

    #[test]
    fn violations_render_as_a_diff() {
        let policy = LintPolicy::parse("version = 1\n[pins]\nping = { read-only = true }\nold = {}").unwrap();
        let tools = [tool("ping", N, None), tool("new", None, None)];
        let lines: Vec<String> =
            find_violations(&policy, &tools).iter().flat_map(PolicyViolation::diff_lines).collect();
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
        fn a_generated_policy_holds_and_detects_every_flip(
            names in proptest::collection::btree_set("[a-z\"'\\\\é.\n\u{1b} -]{1,12}", 1..6),
            values in proptest::collection::vec(proptest::option::of(any::<bool>()), 24),
            flipped in 0usize..24,
            servers in 1usize..3,
        ) {
            let names: Vec<String> = names.into_iter().collect();
            let hint = |at: usize, hint: usize| values[(at * 4 + hint) % values.len()];
            let mut tools: Vec<ToolHints> = names.iter().enumerate().map(|(at, name)| ToolHints {
                server: ["one", "two"][at % servers],
                tool: name,
                hints: PerHint { read_only: hint(at, 0), destructive: hint(at, 1), idempotent: hint(at, 2), open_world: hint(at, 3) },
                title: None,
            }).collect();
            let policy = LintPolicy::parse(&generate_policy(&tools, Some("spec"))).unwrap();
            prop_assert_eq!(find_violations(&policy, &tools), vec![]);
            let at = flipped % tools.len();
            let hint = HintName::ALL[flipped % 4];
            tools[at].hints[hint] = Some(tools[at].hints[hint] != Some(true));
            let violations = find_violations(&policy, &tools);
            prop_assert_eq!(violations.len(), 1);
            let is_it = matches!(violations[0].kind, ViolationKind::Hint { hint: violations, .. } if violations == hint);
            prop_assert!(is_it, "{:?}", violations);
            let gone = tools.remove(at);
            let violations = find_violations(&policy, &tools);
            // A server without any listed tool counts as not part of the run.
            let is_listed = names.len() == 1 || tools.iter().any(|tool| tool.server == gone.server);
            let violations = violations.iter().filter(|violations| violations.kind == ViolationKind::Missing).count();
            prop_assert_eq!(violations, usize::from(is_listed));
        }
    }
}
