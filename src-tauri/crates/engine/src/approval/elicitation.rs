//! Approval by elicitation: asks the client's user about the client's own call when no approver is running.

use std::sync::Arc;

use hintsmith_core::approval::offers_session;
use hintsmith_core::model::fingerprint::Fingerprint;
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::text::json;
use hintsmith_core::text::{escape_hidden, escape_line};
use hintsmith_mcp::proxy::{ClientElicitor, Elicitation, ElicitationAnswer};
use sha2::{Digest, Sha256};

use super::preferences::ApprovalPreferences;
use crate::approval::ApprovalService;
use crate::dto::ApprovalView;

/// Limit for tool name plus arguments, in characters. A longer call is denied instead: the user must see everything
/// they allow, and clients truncate long messages.
const MAX_SHOWN_CHARS: usize = 4_000;

/// The digest an answer is bound to: the tool with its current definition, the canonical arguments (member order does
/// not matter), and the reason and effects shown to the user.
pub(crate) fn approval_digest(view: &ApprovalView, fingerprint: Option<&Fingerprint>) -> [u8; 32] {
    let arguments = view.arguments.as_deref().map(json::canonicalize_text).unwrap_or_default();
    let print = fingerprint.map_or("", |print| &print.0);
    let explanation = [&view.because].into_iter().chain(&view.sentences);
    let mut hash = Sha256::new();
    let parts = [view.server.as_str(), &view.tool, print, &arguments].into_iter();
    for part in parts.chain(explanation.map(String::as_str)) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}

impl ApprovalService {
    /// Asks the client's user. Returns the reason for a denial when the client cannot be asked or a preference forbids
    /// it.
    pub(crate) async fn ask_client(
        &self,
        elicitor: Option<Arc<dyn ClientElicitor>>,
        view: ApprovalView,
        digest: [u8; 32],
    ) -> Result<ElicitationAnswer, String> {
        let Some(asks) = elicitor else { return Err(no_approver_reason(&view)) };
        let preferences = self.context.approval_preferences().await;
        if !preferences.may_ask_client {
            return Err(no_approver_reason(&view));
        }
        let Some(message) = build_message(&view, &preferences) else {
            return Err(format!(
                "the arguments are too long to be shown in the client; {}",
                no_approver_reason(&view)
            ));
        };
        let is_destructive = view.behaviour == Behaviour::Destructive;
        let question = Elicitation {
            message,
            // Offered where the window offers it, and only where there is a session.
            offers_session: asks.has_session()
                && offers_session(view.behaviour, preferences.confirms_destructive),
            confirmation: (is_destructive && preferences.requires_typed_name).then(|| view.tool.clone()),
            subject: digest,
            timeout: preferences.timeout,
        };
        Ok(asks.elicit(question).await)
    }
}

/// The message, in plain words. Arguments come last, so that no text in them can pass for a sentence of ours after
/// them. `None` if the call is too long to show.
fn build_message(view: &ApprovalView, preferences: &ApprovalPreferences) -> Option<String> {
    // Raw line breaks in JSON occur only between tokens, where a space is equivalent.
    let arguments = view.arguments.as_deref().map(|text| text.replace(['\n', '\t'], " "));
    let arguments = arguments.as_deref().map(escape_hidden);
    let tool = escape_line(&view.tool);
    let length = tool.chars().count() + arguments.as_deref().map_or(0, |text| text.chars().count());
    if length > MAX_SHOWN_CHARS {
        return None;
    }
    let mut lines = vec![
        format!(
            "Hintsmith asks for approval: allow a call of the tool “{tool}” of the server “{}”?",
            escape_line(&view.server)
        ),
        format!("Reason: {}.", view.because),
    ];
    if preferences.shows_effects && !view.sentences.is_empty() {
        lines.push(format!("Effects: {}.", view.sentences.join(". ")));
    }
    lines.push(format!(
        "The call is denied if you do not answer within {} seconds.",
        preferences.timeout.as_secs()
    ));
    lines.push(match arguments {
        Some(arguments) => format!("Arguments: {arguments}"),
        None => "Arguments: none".to_owned(),
    });
    Some(lines.join("\n"))
}

