//! Policy for one server behind a proxy: the corrected list of tools that clients see, and decisions about their calls.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::approval::{ApprovalFacts, ApprovalMode, ApprovalSettings, CallDecision, decide};
use crate::export::hintsmith_json::{ApprovalScope, DecidedApproval, DecidedLayer, HintsmithDocument};
use crate::infer::{InferenceSettings, ServerFacts, infer};
use crate::model::agent::{self, AgentTool};
use crate::model::decisions::{Decisions, Definition};
use crate::model::declared::DeclaredAnnotations;
use crate::model::fingerprint::Fingerprint;
use crate::model::hint::PerHint;
use crate::model::note::NoteEntry;
use crate::model::overrides::Overrides;
use crate::model::rule::{Rule, Rules};
use crate::model::tool::Tool;
use crate::model::toolset::{ToolName, ToolReference};
use crate::resolve::wire;
use crate::resolve::{EffectiveHints, Layers, resolve};
use crate::review::{self, ReviewState};

/// All decisions about the tools of one server in one environment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerPolicy {
    pub server: String,
    /// Inference settings of the server.
    pub settings: InferenceSettings,
    pub base: PolicyLayer,
    pub environment: Option<(String, PolicyLayer)>,
    /// The tools that are offered; `None` for all.
    pub offered: Option<OfferedTools>,
    /// Notes for the model by tool: name and text, in order.
    pub notes: Vec<(ToolReference, Vec<(String, String)>)>,
    /// The definitions that the user has reviewed, by tool.
    pub reviewed_definitions: HashMap<String, Fingerprint>,
    /// The definitions of the last refresh, by tool.
    pub known_definitions: HashMap<String, KnownDefinition>,
    /// The definitions of the last scan as the server wrote them, for calls of clients that have not listed the tools.
    pub scanned_definitions: Vec<Arc<str>>,
    /// Treatment of a tool that the server changed after the user decided about it.
    pub changed_tools: ChangedToolPolicy,
    /// Names of the [agent tools](crate::model::agent) that are offered beside the server's.
    pub agent_tools: Vec<&'static str>,
    pub approval: ApprovalPolicy,
}

/// The user's approval policy for the tools of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApprovalPolicy {
    pub settings: ApprovalSettings,
    /// The user trusts the server.
    pub trusted: bool,
    /// Mode for tools that have none of their own.
    pub default_mode: ApprovalMode,
    /// Mode of a tool, and the definition that it was set for if it loosens.
    pub modes: HashMap<String, (ApprovalMode, Option<Fingerprint>)>,
    /// The definitions for which a call was allowed once, by tool.
    pub allowed_once: HashMap<String, Fingerprint>,
}

impl ApprovalPolicy {
    /// Returns the approval policy of a document for a server. The modes of the environment take precedence.
    fn from_document(
        document: &HintsmithDocument,
        server: &str,
        environment: Option<&str>,
        toolset: Option<&str>,
    ) -> Self {
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
        Self { default_mode: otherwise.unwrap_or_default(), modes, ..Self::default() }
    }

    /// Returns whether each call of some tool is asked about.
    pub fn asks_always(&self) -> bool {
        let mut modes = self.modes.values().map(|(mode, _)| *mode).chain([self.default_mode]);
        modes.any(|mode| mode == ApprovalMode::AlwaysAsk)
    }

    /// Returns the mode for a tool whose definition is `current`. A loosening mode applies only to the definition it
    /// was set for.
    pub fn mode(&self, tool: &str, current: Option<&Fingerprint>) -> ApprovalMode {
        match self.modes.get(tool) {
            None => self.default_mode,
            Some((mode, _)) if !mode.is_loosening() => *mode,
            Some((mode, meant)) if current.is_some() && meant.as_ref() == current => *mode,
            // As if the tool had no mode, but no looser than its hints.
            Some(_) if self.default_mode.is_loosening() => ApprovalMode::ByHints,
            Some(_) => self.default_mode,
        }
    }
}

/// The decisions of one layer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PolicyLayer {
    /// By tool.
    pub overrides: HashMap<String, Overrides>,
    pub rules: Rules,
}

