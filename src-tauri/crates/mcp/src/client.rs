//! Our side of the protocol: what we say about ourselves, and what we do when a server asks or tells us something.

use std::sync::Arc;

use rmcp::handler::client::progress::ProgressDispatcher;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, FormElicitationCapability, Implementation, ProgressNotificationParam,
    ProtocolVersion,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::Value;
use tokio::sync::Notify;

/// Fills in a form a server asks for, given its schema; `None` declines.
pub type Elicit = fn(&Value) -> Option<Value>;

#[derive(Debug, Clone, Default)]
pub struct Client {
    /// The server said that its tools have changed.
    pub changed: Arc<Notify>,
    /// How far calls have come.
    pub progress: ProgressDispatcher,
    /// Without it we do not offer to fill in forms.
    pub elicit: Option<Elicit>,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        // What `initialize` asks for: newer versions begin with `server/discover`, and have their own way to name themselves.
        info.protocol_version = ProtocolVersion::LATEST_WITH_INITIALIZE;
        info.capabilities = ClientCapabilities::default();
        if self.elicit.is_some() {
            let form = FormElicitationCapability::default();
            info.capabilities.elicitation = Some(ElicitationCapability::new().with_form(form));
        }
        info.client_info = Implementation::new("hintsmith", env!("CARGO_PKG_VERSION"));
        info
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.handle_notification(params).await;
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let answer = match (request, self.elicit) {
            (ElicitRequestParams::FormElicitationParams { requested_schema, .. }, Some(elicit)) => {
                serde_json::to_value(&requested_schema).ok().and_then(|schema| elicit(&schema))
            }
            _ => None,
        };
        Ok(match answer {
            Some(content) => ElicitResult::new(ElicitationAction::Accept).with_content(content),
            None => ElicitResult::new(ElicitationAction::Decline),
        })
    }
}