/// The denial a client gets when no approver is running. It reaches a model, so it does not say how to change the
/// policy: the user who runs the proxy reads that on standard error and in the documentation.
pub(crate) fn no_approver_reason(view: &ApprovalView) -> String {
    format!(
        "this call needs approval, but Hintsmith is not open ({}). Ask the user to open Hintsmith, then try again",
        view.because
    )
}

/// The same event for the user who runs the proxy, with the ways to allow the call.
pub(crate) fn no_approver_warning(view: &ApprovalView) -> String {
    let ApprovalView { server, tool, because, .. } = view;
    let tool = escape_hidden(&format!("{server}.{tool}")).into_owned();
    format!(
        "a call of {tool} was denied because no approver was running ({because}). Open the desktop app, run `hintsmith approvals --watch`, or decide about the tool with `hintsmith set {tool}` or `hintsmith approval {tool}`"
    )
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    use hintsmith_core::server_policy::{ApprovalPolicy, ServerPolicy};
    use hintsmith_mcp::proxy::{Approver, CallInfo, Decision, ElicitorFactory, Page, ToolPolicy, Verdict};
    use serde_json::value::RawValue;

    use super::*;
    use crate::Engine;
    use crate::approval::gate::{ApprovalGate, ApprovalOptions, CurrentPolicies, set_policy};
    use crate::approval::queue::ApproverRegistration;
    use crate::dto::{CallOrigin, PreferenceInput};
    use crate::policy::PolicySnapshot;
    use crate::testing;

    /// A client that answers at once and records what it was asked.
    struct Client {
        answer: ElicitationAnswer,
        has_session: bool,
        elicitations: Mutex<Vec<Elicitation>>,
    }

    impl ClientElicitor for Client {
        fn has_session(&self) -> bool {
            self.has_session
        }

        fn elicit(&self, question: Elicitation) -> Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>> {
            self.elicitations.lock().unwrap().push(question);
            Box::pin(std::future::ready(self.answer.clone()))
        }
    }

    fn client(says: ElicitationAnswer) -> Arc<Client> {
        Arc::new(Client { answer: says, has_session: true, elicitations: Mutex::default() })
    }

    impl Client {
        fn take_elicitations(&self) -> Vec<Elicitation> {
            std::mem::take(&mut *self.elicitations.lock().unwrap_or_else(PoisonError::into_inner))
        }
    }

    fn ignore_status() -> crate::approval::StatusReporter {
        Arc::new(|_| ())
    }

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    /// A policy snapshot whose connection 1 has listed this tool.
    fn snapshot_with_tool(tool: &str) -> Arc<PolicySnapshot> {
        // The server is trusted, so its `readOnlyHint` counts.
        let approval = ApprovalPolicy { trusted: true, ..ApprovalPolicy::default() };
        let serving = ServerPolicy { server: "s".to_owned(), approval, ..ServerPolicy::default() };
        let snapshot = PolicySnapshot::new(serving, None, None);
        snapshot.correct_tools(vec![&raw(tool)], Page { connection: 1, is_first: true, is_last: true });
        Arc::new(snapshot)
    }

    async fn decide_call(engine: &Arc<Engine>, tool: &str, client: &Arc<Client>, arguments: &str) -> Verdict {
        let policies = CurrentPolicies::default();
        set_policy(&policies, "s", &snapshot_with_tool(tool));
        let gate = ApprovalGate::with_store(
            &engine.approvals,
            &policies,
            ApprovalOptions { asks_for_approval: true, ..ApprovalOptions::default() },
            CallOrigin::Gateway,
            &ignore_status(),
        );
        decide_with(&*gate, client, arguments).await
    }

    async fn decide_with(gate: &dyn Approver, client: &Arc<Client>, arguments: &str) -> Verdict {
        let (arguments, params) = (raw(arguments), raw("{}"));
        let decision = gate.decide(&CallInfo {
            server: Some("s"),
            connection: 1,
            session: 1,
            client: None,
            tool: "t",
            arguments: Some(&arguments),
            params: &params,
            elicitor: ElicitorFactory(&|| Some(Arc::clone(client) as Arc<dyn ClientElicitor>)),
        });
        match decision {
            Decision::Ready(verdict) => verdict,
            Decision::Pending(decision) => decision.await,
        }
    }

    async fn set_preference(engine: &Engine, key: &str, value: &str) {
        let input = PreferenceInput { key: key.to_owned(), value: Some(value.to_owned()) };
        engine.preferences.set(input).await.unwrap();
    }

    const DESTRUCTIVE_TOOL: &str = r#"{"name":"t","annotations":{"destructiveHint":true}}"#;

    #[tokio::test]
    async fn the_client_is_asked_when_no_approver_is_running_and_its_answer_is_attributed_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[]).await;
        for (says, expected) in [
            (ElicitationAnswer::AllowOnce, Verdict::AllowBecause("allowed by the client's user".into())),
            (
                ElicitationAnswer::deny("the client's user denied the call"),
                Verdict::Deny("the client's user denied the call".to_owned()),
            ),
            (ElicitationAnswer::InputRequired("{}".to_owned()), Verdict::InputRequired("{}".to_owned())),
        ] {
            let client = client(says);
            let arguments = "{\"id\":\"a\u{202e}\",\n\"Reason\": 1}";
            assert_eq!(decide_call(&engine, DESTRUCTIVE_TOOL, &client, arguments).await, expected);
            let asked = client.take_elicitations();
            let lines: Vec<&str> = asked[0].message.lines().collect();
            assert_eq!(
                lines[0],
                "Hintsmith asks for approval: allow a call of the tool “t” of the server “s”?"
            );
            assert_eq!(lines[1], "Reason: It may make destructive changes.");
            assert!(
                lines[2]
                    .starts_with("Effects: This tool may make destructive changes (declared by the server)"),
                "{}",
                lines[2]
            );
            assert_eq!(lines[3], "The call is denied if you do not answer within 60 seconds.");
            assert_eq!(
                lines[4..],
                ["Arguments: {\"id\":\"a‹U+202E›\", \"Reason\": 1}"],
                "one line, whatever is in it"
            );
            assert_eq!((asked[0].offers_session, asked[0].timeout), (false, Duration::from_secs(60)));
        }
    }

    #[tokio::test]
    async fn a_client_is_not_asked_when_an_approver_is_running_or_it_is_forbidden_or_the_call_is_too_long() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[]).await;
        let client = client(ElicitationAnswer::AllowOnce);
        let denied = |verdict: Verdict, words: &str| match verdict {
            Verdict::Deny(why) => assert!(why.contains(words), "{why}"),
            other => panic!("{other:?}"),
        };
        let long = format!(r#"{{"x":"{}"}}"#, "a".repeat(MAX_SHOWN_CHARS));
        denied(decide_call(&engine, DESTRUCTIVE_TOOL, &client, &long).await, "too long to be shown");
        assert!(client.take_elicitations().is_empty());

        set_preference(&engine, "approval.patience", "5").await;
        let approver = ApproverRegistration::new(&engine.context.options.data_folder).unwrap();
        denied(decide_call(&engine, DESTRUCTIVE_TOOL, &client, "{}").await, "not answered within 5 seconds");
        assert!(client.take_elicitations().is_empty());
        drop(approver);

        set_preference(&engine, "approval.client", "off").await;
        denied(decide_call(&engine, DESTRUCTIVE_TOOL, &client, "{}").await, "Hintsmith is not open");
        assert!(client.take_elicitations().is_empty());
        set_preference(&engine, "approval.client", "on").await;
        assert!(matches!(
            decide_call(&engine, DESTRUCTIVE_TOOL, &client, "{}").await,
            Verdict::AllowBecause(_)
        ));
    }

    #[tokio::test]
    async fn typed_confirmation_and_session_approval_are_offered_as_in_the_window() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[]).await;
        let reads = r#"{"name":"t","annotations":{"readOnlyHint":true}}"#;
        let offered = async |tool: &str, client: &Arc<Client>| {
            decide_call(&engine, tool, client, "{}").await;
            let asked = client.take_elicitations().remove(0);
            (asked.offers_session, asked.confirmation)
        };
        let client = client(ElicitationAnswer::AllowOnce);
        assert_eq!(offered(DESTRUCTIVE_TOOL, &client).await, (false, None));
        assert_eq!(offered(reads, &client).await, (true, None));
        let alone = Arc::new(Client {
            answer: ElicitationAnswer::AllowOnce,
            has_session: false,
            elicitations: Mutex::default(),
        });
        assert_eq!(offered(reads, &alone).await, (false, None));
        set_preference(&engine, "approval.destructive", "off").await;
        assert_eq!(offered(DESTRUCTIVE_TOOL, &client).await, (true, None));
        set_preference(&engine, "approval.type", "on").await;
        assert_eq!(offered(DESTRUCTIVE_TOOL, &client).await, (true, Some("t".to_owned())));
        assert_eq!(offered(reads, &client).await, (true, None));
    }

    #[tokio::test]
    async fn a_session_approval_by_the_client_covers_later_calls() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[]).await;
        let policies = CurrentPolicies::default();
        set_policy(
            &policies,
            "s",
            &snapshot_with_tool(r#"{"name":"t","annotations":{"readOnlyHint":true}}"#),
        );
        let gate = ApprovalGate::with_store(
            &engine.approvals,
            &policies,
            ApprovalOptions { asks_for_approval: true, ..ApprovalOptions::default() },
            CallOrigin::Wrap,
            &ignore_status(),
        );
        let client = client(ElicitationAnswer::AllowForSession);
        let first = decide_with(&*gate, &client, "{}").await;
        assert_eq!(first, Verdict::AllowBecause("allowed by the client's user for this session".into()));
        assert_eq!(
            decide_with(&*gate, &client, r#"{"x":1}"#).await,
            Verdict::AllowBecause("Allowed for this session".into())
        );
        assert_eq!(client.take_elicitations().len(), 1);
        set_policy(
            &policies,
            "s",
            &snapshot_with_tool(r#"{"name":"t","annotations":{"readOnlyHint":true},"description":"Other."}"#),
        );
        decide_with(&*gate, &client, "{}").await;
        assert_eq!(client.take_elicitations().len(), 1, "a changed tool is another one");
    }

    #[tokio::test]
    async fn an_approval_by_a_client_is_not_stored_for_other_clients() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[]).await;
        let verdict =
            decide_call(&engine, DESTRUCTIVE_TOOL, &client(ElicitationAnswer::AllowOnce), "{}").await;
        assert!(matches!(verdict, Verdict::AllowBecause(_)));
        let kept = engine.context.db.read(crate::store::preferences::all).await.unwrap();
        assert!(!kept.keys().any(|key| key.starts_with("granted:")), "{kept:?}");
    }

    #[tokio::test]
    async fn an_answer_is_bound_to_the_definition_and_the_arguments() {
        let folder = tempfile::tempdir().unwrap();
        let engine = testing::open_engine(folder.path(), &[]).await;
        let client = client(ElicitationAnswer::AllowOnce);
        let about = async |tool: &str, arguments: &str| {
            decide_call(&engine, tool, &client, arguments).await;
            client.take_elicitations().remove(0).subject
        };
        let one = about(DESTRUCTIVE_TOOL, r#"{"a":1,"b":2}"#).await;
        assert_eq!(one, about(DESTRUCTIVE_TOOL, r#"{ "b":2, "a":1 }"#).await);
        assert_ne!(one, about(DESTRUCTIVE_TOOL, r#"{"a":1,"b":3}"#).await);
        let changed = r#"{"name":"t","annotations":{"destructiveHint":true},"description":"Other."}"#;
        assert_ne!(one, about(changed, r#"{"a":1,"b":2}"#).await);
    }
}
