//! The MCP client role: capabilities, `clientInfo`, and handlers for notifications and requests from the server.

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

/// Answers a form elicitation from its JSON schema; `None` declines.
pub type ElicitFn = fn(&Value) -> Option<Value>;

#[derive(Debug, Clone, Default)]
pub struct McpClient {
    /// Notified on `notifications/tools/list_changed`.
    pub tools_changed: Arc<Notify>,
    /// Dispatches `notifications/progress` to the calls they belong to.
    pub progress: ProgressDispatcher,
    /// Without it, the elicitation capability is not declared and every elicitation is declined.
    pub elicit: Option<ElicitFn>,
}

impl ClientHandler for McpClient {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        // The version for `initialize`. Later versions start with `server/discover`, which declares its version
        // differently.
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
        self.tools_changed.notify_one();
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
