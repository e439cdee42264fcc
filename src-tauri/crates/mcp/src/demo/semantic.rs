//! Search over an index of all texts: six tools. The index is a snapshot until it is rebuilt.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::store::{Document, Store, ToolError, list_result};
use super::tree::{is_within, normalize_path};
use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![
        tool(
            r#"{
                "name": "nc_semantic_search",
                "title": "Semantic Search",
                "description": "Finds the indexed notes, files, recipes and cards that share most words with a question, best first, with a score from 0 to 1.",
                "inputSchema": { "type": "object", "properties": {
                    "query": { "type": "string", "description": "A question or some words." },
                    "kinds": { "type": "array", "description": "Only these kinds.", "items": {
                        "type": "string", "enum": ["note", "file", "recipe", "card"] } },
                    "limit": { "type": "integer", "minimum": 1, "maximum": 50, "default": 10 }
                }, "required": ["query"] },
                "outputSchema": { "type": "object", "properties": {
                    "count": { "type": "integer" },
                    "results": { "type": "array", "items": { "type": "object", "properties": {
                        "kind": { "type": "string" }, "key": { "type": "string" },
                        "title": { "type": "string" }, "score": { "type": "number" }
                    }, "required": ["kind", "key", "title", "score"] } }
                }, "required": ["count", "results"] },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false },
                "_meta": { "com.example/index": "words" }
            }"#,
            |store, args| {
                let kinds: Option<Vec<&str>> = args.get_optional("kinds")?;
                let wanted = extract_words(args.get("query")?);
                let documents = store.index.iter();
                let documents = documents
                    .filter(|document| kinds.as_ref().is_none_or(|kinds| kinds.contains(&document.kind)));
                list_result("results", rank(documents, &wanted, args.get("limit")?))
            },
        ),
        tool(
            r#"{
                "name": "nc_semantic_find_similar",
                "description": "Finds the indexed documents most like a given one.",
                "inputSchema": { "type": "object", "properties": {
                    "document": { "type": "object", "properties": {
                        "kind": { "type": "string", "enum": ["note", "file", "recipe", "card"] },
                        "key": { "type": "string", "description": "Id, or path of a file." }
                    }, "required": ["kind", "key"], "description": "As a search result names it." },
                    "limit": { "type": "integer", "minimum": 1, "default": 5 }
                }, "required": ["document"] },
                "annotations": { "readOnlyHint": true, "destructiveHint": false,
                    "idempotentHint": true, "openWorldHint": false }
            }"#,
            |store, args| {
                let wanted: Value = args.get("document")?;
                let is_wanted = |document: &&Document| {
                    wanted["kind"] == document.kind && wanted["key"] == document.key.as_str()
                };
                let document = store.index.iter().find(is_wanted);
                let document = document.ok_or_else(|| ToolError::not_found("document", &wanted["key"]))?;
                let others = store.index.iter().filter(|other| !is_wanted(other));
                list_result("results", rank(others, &document.words, args.get("limit")?))
            },
        ),
        tool(
            r#"{
                "name": "nc_semantic_index_status",
                "description": "Returns how many documents of each kind the index holds.",
                "inputSchema": { "type": "object", "additionalProperties": false }
            }"#,
            |store, _| {
                let count = |kind| store.index.iter().filter(|it| it.kind == kind).count();
                Ok(json!({ "documents": store.index.len(), "notes": count("note"),
                    "files": count("file"), "recipes": count("recipe"), "cards": count("card") }))
            },
        ),
        tool(
            r#"{
                "name": "nc_semantic_reindex",
                "description": "Builds the search index anew from what is stored now.",
                "inputSchema": { "type": "object", "additionalProperties": false },
                "annotations": { "title": "Rebuild Search Index" }
            }"#,
            |store, _| {
                rebuild_index(store);
                Ok(json!({ "documents": store.index.len() }))
            },
        ),
        tool(
            r#"{
                "name": "nc_semantic_list_excluded_folders",
                "description": "Lists the folders whose files the index leaves out.",
                "inputSchema": { "type": "object" }
            }"#,
            |store, _| Ok(json!({ "folders": store.unindexed_folders })),
        ),
        tool(
            r#"{
                "name": "nc_semantic_set_excluded_folders",
                "description": "Replaces the list of folders to leave out, from the next rebuild on.",
                "inputSchema": { "type": "object", "properties": {
                    "folders": { "type": "array", "items": { "type": "string" },
                        "description": "The complete new list." }
                }, "required": ["folders"] },
                "annotations": { "idempotentHint": true }
            }"#,
            |store, args| {
                let folders: Vec<&str> = args.get("folders")?;
                store.unindexed_folders = folders.into_iter().map(normalize_path).collect();
                Ok(json!({ "folders": store.unindexed_folders }))
            },
        ),
    ]
}

/// Rebuilds the index from the current data.
pub(super) fn rebuild_index(store: &mut Store) {
    let mut index = Vec::new();
    let mut add = |kind, key: String, title: &Value, body: &Value| {
        let title = title.as_str().unwrap_or_default().to_owned();
        let words = extract_words(&format!("{title} {body}"));
        index.push(Document { kind, key, title, words });
    };
    for note in store.notes.all() {
        add("note", note["id"].to_string(), &note["title"], &note["content"]);
    }
    for recipe in store.recipes.all() {
        add("recipe", recipe["id"].to_string(), &recipe["name"], &recipe["ingredients"]);
    }
    for card in store.cards.all() {
        add("card", card["id"].to_string(), &card["title"], &card["description"]);
    }
    for (path, file) in &store.files {
        let excluded = store.unindexed_folders.iter().any(|folder| is_within(path, folder));
        if file["type"] == "file" && !excluded {
            add("file", path.clone(), &Value::from(path.as_str()), &file["content"]);
        }
    }
    store.index = index;
}

/// The lower-case words of three letters and more.
fn extract_words(text: &str) -> BTreeSet<String> {
    // The body may be JSON text, in which a line break is written `\n`.
    let text = text.replace("\\n", " ").to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| word.chars().count() > 2).map(str::to_owned).collect()
}

fn rank<'a>(
    documents: impl Iterator<Item = &'a Document>,
    wanted: &BTreeSet<String>,
    limit: usize,
) -> Vec<Value> {
    let mut found: Vec<(usize, &Document)> = documents
        .map(|document| (document.words.intersection(wanted).count(), document))
        .filter(|(shared, _)| *shared > 0)
        .collect();
    found.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    let result = |(shared, document): (usize, &Document)| {
        let score = shared as f64 / wanted.len() as f64;
        json!({ "kind": document.kind, "key": document.key, "title": document.title, "score": score })
    };
    found.into_iter().take(limit).map(result).collect()
}
