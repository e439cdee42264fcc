//! Responses of the client to requests of servers, returned under the server's own id.

use std::sync::Arc;

use hintsmith_core::text::json_edit::Splices;
use serde_json::value::RawValue;

use crate::gateway::session::Session;
use crate::jsonrpc::id::RequestId;

impl Session {
    /// Passes on the client's response to a server's request.
    pub(in crate::gateway) fn handle_client_response(self: &Arc<Self>, text: &str, id: &RawValue) {
        let (upstream, server_request) = {
            let mut state = self.state();
            let server_request = match RequestId::from_raw(id) {
                RequestId::Integer(number) => u64::try_from(number).ok(),
                _ => None,
            };
            let Some(mut server_request) =
                server_request.and_then(|number| state.requests.server_requests.remove(&number))
            else {
                return;
            };
            if let Some(by_us) = server_request.response_sender.take() {
                let _ = by_us.send(text.to_owned());
                return;
            }
            let Some(ready) = &state.ready_servers[server_request.server_index] else { return };
            (Arc::clone(&ready.upstream), server_request)
        };
        let mut splices = Splices::new(text);
        splices.replace(id.get(), &*server_request.raw_id);
        let mut line = Vec::new();
        splices.write(&mut line);
        line.push(b'\n');
        let _ = upstream.send(self, line, None);
    }
}
