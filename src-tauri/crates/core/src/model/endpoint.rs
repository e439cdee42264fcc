//! HTTP endpoint behind a tool, and its representation in the tool's `_meta`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

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

impl Endpoint {
    /// Reads the endpoint from a tool's `_meta`.
    pub fn from_tool(tool: &Members) -> Option<Self> {
        let meta = Members::parse(tool.get("_meta")?.get()).ok()?;
        serde_json::from_str(meta.get(META_KEY)?.get()).ok()
    }

    /// Writes the endpoint where [`Endpoint::from_tool`] reads it.
    pub fn write_to_meta(&self, meta: &mut Map<String, Value>) {
        meta.insert(META_KEY.to_owned(), json!({ "method": self.method, "path": self.path }));
    }
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
    fn the_method_is_read_from_http_method_or_meta() {
        let mut meta = Map::new();
        Endpoint { method: "PUT".into(), path: "/a".into() }.write_to_meta(&mut meta);
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
