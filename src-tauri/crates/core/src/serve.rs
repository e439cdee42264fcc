//! Policy for one server behind a proxy: the corrected list of tools that clients see, and decisions about their calls.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::agent::{self, AgentTool};
use crate::approve::{Answer, Facts, Mode, Wishes, decide};
use crate::decisions::{Decisions, Definition};
use crate::declared::Declared;
use crate::export::hintsmith_json::{ApprovalScope, DecidedApproval, DecidedLayer, Document};
use crate::fingerprint::Fingerprint;
use crate::hint::PerHint;
use crate::infer::{ServerFacts, Settings, infer};
use crate::note::Bullet;
use crate::overrides::Overrides;
use crate::resolve::{Held, Layers, resolve};
use crate::review::{self, ReviewState};
use crate::rule::{Rule, Rules};
use crate::tool::Tool;
use crate::toolset::{Reference, ToolName};
use crate::wire;

/// All decisions about the tools of one server in one environment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Serving {
    pub server: String,
    /// Inference settings of the server.
    pub settings: Settings,
    pub base: Layer,
    pub environment: Option<(String, Layer)>,
    /// The tools that are offered; `None` for all.
    pub offered: Option<Named>,
    /// Notes for the model by tool: name and text, in order.
    pub notes: Vec<(Reference, Vec<(String, String)>)>,
    /// The definitions that the user has reviewed, by tool.
    pub reviewed: HashMap<String, Fingerprint>,
    /// The definitions of the last refresh, by tool.
    pub known: HashMap<String, Known>,
    /// The definitions of the last scan as the server wrote them, for calls of clients that have not listed the tools.
    pub scanned: Vec<Arc<str>>,
    /// Treatment of a tool that the server changed after the user decided about it.
    pub changed: Changed,
    /// Names of the [agent tools](crate::agent) that are offered beside the server's.
    pub own: Vec<&'static str>,
    pub approval: Approval,
}

/// The user's approval policy for the tools of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Approval {
    pub wishes: Wishes,
    /// The user trusts the server.
    pub trusted: bool,
    /// Mode for tools that have none of their own.
    pub otherwise: Mode,
    /// Mode of a tool, and the definition that it was set for if it loosens.
    pub modes: HashMap<String, (Mode, Option<Fingerprint>)>,
    /// The definitions for which a call was allowed once, by tool.
    pub granted: HashMap<String, Fingerprint>,
}

impl Approval {
    /// Returns the approval policy of a document for a server. The modes of the environment take precedence.
    fn of(document: &Document, server: &str, environment: Option<&str>, toolset: Option<&str>) -> Self {
        let own = environment.and_then(|name| document.environments.get(name));
        let find = |scope: &ApprovalScope| {
            let mut layers = own.into_iter().chain([&document.base]);
            layers.find_map(|layer| layer.approvals.get(scope)).map(|decided| decided.mode)
        };
        let of_toolset = toolset.and_then(|name| find(&ApprovalScope::Toolset(name.to_owned())));
        let otherwise = of_toolset.or_else(|| find(&ApprovalScope::Server(server.to_owned())));
        let mut modes = HashMap::new();
        for (scope, DecidedApproval { mode, fingerprint }) in
            document.base.approvals.iter().chain(own.into_iter().flat_map(|layer| &layer.approvals))
        {
            if let ApprovalScope::Tool(name) = scope
                && name.server == server
            {
                modes.insert(name.tool.clone(), (*mode, fingerprint.clone()));
            }
        }
        Self { otherwise: otherwise.unwrap_or_default(), modes, ..Self::default() }
    }

    /// Returns the mode for a tool whose definition is `current`. A loosening mode applies only to the definition it
    /// was set for.
    pub fn mode(&self, tool: &str, now: Option<&Fingerprint>) -> Mode {
        match self.modes.get(tool) {
            None => self.otherwise,
            Some((mode, _)) if !mode.loosens() => *mode,
            Some((mode, meant)) if now.is_some() && meant.as_ref() == now => *mode,
            // As if the tool had no mode, but no looser than its hints.
            Some(_) if self.otherwise.loosens() => Mode::ByHints,
            Some(_) => self.otherwise,
        }
    }
}

