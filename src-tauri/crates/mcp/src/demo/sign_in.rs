//! Sign-in: two tools.

use serde_json::json;

use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "check_logged_in",
                "description": "Says who is signed in and how many access grants there are.",
                "inputSchema": { "type": "object", "additionalProperties": false },
                "outputSchema": { "type": "object", "properties": {
                    "logged_in": { "type": "boolean" }, "user": { "type": "string" },
                    "grants": { "type": "integer" }
                }, "required": ["logged_in", "user", "grants"] },
                "annotations": { "title": "Check Sign-In" }
            }"#,
            |store, _| {
                let grants = store.grants.all().count();
                Ok(json!({ "logged_in": true, "user": "demo", "grants": grants }))
            },
        ),
        tool(
            r#"{
                "name": "provision_access",
                "description": "Grants this server access to the cloud: starts a new grant on each call and returns the address at which to confirm it.",
                "inputSchema": { "type": "object", "properties": {
                    "scopes": { "type": "array", "default": ["read"], "items": {
                        "type": "string", "enum": ["read", "write"] } }
                } }
            }"#,
            |store, args| {
                let grant = store.grants.add(args.pick(&["scopes"]));
                let address = format!("https://cloud.example/grant/{}", grant["id"]);
                Ok(json!({ "grant": grant, "confirm_at": address }))
            },
        ),
    ]
}
