//! Stateless requests (2026-07-28) over HTTP, whose headers must match the message.

use std::sync::Arc;

use hyper::{HeaderMap, Response, StatusCode};

use crate::gateway::http::body::{Body, QueueReader};
use crate::gateway::http::streams::{VERSION_HEADER, check_version, empty_response};
use crate::gateway::http::{HttpServer, json_response};
use crate::gateway::outbound::OutboundQueue;
use crate::gateway::session::Session;
use crate::gateway::stateless::{STATELESS_VERSION, decode_header_value, parse_client_meta, target_name};
use crate::jsonrpc::frame::{Frame, MessageKind};
use crate::jsonrpc::response;

/// Error codes of the specification.
const HEADER_MISMATCH: i32 = -32020;
const UNSUPPORTED_VERSION: i32 = -32022;
const METHOD_NOT_FOUND: i32 = -32601;

/// True if the request names a version that is not a handshake version. An unknown version is refused by the stateless
/// rules, whose error lists the supported versions.
pub fn is_stateless_request(headers: &HeaderMap) -> bool {
    headers.contains_key(VERSION_HEADER) && check_version(headers).is_err()
}

impl HttpServer {
    pub(super) async fn handle_stateless(
        &self,
        text: &str,
        message: &Frame<'_>,
        headers: &HeaderMap,
    ) -> Response<Body> {
        let id = message.id.map_or("null", |id| id.get());
        if let Err((code, why)) = check_headers(message, headers) {
            self.context.metrics.refused_requests.increment();
            let body = match code {
                UNSUPPORTED_VERSION => {
                    let requested = single_header(headers, VERSION_HEADER).ok().flatten();
                    let data = serde_json::json!({"supported": [STATELESS_VERSION], "requested": requested});
                    response::error_with_data(id, code, &why, &data)
                }
                _ => response::error(id, code, &why),
            };
            return json_response(StatusCode::BAD_REQUEST, body.into_bytes());
        }
        let shared_session = self.shared_session.get_or_init(|| {
            let session = Session::new(&self.context, &self.tasks, self.shutdown.child_token());
            session.state().requests.is_shared = true;
            session.start_stateless();
            session
        });
        shared_session.wait_for_handshake().await;
        let header_value = |name: &str| single_header(headers, name).map(|value| value.map(str::to_owned));
        if let Some(header) = shared_session.find_header_mismatch(message, header_value).await {
            self.context.metrics.refused_requests.increment();
            let why = format!("the header {header} does not match the message");
            return json_response(
                StatusCode::BAD_REQUEST,
                response::error(id, HEADER_MISMATCH, &why).into_bytes(),
            );
        }
        let mut reader = QueueReader::new(Arc::new(OutboundQueue::default()));
        if !shared_session.handle_client_message(text, message, &reader.queue) {
            return empty_response(StatusCode::ACCEPTED);
        }
        reader.cancels_on_drop = Some(Arc::clone(shared_session));
        let mut response = self.respond(reader, None, 1).await;
        if let Some(status) = response.extensions_mut().remove::<ErrorCode>().map(http_status) {
            *response.status_mut() = status;
        }
        response
    }
}

/// Error code of a response that consists of an error only.
#[derive(Clone, Copy)]
pub struct ErrorCode(pub i32);

fn http_status(ErrorCode(code): ErrorCode) -> StatusCode {
    match code {
        METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        -32022..=-32020 => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

fn check_headers(message: &Frame, headers: &HeaderMap) -> Result<(), (i32, String)> {
    let mismatch = |why: &str| Err((HEADER_MISMATCH, why.to_owned()));
    let Ok(version) = single_header(headers, VERSION_HEADER) else {
        return mismatch("only one MCP-Protocol-Version header is allowed");
    };
    if version != Some(STATELESS_VERSION) {
        return Err((UNSUPPORTED_VERSION, "unsupported protocol version".to_owned()));
    }
    if message.kind() != MessageKind::Request {
        return Ok(());
    }
    let meta = parse_client_meta(message);
    match meta.version {
        None => {
            return Err((
                response::INVALID_PARAMS,
                "Invalid params: the protocol version is missing in _meta".to_owned(),
            ));
        }
        Some(meta) if meta != STATELESS_VERSION => {
            return mismatch("the header MCP-Protocol-Version does not match the message");
        }
        Some(_) => {}
    }
    if !meta.has_capabilities {
        return Err((
            response::INVALID_PARAMS,
            "Invalid params: the client's capabilities are missing in _meta".to_owned(),
        ));
    }
    if single_header(headers, "mcp-method") != Ok(Some(message.method())) {
        return mismatch("the header Mcp-Method does not match the message");
    }
    if let Some(name) = target_name(message) {
        let meta = single_header(headers, "mcp-name").ok().flatten().and_then(decode_header_value);
        if meta.as_deref() != Some(&name) {
            return mismatch("the header Mcp-Name does not match the message");
        }
    }
    Ok(())
}

/// Returns a header that occurs at most once.
fn single_header<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        _ => Err(()),
    }
}
