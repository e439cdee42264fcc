//! Stateless requests (2026-07-28) over HTTP, whose headers must match the message.

use std::sync::Arc;

use hyper::{HeaderMap, Response, StatusCode};

use crate::gateway::http::body::{Body, Reader};
use crate::gateway::http::streams::{VERSION_HEADER, empty, version};
use crate::gateway::http::{HttpServer, json};
use crate::gateway::outbound::OutboundQueue;
use crate::gateway::session::Session;
use crate::gateway::stateless::{VERSION, decoded, name, stated};
use crate::jsonrpc::frame::{Frame, MessageKind};
use crate::jsonrpc::response;

/// Error codes of the specification.
const HEADER_MISMATCH: i32 = -32020;
const UNSUPPORTED_VERSION: i32 = -32022;
const NO_METHOD: i32 = -32601;

/// True if the request names a version that is not a handshake version. An unknown version is refused by the stateless
/// rules, whose error lists the supported versions.
pub fn is_meant(headers: &HeaderMap) -> bool {
    headers.contains_key(VERSION_HEADER) && version(headers).is_err()
}

impl HttpServer {
    pub(super) async fn stateless(
        &self,
        text: &str,
        message: &Frame<'_>,
        headers: &HeaderMap,
    ) -> Response<Body> {
        let id = message.id.map_or("null", |id| id.get());
        if let Err((code, why)) = agrees(message, headers) {
            self.offer.counts.refused.add();
            let body = match code {
                UNSUPPORTED_VERSION => {
                    let asked = only(headers, VERSION_HEADER).ok().flatten();
                    let data = serde_json::json!({"supported": [VERSION], "requested": asked});
                    response::error_about(id, code, &why, &data)
                }
                _ => response::error(id, code, &why),
            };
            return json(StatusCode::BAD_REQUEST, body.into_bytes());
        }
        let commons = self.commons.get_or_init(|| {
            let session = Session::new(&self.offer, &self.tasks, self.ended.child_token());
            session.state().requests.is_shared = true;
            session.awake();
            session
        });
        commons.awakened().await;
        let said = |name: &str| only(headers, name).map(|value| value.map(str::to_owned));
        if let Some(header) = commons.unlike(message, said).await {
            self.offer.counts.refused.add();
            let why = format!("the header {header} does not say what the message says");
            return json(StatusCode::BAD_REQUEST, response::error(id, HEADER_MISMATCH, &why).into_bytes());
        }
        let mut reader = Reader::new(Arc::new(OutboundQueue::default()));
        if !commons.take(text, message, &reader.mailbox) {
            return empty(StatusCode::ACCEPTED);
        }
        reader.withdraws = Some(Arc::clone(commons));
        let mut response = self.reply(reader, None, 1).await;
        if let Some(status) = response.extensions_mut().remove::<ErrorCode>().map(status) {
            *response.status_mut() = status;
        }
        response
    }
}

/// Error code of a response that consists of an error only.
#[derive(Clone, Copy)]
pub struct ErrorCode(pub i32);

fn status(ErrorCode(code): ErrorCode) -> StatusCode {
    match code {
        NO_METHOD => StatusCode::NOT_FOUND,
        -32022..=-32020 => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

fn agrees(message: &Frame, headers: &HeaderMap) -> Result<(), (i32, String)> {
    let mismatch = |why: &str| Err((HEADER_MISMATCH, why.to_owned()));
    let Ok(version) = only(headers, VERSION_HEADER) else {
        return mismatch("there is more than one version");
    };
    if version != Some(VERSION) {
        return Err((UNSUPPORTED_VERSION, "this protocol version is not spoken here".to_owned()));
    }
    if message.kind() != MessageKind::Request {
        return Ok(());
    }
    let said = stated(message);
    match said.version {
        None => {
            return Err((
                response::PARAMS,
                "Invalid params: the protocol version is missing in _meta".to_owned(),
            ));
        }
        Some(said) if said != VERSION => {
            return mismatch("the header and the message name different versions");
        }
        Some(_) => {}
    }
    if !said.has_capabilities {
        return Err((
            response::PARAMS,
            "Invalid params: the client's capabilities are missing in _meta".to_owned(),
        ));
    }
    if only(headers, "mcp-method") != Ok(Some(message.method())) {
        return mismatch("the header Mcp-Method does not say what the message says");
    }
    if let Some(name) = name(message) {
        let said = only(headers, "mcp-name").ok().flatten().and_then(decoded);
        if said.as_deref() != Some(&name) {
            return mismatch("the header Mcp-Name does not say what the message says");
        }
    }
    Ok(())
}

/// Returns a header that occurs at most once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        _ => Err(()),
    }
}