/// Tools by name, or by the id of their definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferedTools {
    pub names: HashSet<String>,
    pub ids: HashSet<String>,
}

/// A definition as of the last refresh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDefinition {
    pub fingerprint: Fingerprint,
    /// Number of the refresh that brought this definition.
    pub changed_at_refresh: i64,
    /// Number of the refresh that first listed the tool.
    pub added_at_refresh: i64,
}

/// Treatment of a tool that the server changed after the user decided about it or reviewed it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ChangedToolPolicy {
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
    pub text: Result<Cow<'a, str>, WithholdReason>,
    pub hints: EffectiveHints,
}

/// The definition that a call refers to.
#[derive(Debug, Clone, Copy)]
pub enum CallTarget<'a> {
    /// Neither the client's list nor a scan contains the tool.
    Unknown,
    /// The client's list has several definitions with the tool's name.
    Ambiguous,
    Known(&'a Fingerprint, &'a EffectiveHints),
}

/// Reason a tool is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithholdReason {
    /// It is not in the toolset.
    NotInToolset,
    Changed,
    /// Several tools have this name, so a call is ambiguous.
    Ambiguous,
}

/// What the process that decides remembers of approvals of a tool, as its definition is now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EarlierApprovals {
    /// The user allowed the tool for the session.
    pub in_session: bool,
    /// The user allowed a call of this definition. The store has it too, but a policy is read from there a little later.
    pub of_definition: bool,
    /// The user just allowed a call with the same arguments.
    pub of_same_call: bool,
}

