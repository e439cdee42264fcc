//! The policy of one server at one moment, as the proxy applies it. A snapshot never changes, except that it caches
//! assessed pages, because most lists are requested again and again. What each connection was sent is shared by all
//! snapshots of a server ([`Listings`]): calls are judged by that.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use hintsmith_core::approval::{ApprovalMode, CallDecision};
use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::resolve::EffectiveHints;
use hintsmith_core::resolve::badge::badges_for;
use hintsmith_core::server_policy::{CallTarget, EarlierApprovals, ServedTool, ServerPolicy, WithholdReason};
use hintsmith_mcp::proxy::{Admission, ConnectionId, Page, ToolAnswer, ToolPolicy};
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use super::listings::{self, ListedPage, ListedTool, Listings, ToolLookup};

/// The policy of one server at one moment.
pub struct PolicySnapshot {
    /// `None` if the store cannot be read: no tool is listed or called then.
    policy: Option<ServerPolicy>,
    /// Assessed pages, newest last.
    pages: RwLock<Vec<Arc<AssessedPage>>>,
    /// The definitions of the last scan, for calls on a connection that has not listed the tools.
    scanned: OnceLock<Arc<AssessedPage>>,
    shared: Arc<SharedState>,
}

/// State shared by all snapshots of a server.
struct SharedState {
    listings: Listings,
    /// Receives every new complete list, as the server sent it.
    new_lists: Option<mpsc::Sender<Vec<Arc<str>>>>,
    /// Handles calls to Hintsmith's own tools.
    agent_tools: Option<AgentToolHandler>,
}

/// The assessment of a call.
#[derive(Default)]
pub struct CallAssessment {
    /// `None` if the store cannot be read.
    pub answer: Option<CallDecision>,
    pub tool: Option<KnownTool>,
    /// The user has set that each call of the tool is asked about.
    pub is_always_asked: bool,
}

/// A tool that a connection has listed, or that the last scan found.
#[derive(Debug, Clone)]
pub struct KnownTool {
    page: Arc<AssessedPage>,
    index: usize,
}

impl KnownTool {
    pub fn fingerprint(&self) -> &Fingerprint {
        self.page.listed.fingerprint(self.index)
    }

    pub fn hints(&self) -> &EffectiveHints {
        &self.page.tools[self.index].hints
    }
}