/// The decisions of one layer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layer {
    /// By tool.
    pub overrides: HashMap<String, Overrides>,
    pub rules: Rules,
}

/// Tools by name, or by the id of their definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    pub names: HashSet<String>,
    pub ids: HashSet<String>,
}

/// A definition as of the last refresh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub fingerprint: Fingerprint,
    /// Number of the refresh that brought this definition.
    pub since: i64,
    /// Number of the refresh that first listed the tool.
    pub first: i64,
}

/// Treatment of a tool that the server changed after the user decided about it or reviewed it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Changed {
    /// It is offered, but neither the server's new declaration nor an earlier decision loosens anything.
    #[default]
    Careful,
    /// It is not offered until the user reviews it.
    Hidden,
}

/// A tool of a list under a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedTool<'a> {
    /// Name for calls, or a generated one if the server sent none.
    pub name: String,
    pub fingerprint: Fingerprint,
    /// The text for the client, borrowed if nothing is corrected; or why the tool is not offered.
    pub text: Result<Cow<'a, str>, Withheld>,
    pub held: Held,
}

/// The definition that a call refers to.
#[derive(Debug, Clone, Copy)]
pub enum Current<'a> {
    /// Neither the client's list nor a scan contains the tool.
    Unknown,
    /// The client's list has several definitions with the tool's name.
    Ambiguous,
    Known(&'a Fingerprint, &'a Held),
}

/// Why a tool is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withheld {
    /// It is not in the toolset.
    NotInToolset,
    Changed,
    /// Several tools have this name, so a call is ambiguous.
    Ambiguous,
}

impl Serving {
    /// Returns the policy of a `hintsmith.json` for a server in an environment, limited to a toolset.
    pub fn of(document: &Document, server: &str, environment: Option<&str>, toolset: Option<&str>) -> Self {
        let layer = |layer: &DecidedLayer| Layer::of(layer, server);
        let offered = toolset.map(|name| {
            let set = document.toolsets.get(name).map(|set| set.tools.as_slice()).unwrap_or_default();
            Named::of(set, server)
        });
        let notes = document.notes.iter().map(|(tool, notes)| {
            let notes =
                notes.iter().filter(|note| note.toolset.is_none() || note.toolset.as_deref() == toolset);
            (tool.clone(), notes.map(|note| (note.name.clone(), note.text.clone())).collect())
        });
        let reviewed = document.reviewed.iter().filter(|(tool, _)| tool.server == server);
        Self {
            server: server.to_owned(),
            base: layer(&document.base),
            environment: environment
                .and_then(|name| Some((name.to_owned(), layer(document.environments.get(name)?)))),
            offered,
            notes: notes.collect(),
            reviewed: reviewed.map(|(tool, print)| (tool.tool.clone(), print.clone())).collect(),
            approval: Approval::of(document, server, environment, toolset),
            ..Self::default()
        }
    }

