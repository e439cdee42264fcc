//! Results of calls: what a client and its model read of a response, or why there is none.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hintsmith_core::call::validate::{Violation, validate};
use hintsmith_core::sources::openapi::request::ArgumentProblem;
use hintsmith_core::sources::openapi::security::CredentialError;
use hintsmith_core::text::truncate_chars;
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, ETAG, HeaderMap, HeaderName, LINK, LOCATION, RETRY_AFTER};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use thiserror::Error;

/// Headers that a model needs to go on: where the new thing is, the next page, the version to send back.
const SHOWN_HEADERS: [HeaderName; 4] = [LOCATION, LINK, ETAG, RETRY_AFTER];
/// Characters of an error's body that are shown if it does not say what is wrong in a known way.
const MAX_ERROR_CHARS: usize = 4_000;
const MAX_SHOWN_VIOLATIONS: usize = 10;
/// Where APIs say which part of a request is wrong.
const DETAIL_KEYS: [&str; 6] = ["errors", "invalid-params", "violations", "details", "validation", "param"];

/// A response, whatever its status.
#[derive(Debug)]
pub struct ApiResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub retry_after: Option<Duration>,
    pub body: Vec<u8>,
}

/// Why a call has no response. No message contains an argument or a credential.
#[derive(Debug, Error)]
pub enum CallFailure {
    #[error("the arguments do not match the schema: {}", join_violations(.0))]
    Invalid(Vec<Violation>),
    #[error("the arguments cannot be sent: {}", join_problems(.0))]
    Arguments(Vec<ArgumentProblem>),
    /// Alternatives, each the names of schemes that are needed together.
    #[error("this operation needs credentials for {}, which are not set", .0.join(", or for "))]
    NoCredentials(Vec<String>),
    #[error("{0}")]
    Credential(CredentialError),
    #[error("no access token could be obtained: {0}")]
    NoToken(String),
    #[error("the request was not sent: {0}")]
    Refused(String),
    #[error("the API is not reachable: {0}")]
    Unreachable(String),
    #[error("the API redirects elsewhere, which is not followed: {0}")]
    Redirected(String),
    #[error("the response ended early: {0}")]
    Broken(String),
    #[error("the response (HTTP status {status}) is larger than {} MB", .limit / 1_000_000)]
    TooLarge { status: StatusCode, limit: usize },
    #[error("the API did not respond within {} seconds", .0.as_secs())]
    TimedOut(Duration),
}

fn join_violations(violations: &[Violation]) -> String {
    let texts = violations.iter().take(MAX_SHOWN_VIOLATIONS).map(|violation| {
        let subject = if violation.path.is_empty() { "the value" } else { &violation.path };
        format!("{subject}: {}", violation.message)
    });
    texts.collect::<Vec<_>>().join("; ")
}

