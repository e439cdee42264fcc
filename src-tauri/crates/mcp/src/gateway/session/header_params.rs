//! Header parameters of a session's servers: learned from their tool lists, checked and sent with calls.

use std::sync::Arc;

use hintsmith_core::text::json::Members;

use crate::era::Era;
use crate::gateway::header_params::{HeaderParams, header_matches};
use crate::gateway::list_kind::ListKind;
use crate::gateway::session::incoming_request::IncomingRequest;
use crate::gateway::session::{ReadyServer, Session};
use crate::gateway::upstream::UpstreamConnection;
use crate::jsonrpc::frame::{Frame, decode_string};
use crate::proxy::policy::Admission;
use crate::proxy::tool_call::ToolCall;

impl Session {
    /// Returns the first header that contradicts the call's arguments. A withheld tool has no header parameters: it
    /// must be indistinguishable from a tool that does not exist.
    pub(in crate::gateway) async fn find_header_mismatch(
        self: &Arc<Self>,
        message: &Frame<'_>,
        header_value: impl Fn(&str) -> Result<Option<String>, ()>,
    ) -> Option<String> {
        if message.method() != "tools/call" {
            return None;
        }
        let call = ToolCall::from_request(message).ok()?;
        let (server_index, tool) = match self.context.is_single() {
            true => {
                if self.is_unlisted(0, &call.tool) {
                    self.list_tools().await;
                }
                (0, call.tool.clone().into_owned())
            }
            false => self.resolve_tool(&call.tool).await?,
        };
        if self.policy(server_index).admit_call(&tool, self.connection_id()) != Admission::Admitted {
            return None;
        }
        self.fetch_header_params(server_index).await;
        let header_params = self.state().header_params[server_index].clone()?;
        let mut values = header_params.expected_values(&tool, call.arguments);
        values.find_map(|(header, value)| {
            let header_value = header_value(header);
            let header_value = header_value.as_ref().map(Option::as_deref).map_err(|_| ());
            (!header_matches(header_value, value.as_ref())).then(|| header.to_owned())
        })
    }

    /// True if a call must wait until the server's header parameters are known.
    pub(in crate::gateway) fn needs_header_params(&self, server_index: usize) -> bool {
        let state = self.state();
        let is_told = |ready: &ReadyServer| {
            ready.era == Era::Stateless && matches!(&*ready.upstream, UpstreamConnection::Http(_))
        };
        state.ready_servers[server_index].as_ref().is_some_and(is_told)
            && state.header_params[server_index].is_none()
    }

    /// Fetches the header parameters and then handles the call.
    pub(in crate::gateway) fn call_after_header_params(
        self: &Arc<Self>,
        server_index: usize,
        tool: &str,
        request: IncomingRequest,
    ) {
        self.call_after(server_index, tool, request, move |session| async move {
            session.fetch_header_params(server_index).await;
        });
    }

    /// Fetches the server's tool list unless its header parameters are known. A server that fails to list has none.
    async fn fetch_header_params(self: &Arc<Self>, server_index: usize) {
        let upstream = {
            let state = self.state();
            match (&state.header_params[server_index], &state.ready_servers[server_index]) {
                (None, Some(ready)) if ready.capabilities.tools => Arc::clone(&ready.upstream),
                _ => return,
            }
        };
        let pages = self
            .fetch_pages(ListKind::Tools, server_index, &upstream, &self.build_template("tools/list"))
            .await;
        self.set_header_params(server_index, &pages.unwrap_or_default());
    }

    /// Stores the header parameters of a server's complete list.
    pub(in crate::gateway) fn set_header_params(&self, server_index: usize, pages: &[impl AsRef<str>]) {
        let header_params = Arc::new(HeaderParams::from_pages(pages));
        self.state().header_params[server_index] = Some(header_params);
    }

    /// The header parameters to send to the server with this message.
    pub(in crate::gateway) fn build_param_headers(
        &self,
        server_index: usize,
        message: &Frame,
    ) -> Vec<(String, String)> {
        let Some(header_params) = self.state().header_params[server_index].clone() else { return Vec::new() };
        let params = message.params.and_then(|params| Members::parse(params.get()).ok());
        let (Some(params), "tools/call") = (params, message.method()) else { return Vec::new() };
        let Some(name) = params.get("name").and_then(decode_string) else {
            return Vec::new();
        };
        let headers = header_params.headers(&name, params.get("arguments")).into_iter();
        headers.map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