    /// Applies the policy to a list of tools, in its order.
    pub fn list<'a>(&self, raws: &[&'a str]) -> Vec<ServedTool<'a>> {
        let tools: Vec<Tool> =
            raws.iter().enumerate().map(|(at, raw)| Tool::parse((*raw).into(), at)).collect();
        let facts = ServerFacts::from_tools(tools.iter());
        let mut count: HashMap<&str, usize> = HashMap::new();
        for tool in &tools {
            *count.entry(&tool.name).or_default() += 1;
        }
        let serve = |(tool, raw): (&Tool, &&'a str)| {
            let (held, text) = self.text(tool, &facts);
            let borrowed = |text: String| if text == **raw { Cow::Borrowed(*raw) } else { Cow::Owned(text) };
            ServedTool {
                name: tool.name.clone(),
                fingerprint: tool.fingerprint.clone(),
                text: if count[tool.name.as_str()] > 1 {
                    Err(Withheld::Ambiguous)
                } else {
                    text.map(borrowed)
                },
                held,
            }
        };
        tools.iter().zip(raws).map(serve).collect()
    }

    /// Returns whether a tool may be called by this name. Of a tool that no list contains, only the name is known.
    pub fn admits(&self, name: &str, shown: Option<&Fingerprint>) -> bool {
        match shown {
            Some(print) => self.withheld(name, print).is_none(),
            None => {
                let offered = self.offered.as_ref().is_none_or(|offered| offered.names.contains(name));
                offered && self.changed == Changed::Careful
            }
        }
    }

    fn withheld(&self, name: &str, print: &Fingerprint) -> Option<Withheld> {
        if self.offered.as_ref().is_some_and(|offered| !offered.has(name, print)) {
            Some(Withheld::NotInToolset)
        } else if self.changed == Changed::Hidden && self.is_changed(name, print) {
            Some(Withheld::Changed)
        } else {
            None
        }
    }

    fn text(&self, tool: &Tool, facts: &ServerFacts) -> (Held, Result<String, Withheld>) {
        let changed = self.is_changed(&tool.name, &tool.fingerprint);
        let inferred = infer(tool, facts, self.settings);
        let declared =
            if changed { Cow::Owned(careful(&tool.declared)) } else { Cow::Borrowed(&tool.declared) };
        let base = self.base.for_tool(&self.server, &tool.name);
        let environment = self
            .environment
            .as_ref()
            .map(|(name, layer)| (name.as_str(), layer.for_tool(&self.server, &tool.name)));
        let resolved = resolve(&Layers {
            name: &tool.name,
            inferred: &inferred,
            declared: &declared,
            decisions: &base,
            environment: environment.as_ref().map(|(name, decisions)| (*name, decisions)),
            definition: self.definition(tool),
        });
        let text = match self.withheld(&tool.name, &tool.fingerprint) {
            Some(why) => Err(why),
            None => Ok(wire::tool(tool, &resolved, &self.notes_of(tool))),
        };
        (resolved.held(), text)
    }

    /// The agent tools that are offered, without those that have the name of a tool of the server.
    pub fn own(&self, is_taken: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static AgentTool> {
        self.own
            .iter()
            .filter_map(|name| agent::find(name))
            .filter(move |tool| !is_taken(tool.name) && !self.known.contains_key(tool.name))
    }

    fn definition<'a>(&self, tool: &'a Tool) -> Definition<'a> {
        let (since, first) = match self.known.get(&tool.name) {
            None => (0, 0),
            Some(known) if known.fingerprint == tool.fingerprint => (known.since, known.first),
            // Changed after everything that the user has seen.
            Some(_) => (i64::MAX, 0),
        };
        let reviewed = self.reviewed.get(&tool.name) == Some(&tool.fingerprint);
        Definition { fingerprint: &tool.fingerprint, since, first, reviewed }
    }

    /// Decides about a call of a tool; `allowed_in_session` and `is_retry` are provided by the caller.
    pub fn weigh(&self, tool: &str, now: Current, in_session: bool, same: bool) -> Answer {
        let (print, held) = match now {
            Current::Known(print, held) => (Some(print), Some(held)),
            Current::Unknown | Current::Ambiguous => (None, None),
        };
        let facts = Facts {
            held,
            ambiguous: matches!(now, Current::Ambiguous),
            mode: self.approval.mode(tool, print),
            trusted: self.approval.trusted,
            changed: print.is_some_and(|print| self.is_changed(tool, print)),
            in_session,
            before: print.is_some() && self.approval.granted.get(tool) == print,
            same,
        };
        decide(&facts, self.approval.wishes)
    }

    fn is_changed(&self, name: &str, print: &Fingerprint) -> bool {
        let layers = std::iter::once(&self.base).chain(self.environment.as_ref().map(|(_, layer)| layer));
        let overrides = layers.filter_map(|layer| layer.overrides.get(name));
        let decided =
            overrides.flat_map(|all| all.iter().filter_map(|(_, decision)| decision.fingerprint.as_ref()));
        review::state(print, self.reviewed.get(name), decided, false) == ReviewState::Drifted
    }

    fn notes_of(&self, tool: &Tool) -> Vec<Bullet<'_>> {
        let about = |reference: &Reference| match &reference.name {
            Some(name) => name.server == self.server && name.tool == tool.name,
            None => reference.id.as_deref() == Some(&tool.fingerprint.0),
        };
        let notes = self.notes.iter().filter(|(reference, _)| about(reference));
        notes.flat_map(|(_, notes)| notes.iter().map(|(name, text)| Bullet { name, text })).collect()
    }
}

