//! HTTP endpoint behind a tool, and its representation in the tool's `_meta`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::model::hint::PerHint;
use crate::text::json::Members;

/// Key in a tool's `_meta`.
const META_KEY: &str = "dev.hintsmith/http";

/// An HTTP method and a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// In upper case, such as `GET`.
    pub method: String,
    /// With parameters in braces, such as `/pets/{id}`.
    pub path: String,
}

/// Returns whether requests with this method, in capitals, are safe: read-only by RFC 9110, section 9.2.1.
pub fn is_safe_method(method: &str) -> bool {
    matches!(method, "GET" | "HEAD" | "OPTIONS" | "TRACE")
}

/// What an HTTP method proves about a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodProof {
    /// In capitals.
    pub method: &'static str,
    pub hints: PerHint<Option<bool>>,
}

impl MethodProof {
    /// What the method in a tool's `_meta` proves. Other places that state a method are not part of the fingerprint, so a
    /// server could change them unnoticed.
    pub fn from_definition(raw: &str) -> Option<Self> {
        let endpoint = Endpoint::from_tool(&Members::parse(raw).ok()?)?;
        Self::from_method(&endpoint.method)
    }

    /// By RFC 9110, section 9.2: safe methods only read, `PUT` and `DELETE` are idempotent. `POST` and `PATCH` prove
    /// nothing, and neither does `PUT` about what it replaces.
    pub fn from_method(method: &str) -> Option<Self> {
        const METHODS: [&str; 6] = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"];
        let method = METHODS.into_iter().find(|known| known.eq_ignore_ascii_case(method))?;
        let is_safe = is_safe_method(method);
        let hints = PerHint {
            read_only: Some(is_safe),
            destructive: (method == "DELETE").then_some(true),
            idempotent: (!is_safe).then_some(true),
            open_world: None,
        };
        Some(Self { method, hints })
    }
}

impl Endpoint {
    /// Reads the endpoint from a tool's `_meta`.
    pub fn from_tool(tool: &Members) -> Option<Self> {
        let meta = Members::parse(tool.get("_meta")?.get()).ok()?;
        serde_json::from_str(meta.get(META_KEY)?.get()).ok()
    }

    /// Writes the endpoint where [`Endpoint::from_tool`] reads it, with the id of the operation if it is not the tool's name.
    pub fn write_to_meta(&self, operation_id: Option<&str>, meta: &mut Map<String, Value>) {
        let mut endpoint = json!({ "method": self.method, "path": self.path });
        if let Some(id) = operation_id {
            endpoint["operationId"] = id.into();
        }
        meta.insert(META_KEY.to_owned(), endpoint);
    }
}

/// The id of the operation behind a tool, if it is not the name of the tool.
pub fn operation_id(tool: &Members) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Identified {
        operation_id: String,
    }
    let meta = Members::parse(tool.get("_meta")?.get()).ok()?;
    let found: Identified = serde_json::from_str(meta.get(META_KEY)?.get()).ok()?;
    Some(found.operation_id)
}

/// The HTTP method a tool states: `http_method` in a row of a list, or `_meta` in a tool of an OpenAPI document.
pub fn http_method(tool: &Members) -> Option<String> {
    let stated = tool.get("http_method").and_then(|method| serde_json::from_str(method.get()).ok());
    stated.or_else(|| Endpoint::from_tool(tool).map(|endpoint| endpoint.method))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_proves_what_http_defines() {
        for (method, expected) in [
            ("get", Some((Some(true), None, None))),
            ("TRACE", Some((Some(true), None, None))),
            ("PUT", Some((Some(false), None, Some(true)))),
            ("DELETE", Some((Some(false), Some(true), Some(true)))),
            ("POST", None),
            ("PATCH", None),
            ("QUERY", None),
        ] {
            let proven = MethodProof::from_method(method).map(|proof| {
                let PerHint { read_only, destructive, idempotent, .. } = proof.hints;
                (read_only, destructive, idempotent)
            });
            assert_eq!(proven, expected, "{method}");
        }
        let in_meta =
            r#"{"http_method":"DELETE","_meta":{"dev.hintsmith/http":{"method":"GET","path":"/"}}}"#;
        assert_eq!(MethodProof::from_definition(in_meta), MethodProof::from_method("GET"));
        assert_eq!(MethodProof::from_definition(r#"{"http_method":"GET"}"#), None);
    }

    #[test]
    fn the_method_is_read_from_http_method_or_meta() {
        let mut meta = Map::new();
        Endpoint { method: "PUT".into(), path: "/a".into() }.write_to_meta(None, &mut meta);
        let ours = json!({ "name": "a", "_meta": meta }).to_string();
        for (tool, expected) in [
            (ours.as_str(), Some("PUT")),
            (r#"{"http_method":"get"}"#, Some("get")),
            (
                r#"{"http_method":"get","_meta":{"dev.hintsmith/http":{"method":"PUT","path":"/"}}}"#,
                Some("get"),
            ),
            (r#"{"_meta":{"dev.hintsmith/http":"PUT"}}"#, None),
            (r#"{"_meta":7}"#, None),
            (r#"{}"#, None),
        ] {
            assert_eq!(http_method(&Members::parse(tool).unwrap()).as_deref(), expected, "{tool}");
        }
    }
}