/// Calls one of Hintsmith's own tools, by name, with the arguments as JSON.
pub type AgentToolHandler = Arc<dyn Fn(&'static str, Option<&str>) -> ToolAnswer + Send + Sync>;

/// A page with the policy applied.
#[derive(Debug)]
struct AssessedPage {
    listed: Arc<ListedPage>,
    tools: Vec<AssessedTool>,
}

#[derive(Debug, PartialEq, Eq)]
struct AssessedTool {
    /// The definition sent to the client instead of the server's. `None` if it is sent unchanged.
    text: Result<Option<String>, WithholdReason>,
    hints: EffectiveHints,
}

/// Limit for cached pages. The oldest page is dropped and assessed again when it is needed.
const MAX_CACHED_PAGES: usize = 64;

impl PolicySnapshot {
    pub fn new(
        policy: ServerPolicy,
        new_lists: Option<mpsc::Sender<Vec<Arc<str>>>>,
        agent_tools: Option<AgentToolHandler>,
    ) -> Self {
        let lists = Arc::new(SharedState { listings: Listings::default(), new_lists, agent_tools });
        Self::from_parts(Some(policy), lists, Vec::new())
    }

    fn from_parts(
        policy: Option<ServerPolicy>,
        lists: Arc<SharedState>,
        pages: Vec<Arc<AssessedPage>>,
    ) -> Self {
        Self { policy, pages: RwLock::new(pages), scanned: OnceLock::new(), shared: lists }
    }

    /// A snapshot with another policy (`None` if the store cannot be read), and whether its lists differ for the
    /// client. Returns `None` if the policy is the same.
    pub fn with_policy(&self, policy: Option<ServerPolicy>) -> Option<(Self, bool)> {
        if self.policy == policy {
            return None;
        }
        let cached = self.pages.read().unwrap_or_else(PoisonError::into_inner).clone();
        let mut pages = Vec::new();
        // Known definitions change with every list that is learned, mostly without an effect on the assessment.
        let is_same = match (&self.policy, &policy) {
            (Some(old), Some(new)) => {
                let mut is_same = (&old.offered, old.changed_tools, &old.agent_tools)
                    == (&new.offered, new.changed_tools, &new.agent_tools)
                    && !cached.is_empty();
                for page in &cached {
                    let (tools, _) = assess_tools(new, &page.listed.raws);
                    is_same &= tools == page.tools;
                    pages.push(Arc::new(AssessedPage { listed: Arc::clone(&page.listed), tools }));
                }
                is_same
            }
            _ => false,
        };
        Some((Self::from_parts(policy, Arc::clone(&self.shared), pages), !is_same))
    }

    /// Assesses a call. Without a readable policy there is no answer.
    pub fn assess_call(
        &self,
        name: &str,
        connection: ConnectionId,
        approvals: &dyn Fn(&Fingerprint) -> EarlierApprovals,
    ) -> CallAssessment {
        let Some(serving) = &self.policy else { return CallAssessment::default() };
        let lookup = self.shared.listings.find(connection, name);
        let is_ambiguous = matches!(lookup, ToolLookup::Ambiguous { .. });
        let known = self.find_tool(serving, lookup, name);
        let current = match &known {
            Some(tool) => CallTarget::Known(tool.fingerprint(), tool.hints()),
            None if is_ambiguous => CallTarget::Ambiguous,
            None => CallTarget::Unknown,
        };
        let earlier =
            known.as_ref().map_or_else(EarlierApprovals::default, |tool| approvals(tool.fingerprint()));
        let is_always_asked = serving.approval.mode(name, known.as_ref().map(KnownTool::fingerprint))
            == ApprovalMode::AlwaysAsk;
        CallAssessment {
            answer: Some(serving.decide_call(name, current, earlier)),
            tool: known,
            is_always_asked,
        }
    }

    fn find_tool(&self, policy: &ServerPolicy, lookup: ToolLookup, name: &str) -> Option<KnownTool> {
        match lookup {
            ToolLookup::Found(tool) => Some(self.assess_listed(policy, &tool)),
            ToolLookup::NotListed => {
                let page = self
                    .scanned
                    .get_or_init(|| Arc::new(AssessedPage::new(policy, &policy.scanned_definitions)));
                match listings::find(std::slice::from_ref(&page.listed), name) {
                    ToolLookup::Found(tool) => Some(KnownTool { page: Arc::clone(page), index: tool.index }),
                    _ => None,
                }
            }
            ToolLookup::Absent | ToolLookup::Ambiguous { .. } => None,
        }
    }

    /// A listed tool, assessed by the current policy.
    fn assess_listed(&self, policy: &ServerPolicy, tool: &ListedTool) -> KnownTool {
        let is_same = |page: &&Arc<AssessedPage>| Arc::ptr_eq(&page.listed, &tool.page);
        let cached =
            self.pages.read().unwrap_or_else(PoisonError::into_inner).iter().rev().find(is_same).cloned();
        let page = cached.unwrap_or_else(|| {
            let (tools, _) = assess_tools(policy, &tool.page.raws);
            let page = Arc::new(AssessedPage { listed: Arc::clone(&tool.page), tools });
            self.cache_page(&page);
            page
        });
        KnownTool { page, index: tool.index }
    }

    /// The definitions of Hintsmith's own tools, which are appended to the last page of a list.
    fn own_tools(&self, policy: &ServerPolicy, connection: ConnectionId) -> Vec<String> {
        if self.shared.agent_tools.is_none() {
            return Vec::new();
        }
        let own = policy.offered_agent_tools(|name| self.is_listed(name, connection));
        own.map(|tool| tool.definition().to_string()).collect()
    }

    fn is_listed(&self, name: &str, connection: ConnectionId) -> bool {
        matches!(
            self.shared.listings.find(connection, name),
            ToolLookup::Found(_) | ToolLookup::Ambiguous { .. }
        )
    }

    /// The assessed page, and whether it was not cached before.
    fn assess_page(&self, policy: &ServerPolicy, tools: &[&RawValue]) -> (Arc<AssessedPage>, bool) {
        let pages = self.pages.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = pages.iter().rev().find(|page| page.listed.matches(tools)) {
            return (Arc::clone(page), false);
        }
        drop(pages);
        let raws: Vec<Arc<str>> = tools.iter().map(|tool| tool.get().into()).collect();
        let page = Arc::new(AssessedPage::new(policy, &raws));
        self.cache_page(&page);
        (page, true)
    }

    fn cache_page(&self, page: &Arc<AssessedPage>) {
        let mut pages = self.pages.write().unwrap_or_else(PoisonError::into_inner);
        if pages.len() >= MAX_CACHED_PAGES {
            pages.remove(0);
        }
        pages.push(Arc::clone(page));
    }
}

impl AssessedPage {
    fn new(policy: &ServerPolicy, raws: &[Arc<str>]) -> Self {
        let (tools, names) = assess_tools(policy, raws);
        Self { listed: Arc::new(ListedPage::new(raws.to_vec(), names)), tools }
    }
}

/// Assesses each tool of a page. Also returns the names and fingerprints.
fn assess_tools(policy: &ServerPolicy, raws: &[Arc<str>]) -> (Vec<AssessedTool>, Vec<(String, Fingerprint)>) {
    let texts: Vec<&str> = raws.iter().map(|raw| &**raw).collect();
    let assessed = |ServedTool { name, fingerprint, text, hints }| {
        let text = text.map(|text| match text {
            // An unchanged definition needs no copy.
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => Some(text),
        });
        (AssessedTool { text, hints }, (name, fingerprint))
    };
    policy.apply_to_list(&texts).into_iter().map(assessed).unzip()
}

impl ToolPolicy for PolicySnapshot {
    fn correct_tools<'a>(&'a self, tools: Vec<&'a RawValue>, at: Page) -> Vec<Cow<'a, str>> {
        let Some(policy) = &self.policy else { return Vec::new() };
        let (page, is_new) = self.assess_page(policy, &tools);
        let listings = &self.shared.listings;
        if let (Some(list), Some(whole)) = (listings.record(&page.listed, at, is_new), &self.shared.new_lists)
        {
            // If the channel is full, the next new list is learned instead.
            let _ = whole.try_send(list);
        }
        // A name that an earlier page lists with another definition is left out: a call could mean either.
        let conflicts = |index: usize| {
            let tool = ListedTool { page: Arc::clone(&page.listed), index };
            !at.is_first && listings.has_conflict(&tool, at.connection)
        };
        let listed = tools.into_iter().zip(&page.tools).enumerate().filter_map(|(index, (raw, tool))| {
            match tool.text.as_ref().ok()? {
                _ if conflicts(index) => None,
                None => Some(Cow::Borrowed(raw.get())),
                Some(text) => Some(Cow::Owned(text.clone())),
            }
        });
        let mut listed: Vec<Cow<str>> = listed.collect();
        if at.is_last {
            listed.extend(self.own_tools(policy, at.connection).into_iter().map(Cow::Owned));
        }
        listed
    }

    fn admit_call(&self, name: &str, connection: ConnectionId) -> Admission {
        let Some(serving) = &self.policy else { return Admission::Unknown };
        let is_admitted = match self.shared.listings.find(connection, name) {
            ToolLookup::Found(tool) if tool.page.has_duplicates(name) => false,
            ToolLookup::Found(tool) => serving.can_call(name, Some(tool.fingerprint())),
            ToolLookup::Ambiguous { is_shown } => is_shown && serving.can_call(name, None),
            ToolLookup::Absent => false,
            ToolLookup::NotListed => {
                let is_admitted = serving.can_call(name, None);
                if is_admitted && !serving.known_definitions.contains_key(name) {
                    return Admission::Unlisted;
                }
                is_admitted
            }
        };
        if is_admitted { Admission::Admitted } else { Admission::Unknown }
    }

    fn handle_call(
        &self,
        name: &str,
        arguments: Option<&RawValue>,
        connection: ConnectionId,
    ) -> Option<ToolAnswer> {
        let (policy, agent_tools) = (self.policy.as_ref()?, self.shared.agent_tools.as_ref()?);
        let own = policy
            .offered_agent_tools(|name| self.is_listed(name, connection))
            .find(|tool| tool.name == name)?;
        Some(agent_tools(own.name, arguments.map(RawValue::get)))
    }

    fn effective_hints(&self, name: &str, connection: ConnectionId) -> Option<Arc<str>> {
        let lookup = self.shared.listings.find(connection, name);
        let known = self.find_tool(self.policy.as_ref()?, lookup, name)?;
        serde_json::to_string(&badges_for(known.hints())).ok().map(Arc::from)
    }

    fn last_list_id(&self, connection: ConnectionId) -> Option<u64> {
        self.shared.listings.list_number(connection)
    }

    fn on_disconnect(&self, connection: ConnectionId) {
        self.shared.listings.remove(connection);
    }
}

#[cfg(test)]
mod tests {
    use hintsmith_core::approval::{ApprovalMode, DecisionReason};
    use hintsmith_core::export::hintsmith_json::HintsmithDocument;
    use hintsmith_core::server_policy::{ChangedToolPolicy, KnownDefinition};

    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    fn policy_from(text: &str, toolset: Option<&str>) -> ServerPolicy {
        ServerPolicy::from_document(&HintsmithDocument::parse(text).unwrap(), "s", None, toolset)
    }

    const ONE: Page = Page { connection: 1, is_first: true, is_last: true };
    const NO_DECISIONS: &str = r#"{"hintsmith":1,"servers":{}}"#;

    #[test]
    fn a_complete_list_is_sent_on_after_its_last_page() {
        let (sender, mut receiver) = mpsc::channel(1);
        let snapshot = PolicySnapshot::new(ServerPolicy::default(), Some(sender), None);
        let (a, b) = (raw(r#"{"name":"a"}"#), raw(r#"{"name":"b"}"#));
        snapshot.correct_tools(vec![&a], Page { connection: 1, is_first: true, is_last: false });
        assert!(receiver.try_recv().is_err());
        // The client lists again from the beginning.
        snapshot.correct_tools(vec![&b], Page { connection: 1, is_first: true, is_last: false });
        snapshot.correct_tools(vec![&a], Page { connection: 1, is_first: false, is_last: true });
        let list: Vec<String> = receiver.try_recv().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(list, [b.get(), a.get()]);
        // The last page of a list whose first page is missing completes nothing.
        snapshot.correct_tools(vec![&a], Page { connection: 1, is_first: false, is_last: true });
        assert!(receiver.try_recv().is_err());
        // Pages that were sent before are known; a new page makes a new list.
        snapshot.correct_tools(vec![&b], Page { connection: 1, is_first: true, is_last: false });
        snapshot.correct_tools(vec![&a], Page { connection: 1, is_first: false, is_last: true });
        assert!(receiver.try_recv().is_err());
        snapshot.correct_tools(vec![&b, &a], ONE);
        assert_eq!(receiver.try_recv().unwrap().len(), 2);
    }

    #[test]
    fn duplicate_names_and_tools_outside_the_toolset_cannot_be_called() {
        let toolset = r#"{"hintsmith":4,"servers":{},"toolsets":{"daily":{"tools":[{"tool":"s.a"}]}}}"#;
        let snapshot = PolicySnapshot::new(policy_from(toolset, None), None, None);
        let (a, b) = (raw(r#"{"name":"a"}"#), raw(r#"{"name":"b"}"#));
        assert_eq!(snapshot.correct_tools(vec![&a, &b, &b], ONE).len(), 1);
        assert_eq!(snapshot.admit_call("b", 1), Admission::Unknown);
        assert_eq!(snapshot.correct_tools(vec![&a, &b], ONE).len(), 2);
        assert_eq!(snapshot.admit_call("b", 1), Admission::Admitted);
        // The first list again: recognised by its bytes, and its names apply again.
        assert_eq!(snapshot.correct_tools(vec![&a, &b, &b], ONE).len(), 1);
        assert_eq!(snapshot.admit_call("b", 1), Admission::Unknown);
        // A decision between list and call applies at once.
        snapshot.correct_tools(vec![&a, &b], ONE);
        let (snapshot, differs) = snapshot.with_policy(Some(policy_from(toolset, Some("daily")))).unwrap();
        assert!(differs);
        assert_eq!(
            (snapshot.admit_call("a", 1), snapshot.admit_call("b", 1)),
            (Admission::Admitted, Admission::Unknown)
        );
        assert_eq!(snapshot.admit_call("A", 1), Admission::Unknown);
    }

    #[test]
    fn a_list_that_stays_the_same_is_corrected_as_is_decided_now() {
        let snapshot = PolicySnapshot::new(policy_from(NO_DECISIONS, None), None, None);
        let a = raw(r#"{"name":"a","title":"A"}"#);
        assert_eq!(snapshot.correct_tools(vec![&a], ONE), [a.get()]);
        let titled = r#"{"hintsmith":1,"servers":{"s":{"tools":{"a":{"annotations":{"title":"Mine"}}}}}}"#;
        let (snapshot, differs) = snapshot.with_policy(Some(policy_from(titled, None))).unwrap();
        assert!(differs && snapshot.with_policy(Some(policy_from(titled, None))).is_none());
        for _ in 0..2 {
            assert!(snapshot.correct_tools(vec![&a], ONE)[0].contains("\"title\":\"Mine\""));
        }
        // What is learned about the tools changes nothing for the client, and still applies.
        let ruled = r#"{"hintsmith":2,"servers":{},"rules":{"s.*":{"annotations":{"readOnlyHint":true}}}}"#;
        let mut policy = policy_from(ruled, None);
        let (snapshot, differs) = snapshot.with_policy(Some(policy.clone())).unwrap();
        assert!(differs);
        assert!(snapshot.correct_tools(vec![&a], ONE)[0].contains("\"readOnlyHint\":true"));
        let fingerprint = policy.apply_to_list(&[a.get()]).remove(0).fingerprint;
        policy.known_definitions.insert(
            "a".to_owned(),
            KnownDefinition { fingerprint, changed_at_refresh: 0, added_at_refresh: 0 },
        );
        let (snapshot, differs) = snapshot.with_policy(Some(policy)).unwrap();
        assert!(!differs);
        let changed = raw(r#"{"name":"a","title":"B"}"#);
        assert_eq!(snapshot.correct_tools(vec![&changed], ONE), [changed.get()]);
    }

    /// A policy under which the tool `t` runs without approval while it has this definition.
    fn never_asked(tool: &RawValue) -> ServerPolicy {
        let fingerprint = ServerPolicy::default().apply_to_list(&[tool.get()]).remove(0).fingerprint;
        let mut serving = ServerPolicy { server: "s".to_owned(), ..ServerPolicy::default() };
        serving.approval.settings.confirm_destructive = false;
        serving.approval.modes.insert("t".to_owned(), (ApprovalMode::NeverAsk, Some(fingerprint)));
        serving
    }

    fn runs(snapshot: &PolicySnapshot, connection: ConnectionId) -> bool {
        matches!(
            snapshot.assess_call("t", connection, &|_| EarlierApprovals::default()).answer,
            Some(CallDecision::Allow(_))
        )
    }

    const A: &str = r#"{"name":"t","description":"Reads."}"#;
    const B: &str = r#"{"name":"t","description":"Sends everything away."}"#;

    #[test]
    fn a_call_is_judged_by_the_definition_that_its_client_was_shown_last() {
        let (a, b) = (raw(A), raw(B));
        let snapshot = PolicySnapshot::new(never_asked(&a), None, None);
        for (tool, expected) in [(&b, false), (&a, true), (&b, false), (&a, true)] {
            snapshot.correct_tools(vec![tool], ONE);
            assert_eq!(runs(&snapshot, 1), expected, "{}", tool.get());
        }
        // Another client was sent the other definition.
        snapshot.correct_tools(vec![&b], Page { connection: 2, ..ONE });
        assert_eq!((runs(&snapshot, 1), runs(&snapshot, 2)), (true, false));
        // A policy change does not change what was listed.
        let (snapshot, _) = snapshot
            .with_policy(Some(ServerPolicy {
                changed_tools: ChangedToolPolicy::Careful,
                agent_tools: vec!["list-toolsets"],
                ..never_asked(&a)
            }))
            .unwrap();
        assert_eq!((runs(&snapshot, 1), runs(&snapshot, 2)), (true, false));
        assert_ne!(snapshot.last_list_id(1), snapshot.last_list_id(2));
        snapshot.on_disconnect(1);
        assert!(!runs(&snapshot, 1));
    }

    #[test]
    fn a_name_on_two_pages_with_two_definitions_is_shown_once_and_asked_about() {
        let (a, b) = (raw(A), raw(B));
        let snapshot = PolicySnapshot::new(never_asked(&a), None, None);
        let page = |first, last| Page { connection: 1, is_first: first, is_last: last };
        assert_eq!(snapshot.correct_tools(vec![&b], page(true, false)).len(), 1);
        assert_eq!(snapshot.correct_tools(vec![&a], page(false, true)), [""; 0]);
        let weighed = snapshot.assess_call("t", 1, &|_| EarlierApprovals {
            in_session: true,
            of_same_call: true,
            ..EarlierApprovals::default()
        });
        assert_eq!(weighed.answer, Some(CallDecision::Ask(DecisionReason::Ambiguous)));
        // The same definition twice is one tool.
        assert_eq!(snapshot.correct_tools(vec![&a], page(true, false)).len(), 1);
        assert_eq!(snapshot.correct_tools(vec![&a], page(false, true)).len(), 1);
        assert!(runs(&snapshot, 1));
    }

    #[test]
    fn every_definition_is_judged_however_many_pages_passed_before() {
        let (a, b) = (raw(A), raw(B));
        let snapshot = PolicySnapshot::new(never_asked(&a), None, None);
        snapshot.correct_tools(vec![&a], ONE);
        for number in 0..2 * MAX_CACHED_PAGES {
            snapshot.correct_tools(vec![&raw(&format!(r#"{{"name":"t{number}"}}"#))], ONE);
        }
        snapshot.correct_tools(vec![&b], ONE);
        assert!(!runs(&snapshot, 1));
        snapshot.correct_tools(vec![&a], ONE);
        assert!(runs(&snapshot, 1));
    }

    #[test]
    fn before_a_client_lists_tools_the_definitions_of_the_last_scan_apply() {
        let a = raw(A);
        let scanned = ServerPolicy { scanned_definitions: vec![a.get().into()], ..never_asked(&a) };
        let snapshot = PolicySnapshot::new(scanned, None, None);
        assert!(runs(&snapshot, 1));
        assert_eq!(
            snapshot.assess_call("u", 1, &|_| EarlierApprovals::default()).answer,
            Some(CallDecision::Ask(DecisionReason::NotKnown))
        );
        // The connection's own list applies from then on, even if it lacks the tool.
        snapshot.correct_tools(vec![&raw(r#"{"name":"u"}"#)], ONE);
        assert!(!runs(&snapshot, 1) && runs(&snapshot, 2));
    }

    #[test]
    fn more_pages_than_are_remembered_are_corrected_all_the_same() {
        let (sender, mut receiver) = mpsc::channel(1);
        let titled = r#"{"hintsmith":2,"servers":{},"rules":{"s.*":{"annotations":{"openWorldHint":true}}}}"#;
        let snapshot = PolicySnapshot::new(policy_from(titled, None), Some(sender), None);
        let pages = 2 * MAX_CACHED_PAGES;
        for number in 0..pages {
            let tool = raw(&format!(r#"{{"name":"t{number}"}}"#));
            let place = Page { connection: 1, is_first: number == 0, is_last: number + 1 == pages };
            assert!(snapshot.correct_tools(vec![&tool], place)[0].contains("\"openWorldHint\":true"));
        }
        assert_eq!(receiver.try_recv().unwrap().len(), pages);
        assert_eq!(snapshot.admit_call("t100", 1), Admission::Admitted);
    }

    #[test]
    fn only_tools_of_a_known_list_are_admitted() {
        let a = raw(r#"{"name":"a"}"#);
        let snapshot = PolicySnapshot::new(policy_from(NO_DECISIONS, None), None, None);
        assert_eq!(snapshot.admit_call("a", 1), Admission::Unlisted, "nothing is known");
        let mut scanned = policy_from(NO_DECISIONS, None);
        let fingerprint = scanned.apply_to_list(&[a.get()]).remove(0).fingerprint;
        let known = KnownDefinition { fingerprint, changed_at_refresh: 0, added_at_refresh: 0 };
        scanned.known_definitions.insert("a".to_owned(), known);
        let snapshot = PolicySnapshot::new(scanned, None, None);
        assert_eq!(snapshot.admit_call("a", 1), Admission::Admitted, "the last scan found it");
        assert_eq!(snapshot.admit_call("b", 1), Admission::Unlisted);
        snapshot.correct_tools(vec![&raw(r#"{"name":"b"}"#)], Page { is_last: false, ..ONE });
        assert_eq!(snapshot.admit_call("c", 1), Admission::Unlisted, "the list is not complete");
        snapshot.correct_tools(vec![&raw(r#"{"name":"b"}"#)], ONE);
        assert_eq!(snapshot.admit_call("b", 1), Admission::Admitted);
        assert_eq!(snapshot.admit_call("a", 1), Admission::Unknown, "the client's own list applies");
    }

    #[test]
    fn what_nobody_can_tell_closes_everything() {
        let snapshot = PolicySnapshot::new(policy_from(NO_DECISIONS, None), None, None);
        let a = raw(r#"{"name":"a"}"#);
        snapshot.correct_tools(vec![&a], ONE);
        let (snapshot, differs) = snapshot.with_policy(None).unwrap();
        assert!(differs);
        assert!(snapshot.correct_tools(vec![&a], ONE).is_empty());
        assert_eq!(snapshot.admit_call("a", 1), Admission::Unknown);
        let (snapshot, _) = snapshot.with_policy(Some(policy_from(NO_DECISIONS, None))).unwrap();
        assert_eq!(snapshot.admit_call("a", 1), Admission::Admitted);
    }

    #[test]
    fn while_changed_tools_are_hidden_nothing_is_called_that_no_list_has_shown() {
        let shown = PolicySnapshot::new(
            ServerPolicy { changed_tools: ChangedToolPolicy::Hidden, ..ServerPolicy::default() },
            None,
            None,
        );
        assert_eq!(shown.admit_call("a", 1), Admission::Unknown);
        shown.correct_tools(vec![&raw(r#"{"name":"a"}"#)], ONE);
        assert_eq!(shown.admit_call("a", 1), Admission::Admitted);
    }
}