impl Layer {
    fn of(layer: &DecidedLayer, server: &str) -> Self {
        let tools = layer.servers.get(server).into_iter().flatten();
        let rules = layer.rules.iter().map(|(key, rule)| Rule {
            selector: key.selector.clone(),
            hint: key.hint,
            value: rule.value,
            because: rule.because.clone(),
            seen: 0,
        });
        Self {
            overrides: tools.map(|(name, tool)| (name.clone(), tool.overrides.clone())).collect(),
            rules: Rules::new(rules),
        }
    }

    fn for_tool(&self, server: &str, tool: &str) -> Decisions {
        let overrides = self.overrides.get(tool).cloned().unwrap_or_default();
        Decisions { overrides, rules: self.rules.for_tool(server, tool) }
    }
}

impl Named {
    pub fn of<'a>(references: impl IntoIterator<Item = &'a Reference>, server: &str) -> Self {
        let mut named = Self::default();
        for Reference { name, id } in references {
            match (name, id) {
                (Some(ToolName { server: of, tool }), _) if of == server => {
                    named.names.insert(tool.clone());
                }
                (None, Some(id)) => {
                    named.ids.insert(id.clone());
                }
                _ => {}
            }
        }
        named
    }

    fn has(&self, name: &str, print: &Fingerprint) -> bool {
        self.names.contains(name) || self.ids.contains(&print.0)
    }
}