impl ServerPolicy {
    /// Returns the policy of a `hintsmith.json` for a server in an environment, limited to a toolset.
    pub fn from_document(
        document: &HintsmithDocument,
        server: &str,
        environment: Option<&str>,
        toolset: Option<&str>,
    ) -> Self {
        let layer = |layer: &DecidedLayer| PolicyLayer::from_document(layer, server);
        let offered = toolset.map(|name| {
            let set = document.toolsets.get(name).map(|set| set.tools.as_slice()).unwrap_or_default();
            OfferedTools::from_references(set, server)
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
            reviewed_definitions: reviewed.map(|(tool, print)| (tool.tool.clone(), print.clone())).collect(),
            approval: ApprovalPolicy::from_document(document, server, environment, toolset),
            ..Self::default()
        }
    }

    /// Applies the policy to a list of tools, in its order.
    pub fn apply_to_list<'a>(&self, raws: &[&'a str]) -> Vec<ServedTool<'a>> {
        let tools: Vec<Tool> =
            raws.iter().enumerate().map(|(at, raw)| Tool::parse((*raw).into(), at)).collect();
        let facts = ServerFacts::from_tools(tools.iter());
        let mut count: HashMap<&str, usize> = HashMap::new();
        for tool in &tools {
            *count.entry(&tool.name).or_default() += 1;
        }
        let serve = |(tool, raw): (&Tool, &&'a str)| {
            let (hints, text) = self.correct_tool(tool, &facts);
            let borrowed = |text: String| if text == **raw { Cow::Borrowed(*raw) } else { Cow::Owned(text) };
            ServedTool {
                name: tool.name.clone(),
                fingerprint: tool.fingerprint.clone(),
                text: if count[tool.name.as_str()] > 1 {
                    Err(WithholdReason::Ambiguous)
                } else {
                    text.map(borrowed)
                },
                hints,
            }
        };
        tools.iter().zip(raws).map(serve).collect()
    }

    /// Returns whether a tool may be called by this name. Of a tool that no list contains, only the name is known.
    pub fn can_call(&self, name: &str, listed: Option<&Fingerprint>) -> bool {
        match listed {
            Some(print) => self.withhold_reason(name, print).is_none(),
            None => {
                let offered = self.offered.as_ref().is_none_or(|offered| offered.names.contains(name));
                offered && self.changed_tools == ChangedToolPolicy::Careful
            }
        }
    }

    fn withhold_reason(&self, name: &str, print: &Fingerprint) -> Option<WithholdReason> {
        if self.offered.as_ref().is_some_and(|offered| !offered.contains(name, print)) {
            Some(WithholdReason::NotInToolset)
        } else if self.changed_tools == ChangedToolPolicy::Hidden && self.is_changed(name, print) {
            Some(WithholdReason::Changed)
        } else {
            None
        }
    }

    fn correct_tool(
        &self,
        tool: &Tool,
        facts: &ServerFacts,
    ) -> (EffectiveHints, Result<String, WithholdReason>) {
        let changed = self.is_changed(&tool.name, &tool.fingerprint);
        let mut inferred = infer(tool, facts, self.settings);
        // The method of a changed tool is as new as its declaration; what tightens is still inferred from it.
        inferred.proof = inferred.proof.filter(|_| !changed);
        let declared = if changed {
            Cow::Owned(without_loosening_hints(&tool.declared))
        } else {
            Cow::Borrowed(&tool.declared)
        };
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
        let text = match self.withhold_reason(&tool.name, &tool.fingerprint) {
            Some(why) => Err(why),
            None => Ok(wire::correct_tool(tool, &resolved, &self.notes_for(tool))),
        };
        (resolved.effective_hints(), text)
    }

    /// The agent tools that are offered, without those that have the name of a tool of the server.
    pub fn offered_agent_tools(
        &self,
        is_taken: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = &'static AgentTool> {
        self.agent_tools
            .iter()
            .filter_map(|name| agent::find(name))
            .filter(move |tool| !is_taken(tool.name) && !self.known_definitions.contains_key(tool.name))
    }

    fn definition<'a>(&self, tool: &'a Tool) -> Definition<'a> {
        let (since, first) = match self.known_definitions.get(&tool.name) {
            None => (0, 0),
            Some(known) if known.fingerprint == tool.fingerprint => {
                (known.changed_at_refresh, known.added_at_refresh)
            }
            // Changed after everything that the user has seen.
            Some(_) => (i64::MAX, 0),
        };
        let reviewed = self.reviewed_definitions.get(&tool.name) == Some(&tool.fingerprint);
        Definition {
            fingerprint: &tool.fingerprint,
            changed_at_refresh: since,
            added_at_refresh: first,
            reviewed,
        }
    }

    /// Decides about a call of a tool.
    pub fn decide_call(&self, tool: &str, target: CallTarget, approvals: EarlierApprovals) -> CallDecision {
        let (print, hints) = match target {
            CallTarget::Known(print, hints) => (Some(print), Some(hints)),
            CallTarget::Unknown | CallTarget::Ambiguous => (None, None),
        };
        let facts = ApprovalFacts {
            hints,
            ambiguous: matches!(target, CallTarget::Ambiguous),
            mode: self.approval.mode(tool, print),
            trusted: self.approval.trusted,
            changed: print.is_some_and(|print| self.is_changed(tool, print)),
            allowed_in_session: approvals.in_session,
            allowed_before: approvals.of_definition
                || (print.is_some() && self.approval.allowed_once.get(tool) == print),
            is_retry: approvals.of_same_call,
        };
        decide(&facts, self.approval.settings)
    }

    fn is_changed(&self, name: &str, print: &Fingerprint) -> bool {
        let layers = std::iter::once(&self.base).chain(self.environment.as_ref().map(|(_, layer)| layer));
        let overrides = layers.filter_map(|layer| layer.overrides.get(name));
        let decided =
            overrides.flat_map(|all| all.iter().filter_map(|(_, decision)| decision.fingerprint.as_ref()));
        review::review_state(print, self.reviewed_definitions.get(name), decided, false)
            == ReviewState::Drifted
    }

    fn notes_for(&self, tool: &Tool) -> Vec<NoteEntry<'_>> {
        let about = |reference: &ToolReference| match &reference.name {
            Some(name) => name.server == self.server && name.tool == tool.name,
            None => reference.id.as_deref() == Some(&tool.fingerprint.0),
        };
        let notes = self.notes.iter().filter(|(reference, _)| about(reference));
        notes.flat_map(|(_, notes)| notes.iter().map(|(name, text)| NoteEntry { name, text })).collect()
    }
}

