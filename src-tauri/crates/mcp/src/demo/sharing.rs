//! Sharing: seven tools over shares of files with users, groups, mail addresses and public links.

use serde_json::{Value, json};

use super::store::{ToolError, contains_text, list_result};
use super::tree::{get_entry, normalize_path};
use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_share_list_shares",
                "title": "List Shares",
                "description": "Lists shares, all of them or those of one path.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string", "description": "Only shares of this path." }
                } },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let path = args.get_optional("path")?.map(normalize_path);
                let is_wanted = |share: &Value| path.as_ref().is_none_or(|it| share["path"] == *it);
                list_result("shares", store.shares.select(is_wanted))
            },
        ),
        tool(
            r#"{
                "name": "nc_share_get_share",
                "description": "Returns one share.",
                "inputSchema": { "type": "object", "properties": {
                    "share_id": { "type": "integer" }
                }, "required": ["share_id"] }
            }"#,
            |store, args| store.shares.get_cloned(args.get("share_id")?),
        ),
        tool(
            r#"{
                "name": "nc_share_create_share",
                "title": "Share File or Folder",
                "description": "Shares a path with a user, a group or a mail address, or by a public link that anyone who has it can open.",
                "inputSchema": { "type": "object", "properties": {
                    "path": { "type": "string", "description": "What to share." },
                    "kind": { "type": "string", "enum": ["user", "group", "email", "public_link"],
                        "description": "With whom." },
                    "recipient": { "type": "string", "description": "Not needed for a public link." },
                    "permissions": { "type": "array", "default": ["read"], "items": {
                        "type": "string", "enum": ["read", "update", "create", "delete"] } }
                }, "required": ["path", "kind"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": true, "com.example/risk": "high" },
                "securitySchemes": [{ "type": "oauth2", "scopes": ["shares.write"] }]
            }"#,
            |store, args| {
                let path = normalize_path(args.get("path")?);
                get_entry(&store.files, &path)?;
                let recipient: Option<&str> = args.get_optional("recipient")?;
                if args.get::<&str>("kind")? != "public_link" && recipient.is_none() {
                    return Err(ToolError::invalid_argument("recipient", "is missing"));
                }
                let mut share = args.pick(&["kind", "permissions"]);
                share["path"] = path.into();
                share["recipient"] = recipient.into();
                share["messages"] = json!([]);
                Ok(store.shares.add(share))
            },
        ),
        tool(
            r#"{
                "name": "nc_share_update_permissions",
                "description": "Sets what the recipient of a share may do.",
                "inputSchema": { "type": "object", "properties": {
                    "share_id": { "type": "integer", "description": "Id of the share." },
                    "permissions": { "type": "array", "description": "The complete new list.",
                        "items": { "type": "string", "enum": ["read", "update", "create", "delete"] } }
                }, "required": ["share_id", "permissions"] }
            }"#,
            |store, args| store.shares.update(args.get("share_id")?, args.pick(&["permissions"])),
        ),
        tool(
            r#"{
                "name": "nc_share_delete_share",
                "description": "Revokes a share: its recipient or link loses access at once.",
                "inputSchema": { "type": "object", "properties": {
                    "share_id": { "type": "integer", "description": "Id of the share." }
                }, "required": ["share_id"] },
                "annotations": { "title": "Revoke Share", "destructiveHint": true }
            }"#,
            |store, args| store.shares.remove(args.get("share_id")?),
        ),
        tool(
            r#"{
                "name": "nc_share_send_message",
                "description": "Puts a message to the recipient of a share into the outbox for mail.",
                "inputSchema": { "type": "object", "properties": {
                    "share_id": { "type": "integer" },
                    "message": { "type": "string", "description": "Text of the mail." }
                }, "required": ["share_id", "message"] }
            }"#,
            |store, args| {
                let (id, message): (u64, &str) = (args.get("share_id")?, args.get("message")?);
                let share = store.shares.get(id)?;
                if share["recipient"].is_null() {
                    return Err(ToolError::Refused("A public link has no recipient.".into()));
                }
                let mut messages = share["messages"].as_array().cloned().unwrap_or_default();
                messages.push(message.into());
                store.shares.update(id, json!({ "messages": messages }))
            },
        ),
        tool(
            r#"{
                "name": "nc_share_search_recipients",
                "description": "Finds users and groups to share with, by a part of their name.",
                "inputSchema": { "type": "object", "properties": {
                    "query": { "type": "string", "description": "Part of the name." }
                }, "required": ["query"] },
                "annotations": { "readOnlyHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let query = args.get("query")?;
                let people = store.people.iter();
                let found = people.filter(|person| contains_text(person, &["name", "display_name"], query));
                list_result("recipients", found.cloned().collect())
            },
        ),
    ]
}
