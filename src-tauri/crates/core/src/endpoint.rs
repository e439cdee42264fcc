//! The HTTP request behind a tool: where it is written in the tool's JSON, and how it is read again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::json::Members;

/// The key in a tool's `_meta`.
const KEY: &str = "dev.hintsmith/http";

/// An HTTP method and the path it is used on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// In capitals: `GET`.
    pub method: String,
    /// With its parameters in braces: `/pets/{id}`.
    pub path: String,
}

impl Endpoint {
    /// The endpoint a tool states in its `_meta`.
    pub fn read(tool: &Members) -> Option<Self> {
        let meta = Members::parse(tool.get("_meta")?.get()).ok()?;
        serde_json::from_str(meta.get(KEY)?.get()).ok()
    }

    /// Puts it where [`Endpoint::read`] finds it.
    pub fn write(&self, meta: &mut Map<String, Value>) {
        meta.insert(KEY.to_owned(), json!({ "method": self.method, "path": self.path }));
    }
}

/// The HTTP method a tool states: a row of a list in `http_method`, a tool of an OpenAPI document in its `_meta`.
pub fn method(tool: &Members) -> Option<String> {
    let stated = tool.get("http_method").and_then(|method| serde_json::from_str(method.get()).ok());
    stated.or_else(|| Endpoint::read(tool).map(|endpoint| endpoint.method))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_read_from_a_row_or_from_what_we_wrote() {
        let mut meta = Map::new();
        Endpoint { method: "PUT".into(), path: "/a".into() }.write(&mut meta);
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
            assert_eq!(method(&Members::parse(tool).unwrap()).as_deref(), expected, "{tool}");
        }
    }
}