impl PolicyLayer {
    fn from_document(layer: &DecidedLayer, server: &str) -> Self {
        let tools = layer.servers.get(server).into_iter().flatten();
        let rules = layer.rules.iter().map(|(key, rule)| Rule {
            selector: key.selector.clone(),
            hint: key.hint,
            value: rule.value,
            because: rule.because.clone(),
            written_at_refresh: 0,
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

impl OfferedTools {
    pub fn from_references<'a>(
        references: impl IntoIterator<Item = &'a ToolReference>,
        server: &str,
    ) -> Self {
        let mut named = Self::default();
        for ToolReference { name, id } in references {
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

    fn contains(&self, name: &str, print: &Fingerprint) -> bool {
        self.names.contains(name) || self.ids.contains(&print.0)
    }
}

/// The server's declaration without the hints that loosen something.
fn without_loosening_hints(declared: &DeclaredAnnotations) -> DeclaredAnnotations {
    let hints = PerHint::from_fn(|hint| declared.hints[hint].filter(|value| *value == hint.careful_value()));
    DeclaredAnnotations { hints, ..declared.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> HintsmithDocument {
        HintsmithDocument::parse(text).unwrap()
    }

    #[test]
    fn clients_read_what_a_trusted_method_proves_unless_the_tool_changed() {
        const GET: &str = r#"{"name":"thing","_meta":{"dev.hintsmith/http":{"method":"GET","path":"/"}}}"#;
        let mut policy = ServerPolicy { server: "s".to_owned(), ..ServerPolicy::default() };
        let is_read_only = |policy: &ServerPolicy| {
            let corrected = texts(policy, &[GET]).remove(0).unwrap();
            corrected.contains(r#""readOnlyHint":true"#)
        };
        assert!(!is_read_only(&policy));
        policy.settings.trusts_methods = true;
        assert!(is_read_only(&policy));
        let reviewed = Tool::parse(GET.replace("GET", "DELETE").into(), 0).fingerprint;
        policy.reviewed_definitions.insert("thing".to_owned(), reviewed);
        assert!(!is_read_only(&policy));
    }

    fn texts(serving: &ServerPolicy, raws: &[&str]) -> Vec<Result<String, WithholdReason>> {
        serving.apply_to_list(raws).into_iter().map(|tool| tool.text.map(Cow::into_owned)).collect()
    }

    const GET: &str = r#"{"name":"get_x","title":"Get","inputSchema":{},"x":1.0}"#;
    const DROP: &str =
        r#"{"name":"drop_x","title":"Drop","annotations":{"readOnlyHint":true,"destructiveHint":false}}"#;

    #[test]
    fn without_a_decision_the_servers_bytes_are_unchanged() {
        let serving = ServerPolicy::from_document(&HintsmithDocument::default(), "s", None, None);
        let list = serving.apply_to_list(&[GET]);
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
        let text =
            texts(&ServerPolicy::from_document(&decided, "s", Some("prod"), None), &[GET]).remove(0).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["annotations"]["openWorldHint"], true);
        assert_eq!(value["annotations"]["idempotentHint"], false);
        assert_eq!((&value["title"], &value["annotations"]["title"]), (&"Fetch".into(), &"Fetch".into()));
        assert!(value["description"].as_str().unwrap().ends_with("• **a**: here"), "{value}");
        assert!(text.contains("\"x\":1.0"), "{text}");
    }

    #[test]
    fn tools_outside_the_toolset_and_duplicate_names_are_withheld() {
        let decided =
            document(r#"{"hintsmith":4,"servers":{},"toolsets":{"daily":{"tools":[{"tool":"s.get_x"}]}}}"#);
        let serving = ServerPolicy::from_document(&decided, "s", None, Some("daily"));
        assert_eq!(texts(&serving, &[GET, DROP])[1], Err(WithholdReason::NotInToolset));
        assert!(serving.can_call("get_x", None) && !serving.can_call("drop_x", None));
        // An unknown toolset offers nothing.
        assert_eq!(
            texts(&ServerPolicy::from_document(&decided, "s", None, Some("gone")), &[GET])[0],
            Err(WithholdReason::NotInToolset)
        );
        let twice = texts(&ServerPolicy::from_document(&decided, "s", None, None), &[GET, GET, DROP]);
        assert_eq!(twice[..2], [Err(WithholdReason::Ambiguous), Err(WithholdReason::Ambiguous)]);
        assert!(twice[2].is_ok());
    }

    #[test]
    fn a_changed_tool_is_careful_or_hidden() {
        let decided = document(
            r#"{"hintsmith":5,"servers":{"s":{"tools":{"drop_x":{"fingerprint":"sha256:old","annotations":{"openWorldHint":false}}}}}}"#,
        );
        let mut serving = ServerPolicy::from_document(&decided, "s", None, None);
        let text = texts(&serving, &[DROP]).remove(0).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        // Neither the earlier decision nor the server's new declaration makes a client act where it would have asked.
        assert_ne!(value["annotations"]["readOnlyHint"], true);
        assert_ne!(value["annotations"]["destructiveHint"], false);
        assert_ne!(value["annotations"]["openWorldHint"], false);
        serving.changed_tools = ChangedToolPolicy::Hidden;
        assert_eq!(texts(&serving, &[DROP])[0], Err(WithholdReason::Changed));
        let now = Tool::parse(DROP.into(), 0).fingerprint;
        // Nor may it be called, and neither may a tool that no list contains: it could be a changed one.
        assert!(!serving.can_call("drop_x", Some(&now)) && !serving.can_call("drop_x", None));
        // After a review of the current definition, the server's declaration applies.
        serving.reviewed_definitions.insert("drop_x".to_owned(), now.clone());
        assert!(serving.can_call("drop_x", Some(&now)));
        assert!(texts(&serving, &[DROP])[0].as_ref().unwrap().contains("\"readOnlyHint\":true"));
    }

    #[test]
    fn a_rule_does_not_loosen_a_changed_tool() {
        let decided = document(
            r#"{"hintsmith":2,"servers":{},"rules":{"s.get_*":{"annotations":{"readOnlyHint":true}}}}"#,
        );
        let mut serving = ServerPolicy::from_document(&decided, "s", None, None);
        assert!(texts(&serving, &[GET])[0].as_ref().unwrap().contains("\"readOnlyHint\":true"));
        let known = KnownDefinition {
            fingerprint: Fingerprint("sha256:old".to_owned()),
            changed_at_refresh: 1,
            added_at_refresh: 1,
        };
        serving.known_definitions.insert("get_x".to_owned(), known);
        assert_eq!(texts(&serving, &[GET])[0].as_deref(), Ok(GET));
    }

    #[test]
    fn only_loosening_modes_are_bound_to_a_definition() {
        let (now, other) = (Fingerprint("now".into()), Fingerprint("other".into()));
        let mode = |mode, meant: Option<&Fingerprint>| {
            let modes = HashMap::from([("t".to_owned(), (mode, meant.cloned()))]);
            ApprovalPolicy { modes, default_mode: ApprovalMode::AlwaysAsk, ..ApprovalPolicy::default() }
                .mode("t", Some(&now))
        };
        assert_eq!(mode(ApprovalMode::NeverAsk, Some(&now)), ApprovalMode::NeverAsk);
        // The mode for the server's other tools applies then.
        assert_eq!(mode(ApprovalMode::NeverAsk, Some(&other)), ApprovalMode::AlwaysAsk);
        assert_eq!(mode(ApprovalMode::NeverAsk, None), ApprovalMode::AlwaysAsk);
        let loose = HashMap::from([("t".to_owned(), (ApprovalMode::NeverAsk, Some(other.clone())))]);
        let loose = ApprovalPolicy {
            modes: loose,
            default_mode: ApprovalMode::NeverAsk,
            ..ApprovalPolicy::default()
        };
        assert_eq!(loose.mode("t", Some(&now)), ApprovalMode::ByHints);
        assert_eq!(mode(ApprovalMode::Block, Some(&other)), ApprovalMode::Block);
        assert_eq!(
            ApprovalPolicy { default_mode: ApprovalMode::AlwaysAsk, ..ApprovalPolicy::default() }
                .mode("u", None),
            ApprovalMode::AlwaysAsk
        );
    }
}