fn join_problems(problems: &[ArgumentProblem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The result of a call without a response, as JSON text.
pub fn failed(failure: &CallFailure) -> String {
    json!({"content": [text_content(&failure.to_string())], "isError": true}).to_string()
}

/// The result of a call, as JSON text. A JSON body keeps its bytes.
///
/// With an `output` schema, clients demand a conforming object. A response that is none becomes an error which says that
/// the call was made: a success that clients reject would be repeated.
pub fn result(response: &ApiResponse, output: Option<&Value>) -> String {
    let ApiResponse { status, headers, body, .. } = response;
    let is_failure = !status.is_success();
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let json_text = if is_json(&essence) { std::str::from_utf8(body).ok() } else { None };
    let json_text = json_text.filter(|text| serde_json::from_str::<&RawValue>(text).is_ok());
    let mismatch = output.filter(|_| !is_failure).and_then(|schema| output_mismatch(schema, json_text));
    let is_error = is_failure || mismatch.is_some();
    let mut content = vec![match json_text {
        _ if is_failure => text_content(&error_text(*status, &essence, body)),
        _ if body.is_empty() => text_content(&format!("HTTP status {status}, without content")),
        Some(text) => text_content(text),
        None => body_content(&essence, media_type, body),
    }];
    if let Some(why) = &mismatch {
        let note = format!(
            "The call was made (HTTP status {status}), so do not repeat it. Its response does not match the document: {why}."
        );
        content.insert(0, text_content(&note));
    }
    let shown = SHOWN_HEADERS.iter().filter_map(|name| {
        let value = headers.get(name)?.to_str().ok()?;
        Some(format!("{name}: {value}"))
    });
    content.extend(shown.map(|line| text_content(&line)));
    let mut members = Map::new();
    members.insert("content".to_owned(), content.into());
    members.insert("isError".to_owned(), is_error.into());
    members.insert("_meta".to_owned(), json!({"dev.hintsmith/http": {"status": status.as_u16()}}));
    let mut text = Value::Object(members).to_string();
    if let Some(json) = json_text.filter(|_| output.is_some() && !is_error) {
        text.pop();
        text.push_str(",\"structuredContent\":");
        text.push_str(json.trim());
        text.push('}');
    }
    text
}

/// Why a response is not what the schema of the output says.
fn output_mismatch(schema: &Value, json_text: Option<&str>) -> Option<String> {
    let Some(body) = json_text.and_then(|text| serde_json::from_str::<Value>(text).ok()) else {
        return Some("it is not JSON".to_owned());
    };
    let violations = validate(schema, &body).violations;
    (!violations.is_empty()).then(|| join_violations(&violations))
}

fn text_content(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

/// Content that is not JSON: text, an image or sound, or a resource with its bytes.
fn body_content(essence: &str, media_type: &str, body: &[u8]) -> Value {
    let is_text = essence.is_empty() || essence.starts_with("text/") || is_textual(essence);
    if let Some(text) = std::str::from_utf8(body).ok().filter(|_| is_text) {
        return text_content(text);
    }
    let data = BASE64_STANDARD.encode(body);
    match essence.split_once('/') {
        Some((kind @ ("image" | "audio"), _)) => json!({"type": kind, "data": data, "mimeType": essence}),
        _ => {
            let mime_type = if media_type.is_empty() { "application/octet-stream" } else { media_type };
            let uri = format!("data:{mime_type};bytes={}", body.len());
            json!({"type": "resource", "resource": {"uri": uri, "mimeType": mime_type, "blob": data}})
        }
    }
}

fn is_json(essence: &str) -> bool {
    essence == "application/json" || essence.ends_with("+json")
}

fn is_textual(essence: &str) -> bool {
    matches!(essence, "application/xml" | "application/yaml" | "application/javascript")
        || essence.ends_with("+xml")
}

/// The useful part of an error response: title and detail of a problem document (RFC 9457), the message that most APIs
/// have under one of a few names, or the beginning of the body.
fn error_text(status: StatusCode, essence: &str, body: &[u8]) -> String {
    let head = format!("HTTP status {status}");
    let text = String::from_utf8_lossy(body);
    let value: Option<Value> = if is_json(essence) { serde_json::from_str(&text).ok() } else { None };
    let is_readable = is_json(essence) || essence.is_empty() || essence.starts_with("text/plain");
    let said = value.as_ref().and_then(problem_text);
    match said {
        Some(said) => format!("{head}: {}", truncate_chars(&said, MAX_ERROR_CHARS)),
        None if is_readable && !text.trim().is_empty() => {
            format!("{head}: {}", truncate_chars(text.trim(), MAX_ERROR_CHARS))
        }
        None => head,
    }
}

fn problem_text(body: &Value) -> Option<String> {
    let text = |key: &str| body.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let parts: Vec<&str> = ["title", "detail"].into_iter().filter_map(text).collect();
    let mut said = if parts.is_empty() {
        let nested = body.get("error").filter(|error| error.is_object());
        match ["message", "error_description", "error"].into_iter().find_map(text) {
            Some(message) => message.to_owned(),
            // It has details of its own.
            None => return problem_text(nested?),
        }
    } else {
        parts.join(": ")
    };
    // Which argument is wrong is in a list of its own.
    if let Some(details) = DETAIL_KEYS.into_iter().find_map(|key| body.get(key)) {
        said = format!("{said} {details}");
    }
    Some(said)
}
