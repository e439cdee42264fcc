//! Address books and contacts: nine tools.

use serde_json::json;

use super::store::{ToolError, contains_text, list_result};
use super::{DemoTool, Store, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_contacts_list_addressbooks",
                "description": "Lists the address books.",
                "inputSchema": { "type": "object", "additionalProperties": false }
            }"#,
            |store, _| list_result("address_books", store.address_books.all().cloned().collect()),
        ),
        tool(
            r#"{
                "name": "nc_contacts_create_addressbook",
                "description": "Creates an empty address book; its name must be new.",
                "inputSchema": { "type": "object", "properties": {
                    "name": { "type": "string", "description": "Short name, used by other tools." },
                    "title": { "type": "string" }
                }, "required": ["name", "title"] }
            }"#,
            |store, args| {
                let name: &str = args.get("name")?;
                if require_book(store, name).is_ok() {
                    return Err(ToolError::Refused(format!("Address book `{name}` already exists.")));
                }
                Ok(store.address_books.add(args.pick(&["name", "title"])))
            },
        ),
        tool(
            r#"{
                "name": "nc_contacts_list_contacts",
                "title": "List Contacts",
                "description": "Lists the contacts of an address book, or those in one group of it.",
                "inputSchema": { "type": "object", "properties": {
                    "address_book": { "type": "string", "default": "contacts" },
                    "group": { "type": "string", "description": "Only members of this group." }
                } },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false, "com.example/risk": "low" }
            }"#,
            |store, args| {
                let (book, group): (&str, Option<&str>) =
                    (args.get("address_book")?, args.get_optional("group")?);
                require_book(store, book)?;
                list_result(
                    "contacts",
                    store.contacts.select(|contact| {
                        contact["address_book"] == book && group.is_none_or(|name| is_member(contact, name))
                    }),
                )
            },
        ),
        tool(
            r#"{
                "name": "nc_contacts_get_contact",
                "description": "Returns one contact with its etag.",
                "inputSchema": { "type": "object", "properties": {
                    "contact_id": { "type": "integer" }
                }, "required": ["contact_id"] }
            }"#,
            |store, args| store.contacts.get_cloned(args.get("contact_id")?),
        ),
        tool(
            r#"{
                "name": "nc_contacts_create_contact",
                "title": "Create Contact",
                "description": "Adds a contact to an address book.",
                "inputSchema": { "type": "object", "properties": {
                    "address_book": { "type": "string", "default": "contacts",
                        "description": "Where to put it." },
                    "name": { "type": "string", "description": "Full name." },
                    "emails": { "type": "array", "default": [], "items": {
                        "type": "object", "properties": {
                            "kind": { "type": "string", "enum": ["home", "work", "other"] },
                            "address": { "type": "string", "format": "email" }
                        }, "required": ["address"] } },
                    "phones": { "type": "array", "items": { "type": "string" }, "default": [] },
                    "groups": { "type": "array", "items": { "type": "string" }, "default": [],
                        "description": "Groups it belongs to; new ones are made." }
                }, "required": ["name"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": false }
            }"#,
            |store, args| {
                require_book(store, args.get("address_book")?)?;
                Ok(store.contacts.add(args.pick(FIELDS)))
            },
        ),
        tool(
            r#"{
                "name": "nc_contacts_update_contact",
                "description": "Replaces the given fields of a contact. Needs its current etag and fails with 412 when it is out of date.",
                "inputSchema": { "type": "object", "properties": {
                    "contact_id": { "type": "integer", "description": "Id of the contact." },
                    "etag": { "type": "string", "description": "The etag it had when read." },
                    "name": { "type": "string" },
                    "phones": { "type": "array", "items": { "type": "string" },
                        "description": "The complete new list." },
                    "groups": { "type": "array", "items": { "type": "string" } }
                }, "required": ["contact_id", "etag"] }
            }"#,
            |store, args| {
                let fields = args.pick(&["name", "phones", "groups"]);
                store.contacts.update_if_match(args.get("contact_id")?, args.get("etag")?, fields)
            },
        ),
        tool(
            r#"{
                "name": "nc_contacts_delete_contact",
                "description": "Deletes a contact.",
                "inputSchema": { "type": "object", "properties": {
                    "contact_id": { "type": "integer", "description": "Id of the contact." }
                }, "required": ["contact_id"] },
                "annotations": { "title": "Delete Contact" }
            }"#,
            |store, args| store.contacts.remove(args.get("contact_id")?),
        ),
        tool(
            r#"{
                "name": "nc_contacts_search_contacts",
                "description": "Finds contacts by a part of their name or mail address.",
                "inputSchema": { "type": "object", "properties": {
                    "query": { "type": "string", "description": "Part of a name or an address." }
                }, "required": ["query"] },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, args| {
                let query = args.get("query")?;
                list_result(
                    "contacts",
                    store.contacts.select(|contact| {
                        let mut emails = contact["emails"].as_array().into_iter().flatten();
                        contains_text(contact, &["name"], query)
                            || emails.any(|email| contains_text(email, &["address"], query))
                    }),
                )
            },
        ),
        tool(
            // Wrong on purpose: it removes every member from the group.
            r#"{
                "name": "nc_contacts_delete_group",
                "title": "Delete Contact Group",
                "description": "Deletes a group: all its contacts stay, but leave the group.",
                "inputSchema": { "type": "object", "properties": {
                    "group": { "type": "string", "description": "Name of the group." }
                }, "required": ["group"] },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, args| {
                let group: &str = args.get("group")?;
                let members = store.contacts.select(|contact| is_member(contact, group));
                if members.is_empty() {
                    return Err(ToolError::not_found("group", group));
                }
                for member in &members {
                    let mut groups = member["groups"].as_array().cloned().unwrap_or_default();
                    groups.retain(|name| name != group);
                    let id = member["id"].as_u64().unwrap_or_default();
                    store.contacts.update(id, json!({ "groups": groups }))?;
                }
                Ok(json!({ "deleted": group, "members": members.len() }))
            },
        ),
    ]
}

const FIELDS: &[&str] = &["address_book", "name", "emails", "phones", "groups"];

fn require_book(store: &Store, name: &str) -> Result<(), ToolError> {
    match store.address_books.all().any(|book| book["name"] == name) {
        true => Ok(()),
        false => Err(ToolError::not_found("address book", name)),
    }
}

fn is_member(contact: &serde_json::Value, group: &str) -> bool {
    let mut groups = contact["groups"].as_array().into_iter().flatten();
    groups.any(|name| name == group)
}
