//! Hash of a tool definition, which binds a decision to the definition it was made against.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::model::endpoint::Endpoint;
use crate::text::json::{self, Members};

/// Members that define a tool. Annotations are included, so that a changed hint is noticed.
const DEFINING_MEMBERS: [&str; 6] =
    ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

/// `sha256:` and the hash of a tool's canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(transparent)]
pub struct Fingerprint(pub String);

impl Fingerprint {
    pub(crate) fn from_tool(tool: &Members) -> Self {
        let mut hash = Sha256::new();
        for field in DEFINING_MEMBERS {
            let Some(raw) = tool.get(field) else { continue };
            hash.update(field);
            hash.update(b"\0");
            // Nested too deeply to parse: the raw text is hashed, so here white space matters.
            match serde_json::from_str::<Value>(raw.get()) {
                Ok(value) => hash.update(json::canonicalize(&value)),
                Err(_) => hash.update(raw.get()),
            }
            hash.update(b"\0");
        }
        // The same name for another HTTP request is another tool.
        if let Some(endpoint) = Endpoint::from_tool(tool) {
            for part in ["endpoint", &endpoint.method, &endpoint.path] {
                hash.update(part);
                hash.update(b"\0");
            }
        }
        Self(format!("sha256:{}", to_hex(&hash.finalize())))
    }
}

/// Encodes bytes as lower-case hexadecimal.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(raw: &str) -> Fingerprint {
        Fingerprint::from_tool(&Members::parse(raw).unwrap())
    }

    #[test]
    fn only_defining_members_are_hashed() {
        let base = fingerprint(r#"{"name":"a","description":"d","inputSchema":{"type":"object","x":1}}"#);
        assert_eq!(
            base,
            fingerprint(
                r#"{ "inputSchema": {"x":1,"type":"object"}, "description":"d", "name":"a", "_meta":{"n":1}}"#
            )
        );
        for changed in [
            r#"{"name":"a","description":"e","inputSchema":{"type":"object","x":1}}"#,
            r#"{"name":"a","description":"d","inputSchema":{"type":"object","x":2}}"#,
            r#"{"name":"a","description":"d","inputSchema":{"type":"object","x":1},"annotations":{"readOnlyHint":true}}"#,
            r#"{"name":"a","title":"","description":"d","inputSchema":{"type":"object","x":1}}"#,
            r#"{"name":"a","description":"d","inputSchema":{"type":"object","x":1},
                "_meta":{"dev.hintsmith/http":{"method":"PUT","path":"/a"}}}"#,
        ] {
            assert_ne!(base, fingerprint(changed), "{changed}");
        }
    }
}