/// The server's declaration without the hints that loosen something.
fn careful(declared: &Declared) -> Declared {
    let hints = PerHint::from_fn(|hint| declared.hints[hint].filter(|value| *value == hint.careful()));
    Declared { hints, ..declared.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::parse(text).unwrap()
    }

    fn texts(serving: &Serving, raws: &[&str]) -> Vec<Result<String, Withheld>> {
        serving.list(raws).into_iter().map(|tool| tool.text.map(Cow::into_owned)).collect()
    }

    const GET: &str = r#"{"name":"get_x","title":"Get","inputSchema":{},"x":1.0}"#;
    const DROP: &str =
        r#"{"name":"drop_x","title":"Drop","annotations":{"readOnlyHint":true,"destructiveHint":false}}"#;

    #[test]
    fn without_a_decision_the_servers_bytes_pass() {
        let serving = Serving::of(&Document::default(), "s", None, None);
        let list = serving.list(&[GET]);
        assert!(matches!(&list[0].text, Ok(Cow::Borrowed(text)) if *text == GET), "{list:?}");
    }

    #[test]
    fn decisions_of_the_environment_rules_and_notes_are_in_the_list() {
        let decided = document(
            r#"{"hintsmith":5,"servers":{"s":{"tools":{"get_x":{"annotations":{"openWorldHint":true}}}},
                    "other":{"tools":{"get_x":{"annotations":{"title":"Not this one"}}}}},
                "rules":{"s.get_*":{"annotations":{"idempotentHint":false}}},
                "environments":{"prod":{"servers":{"s":{"tools":{"get_x":{"annotations":{"title":"Fetch"}}}}}}},
                "toolsets":{"daily":{"tools":[{"tool":"s.get_x"}]}},
                "notes":{"s.get_x":[{"name":"a","text":"here"},{"name":"b","text":"not here","toolset":"daily"}]}}"#,
        );
        let text = texts(&Serving::of(&decided, "s", Some("prod"), None), &[GET]).remove(0).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["annotations"]["openWorldHint"], true);
        assert_eq!(value["annotations"]["idempotentHint"], false);
        assert_eq!((&value["title"], &value["annotations"]["title"]), (&"Fetch".into(), &"Fetch".into()));
        assert!(value["description"].as_str().unwrap().ends_with("• **a**: here"), "{value}");
        assert!(text.contains("\"x\":1.0"), "{text}");
    }

    #[test]
    fn a_toolset_withholds_the_other_tools_and_so_does_a_name_given_twice() {
        let decided =
            document(r#"{"hintsmith":4,"servers":{},"toolsets":{"daily":{"tools":[{"tool":"s.get_x"}]}}}"#);
        let serving = Serving::of(&decided, "s", None, Some("daily"));
        assert_eq!(texts(&serving, &[GET, DROP])[1], Err(Withheld::NotInToolset));
        assert!(serving.admits("get_x", None) && !serving.admits("drop_x", None));
        // An unknown toolset offers nothing.
        assert_eq!(
            texts(&Serving::of(&decided, "s", None, Some("gone")), &[GET])[0],
            Err(Withheld::NotInToolset)
        );
        let twice = texts(&Serving::of(&decided, "s", None, None), &[GET, GET, DROP]);
        assert_eq!(twice[..2], [Err(Withheld::Ambiguous), Err(Withheld::Ambiguous)]);
        assert!(twice[2].is_ok());
    }

    #[test]
    fn a_changed_tool_is_careful_or_hidden() {
        let decided = document(
            r#"{"hintsmith":5,"servers":{"s":{"tools":{"drop_x":{"fingerprint":"sha256:old","annotations":{"openWorldHint":false}}}}}}"#,
        );
        let mut serving = Serving::of(&decided, "s", None, None);
        let text = texts(&serving, &[DROP]).remove(0).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        // Neither the earlier decision nor the server's new declaration makes a client act where it would have asked.
        assert_ne!(value["annotations"]["readOnlyHint"], true);
        assert_ne!(value["annotations"]["destructiveHint"], false);
        assert_ne!(value["annotations"]["openWorldHint"], false);
        serving.changed = Changed::Hidden;
        assert_eq!(texts(&serving, &[DROP])[0], Err(Withheld::Changed));
        let now = Tool::parse(DROP.into(), 0).fingerprint;
        // Nor may it be called, and neither may a tool that no list contains: it could be a changed one.
        assert!(!serving.admits("drop_x", Some(&now)) && !serving.admits("drop_x", None));
        // After a review of the current definition, the server's declaration applies.
        serving.reviewed.insert("drop_x".to_owned(), now.clone());
        assert!(serving.admits("drop_x", Some(&now)));
        assert!(texts(&serving, &[DROP])[0].as_ref().unwrap().contains("\"readOnlyHint\":true"));
    }

    #[test]
    fn a_rule_does_not_loosen_a_tool_that_is_not_what_was_known() {
        let decided = document(
            r#"{"hintsmith":2,"servers":{},"rules":{"s.get_*":{"annotations":{"readOnlyHint":true}}}}"#,
        );
        let mut serving = Serving::of(&decided, "s", None, None);
        assert!(texts(&serving, &[GET])[0].as_ref().unwrap().contains("\"readOnlyHint\":true"));
        let known = Known { fingerprint: Fingerprint("sha256:old".to_owned()), since: 1, first: 1 };
        serving.known.insert("get_x".to_owned(), known);
        assert_eq!(texts(&serving, &[GET])[0].as_deref(), Ok(GET));
    }

    #[test]
    fn what_loosened_another_definition_does_not_hold_and_what_is_stricter_does() {
        let (now, other) = (Fingerprint("now".into()), Fingerprint("other".into()));
        let mode = |mode, meant: Option<&Fingerprint>| {
            let modes = HashMap::from([("t".to_owned(), (mode, meant.cloned()))]);
            Approval { modes, otherwise: Mode::AlwaysAsk, ..Approval::default() }.mode("t", Some(&now))
        };
        assert_eq!(mode(Mode::NeverAsk, Some(&now)), Mode::NeverAsk);
        // The mode for the server's other tools applies then.
        assert_eq!(mode(Mode::NeverAsk, Some(&other)), Mode::AlwaysAsk);
        assert_eq!(mode(Mode::NeverAsk, None), Mode::AlwaysAsk);
        let loose = HashMap::from([("t".to_owned(), (Mode::NeverAsk, Some(other.clone())))]);
        let loose = Approval { modes: loose, otherwise: Mode::NeverAsk, ..Approval::default() };
        assert_eq!(loose.mode("t", Some(&now)), Mode::ByHints);
        assert_eq!(mode(Mode::Block, Some(&other)), Mode::Block);
        assert_eq!(
            Approval { otherwise: Mode::AlwaysAsk, ..Approval::default() }.mode("u", None),
            Mode::AlwaysAsk
        );
    }
}
