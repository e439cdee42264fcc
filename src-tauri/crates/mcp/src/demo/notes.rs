//! Notes: fourteen tools over one collection of Markdown texts.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::store::{ToolError, contains_text, list_result};
use super::{DemoTool, tool, tool_from_value};

/// A sheet of paper, 16 by 16 pixels.
const ICON: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAgMAAABinRfyAAAACVBMVEX///\
//1maKbQC+nKsLAAAAAXRSTlMAQObYZgAAABhJREFUeNpjYAAB1tDQAGRi1SoSuHACBAB8wg/xxBewywAAAABJRU5ErkJggg==";

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_notes_list_notes",
                "title": "List Notes",
                "description": "Lists notes with id, title and category, without their text.",
                "inputSchema": { "type": "object", "properties": {
                    "category": { "type": "string", "description": "Only notes of this category." },
                    "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 50 }
                } },
                "outputSchema": { "type": "object", "properties": {
                    "count": { "type": "integer" },
                    "notes": { "type": "array", "items": { "type": "object" } }
                }, "required": ["count", "notes"] },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let category: Option<&str> = args.get_optional("category")?;
                let notes = store.notes.select(|note| category.is_none_or(|it| note["category"] == it));
                let notes = notes.iter().map(summary);
                list_result("notes", notes.take(args.get("limit")?).collect())
            },
        ),
        tool(
            r#"{
                "name": "nc_notes_search_notes",
                "description": "Finds notes whose title or text contains the given words.",
                "inputSchema": { "type": "object", "properties": {
                    "query": { "type": "string", "description": "The words, in any case." }
                }, "required": ["query"] },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, args| {
                let query = args.get("query")?;
                let found = store.notes.select(|note| contains_text(note, &["title", "content"], query));
                list_result("notes", found.iter().map(summary).collect())
            },
        ),
        tool(
            r#"{
                "name": "nc_notes_get_note",
                "title": "Get Note",
                "description": "Returns one note with its text and its current etag.",
                "inputSchema": { "type": "object", "properties": {
                    "note_id": { "type": "integer", "description": "Id of the note." }
                }, "required": ["note_id"] },
                "outputSchema": { "type": "object", "properties": {
                    "id": { "type": "integer" }, "title": { "type": "string" },
                    "content": { "type": "string" }, "category": { "type": "string" },
                    "favorite": { "type": "boolean" }, "etag": { "type": "string" }
                }, "required": ["id", "title", "content", "etag"] },
                "annotations": { "title": "Get Note", "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| store.notes.get_cloned(args.get("note_id")?),
        ),
        tool_from_value(
            json!({
                "name": "nc_notes_create_note",
                "title": "Create Note",
                "description": "Creates a note. Two calls make two notes, even with the same title.",
                "icons": [{ "src": ICON, "mimeType": "image/png", "sizes": ["16x16"] }],
                "inputSchema": { "type": "object", "properties": {
                    "title": { "type": "string" },
                    "content": { "type": "string", "description": "The text, in Markdown." },
                    "category": { "type": "string", "default": "",
                        "description": "Category to file it under; empty for none." }
                }, "required": ["title", "content"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": false }
            }),
            |store, args| {
                let mut note = args.pick(&["title", "content", "category"]);
                note["favorite"] = false.into();
                Ok(store.notes.add(note))
            },
        ),
        tool(
            r#"{
                "name": "nc_notes_update_note",
                "title": "Update Note",
                "description": "Changes the title, text or category of a note. Needs the etag from reading it, and fails with 412 when the note has changed since.",
                "inputSchema": { "type": "object", "properties": {
                    "note_id": { "type": "integer", "description": "Id of the note." },
                    "etag": { "type": "string", "description": "The etag the note had when read." },
                    "title": { "anyOf": [{ "type": "string" }, { "type": "null" }], "default": null },
                    "content": { "anyOf": [{ "type": "string" }, { "type": "null" }], "default": null,
                        "description": "New text; leave out to keep the old one." },
                    "category": { "anyOf": [{ "type": "string" }, { "type": "null" }], "default": null }
                }, "required": ["note_id", "etag"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": false, "openWorldHint": false },
                "securitySchemes": [{ "type": "oauth2", "scopes": ["notes.write"] }]
            }"#,
            |store, args| {
                let fields = args.pick(&["title", "content", "category"]);
                store.notes.update_if_match(args.get("note_id")?, args.get("etag")?, fields)
            },
        ),
        tool(
            // Wrong on purpose: each call adds the text once more.
            r#"{
                "name": "nc_notes_append_content",
                "title": "Append to Note",
                "description": "Adds text at the end of a note, after a line break.",
                "inputSchema": { "type": "object", "properties": {
                    "note_id": { "type": "integer" },
                    "content": { "type": "string", "description": "The text to add." }
                }, "required": ["note_id", "content"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let (id, addition): (_, &str) = (args.get("note_id")?, args.get("content")?);
                let text = format!("{}\n{addition}", content(store.notes.get(id)?));
                store.notes.update(id, json!({ "content": text }))
            },
        ),
        tool(
            r#"{
                "name": "nc_notes_find_and_replace",
                "description": "Replaces every occurrence of a text in one note and returns how often.",
                "inputSchema": { "type": "object", "properties": {
                    "note_id": { "type": "integer", "description": "Id of the note." },
                    "find": { "type": "string", "description": "Exact text to look for." },
                    "replace": { "type": "string", "description": "Text to put in its place." }
                }, "required": ["note_id", "find", "replace"], "additionalProperties": false }
            }"#,
            |store, args| {
                let id = args.get("note_id")?;
                let (find, replace): (&str, &str) = (args.get("find")?, args.get("replace")?);
                if find.is_empty() {
                    return Err(ToolError::invalid_argument("find", "must not be empty"));
                }
                let before = content(store.notes.get(id)?);
                let (times, after) = (before.matches(find).count(), before.replace(find, replace));
                store.notes.update(id, json!({ "content": after }))?;
                Ok(json!({ "id": id, "replaced": times }))
            },
        ),
        tool(
            r#"{
                "name": "nc_notes_delete_note",
                "title": "Delete Note",
                "description": "Deletes a note for good.",
                "inputSchema": { "type": "object", "properties": {
                    "note_id": { "type": "integer", "description": "Id of the note." }
                }, "required": ["note_id"] },
                "annotations": { "readOnlyHint": false, "destructiveHint": true,
                    "idempotentHint": true, "openWorldHint": false, "com.example/risk": "high" },
                "securitySchemes": [{ "type": "oauth2", "scopes": ["notes.write"] }]
            }"#,
            |store, args| store.notes.remove(args.get("note_id")?),
        ),
        tool(
            r#"{
                "name": "nc_notes_list_categories",
                "description": "Lists the categories in use and how many notes each has.",
                "inputSchema": { "type": "object", "additionalProperties": false },
                "annotations": { "readOnlyHint": true }
            }"#,
            |store, _| {
                let mut counts = BTreeMap::<&str, usize>::new();
                for note in store.notes.all() {
                    *counts.entry(note["category"].as_str().unwrap_or_default()).or_default() += 1;
                }
                Ok(json!({ "categories": counts }))
            },
        ),
        tool(
            r#"{
                "name": "nc_notes_rename_category",
                "description": "Moves every note of one category to another name.",
                "inputSchema": { "type": "object", "properties": {
                    "from": { "type": "string", "description": "The category as it is now." },
                    "to": { "type": "string", "description": "Its new name." }
                }, "required": ["from", "to"] }
            }"#,
            |store, args| {
                let (from, to): (&str, &str) = (args.get("from")?, args.get("to")?);
                let notes = store.notes.select(|note| note["category"] == from);
                for id in notes.iter().filter_map(|note| note["id"].as_u64()) {
                    store.notes.update(id, json!({ "category": to }))?;
                }
                Ok(json!({ "renamed": notes.len() }))
            },
        ),
        tool(
            r#"{
                "name": "nc_notes_set_favorite",
                "description": "Marks a note as a favorite, or no longer as one.",
                "inputSchema": { "type": "object", "properties": {
                    "note_id": { "type": "integer" },
                    "favorite": { "type": "boolean", "default": true }
                }, "required": ["note_id"] },
                "annotations": { "title": "Star Note" }
            }"#,
            |store, args| store.notes.update(args.get("note_id")?, args.pick(&["favorite"])),
        ),
        tool(
            r#"{
                "name": "nc_notes_duplicate_note",
                "description": "Makes a copy of a note, with \"(copy)\" after its title.",
                "inputSchema": { "type": "object", "properties": {
                    "note_id": { "type": "integer", "description": "Id of the note to copy." }
                }, "required": ["note_id"] }
            }"#,
            |store, args| {
                let note = store.notes.get_cloned(args.get("note_id")?)?;
                let title = format!("{} (copy)", note["title"].as_str().unwrap_or_default());
                Ok(store.notes.add(json!({ "title": title, "content": note["content"],
                    "category": note["category"], "favorite": false })))
            },
        ),
        tool(
            r#"{
                "name": "nc_notes_get_settings",
                "description": "Returns where notes are kept, their file suffix and the editor mode.",
                "inputSchema": { "type": "object" }
            }"#,
            |store, _| Ok(store.note_settings.clone()),
        ),
        tool(
            r#"{
                "name": "nc_notes_update_settings",
                "description": "Sets one or more settings of the notes app; others stay as they are.",
                "inputSchema": { "type": "object", "properties": {
                    "notes_path": { "type": "string", "description": "Folder for the note files." },
                    "file_suffix": { "type": "string", "enum": [".md", ".txt"] },
                    "note_mode": { "type": "string", "enum": ["edit", "preview", "rich"],
                        "description": "How a note opens." }
                } },
                "annotations": { "destructiveHint": false }
            }"#,
            |store, args| {
                if let Value::Object(given) = args.pick(&["notes_path", "file_suffix", "note_mode"]) {
                    for (name, value) in given {
                        store.note_settings[name] = value;
                    }
                }
                Ok(store.note_settings.clone())
            },
        ),
    ]
}

fn summary(note: &Value) -> Value {
    json!({ "id": note["id"], "title": note["title"], "category": note["category"],
        "favorite": note["favorite"] })
}

fn content(note: &Value) -> &str {
    note["content"].as_str().unwrap_or_default()
}
