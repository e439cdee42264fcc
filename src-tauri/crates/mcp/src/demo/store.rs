//! In-memory data of the demo: collections of numbered rows, a file tree, a search index.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::ToolResult;
use super::tree::Tree;

/// An indexed text. `key` is the row's id, or the path of a file.
#[derive(Debug)]
pub(super) struct Document {
    pub kind: &'static str,
    pub key: String,
    pub title: String,
    pub words: BTreeSet<String>,
}

/// Error of a tool call; its message is shown by clients and read by models.
#[derive(Debug, thiserror::Error)]
pub(super) enum ToolError {
    #[error("Argument `{name}` {problem}.")]
    InvalidArgument { name: String, problem: String },
    #[error("Not found (404): there is no {noun} `{key}`.")]
    NotFound { noun: &'static str, key: String },
    #[error(
        "Precondition failed (412): the {noun} has changed and its etag is now `{etag}`. \
         Read it again before changing it."
    )]
    PreconditionFailed { noun: &'static str, etag: String },
    #[error("{0}")]
    Refused(String),
}

impl ToolError {
    pub(super) fn invalid_argument(name: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::InvalidArgument { name: name.into(), problem: problem.into() }
    }

    pub(super) fn not_found(noun: &'static str, key: impl ToString) -> Self {
        Self::NotFound { noun, key: key.to_string() }
    }
}

/// Rows of one kind. Every row is a JSON object with an `id` and an `etag` that changes with every update.
#[derive(Debug)]
pub(super) struct Collection {
    noun: &'static str,
    rows: BTreeMap<u64, Value>,
    last_id: u64,
    revision: u64,
}

impl Collection {
    fn new(noun: &'static str) -> Self {
        Self { noun, rows: BTreeMap::new(), last_id: 0, revision: 0 }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Value> {
        self.rows.values()
    }

    pub(super) fn select(&self, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        self.all().filter(|row| wanted(row)).cloned().collect()
    }

    pub(super) fn get(&self, id: u64) -> Result<&Value, ToolError> {
        self.rows.get(&id).ok_or_else(|| ToolError::not_found(self.noun, id))
    }

    pub(super) fn get_cloned(&self, id: u64) -> ToolResult {
        self.get(id).cloned()
    }

    /// Adds a row with these fields and returns it as stored.
    pub(super) fn add(&mut self, fields: Value) -> Value {
        self.last_id += 1;
        let mut row = Map::from_iter([("id".to_owned(), self.last_id.into())]);
        row.extend(into_fields(fields));
        row.insert("etag".to_owned(), self.next_etag().into());
        let row = Value::Object(row);
        self.rows.insert(self.last_id, row.clone());
        row
    }

    /// Sets fields without an etag check.
    pub(super) fn update(&mut self, id: u64, fields: Value) -> ToolResult {
        let etag = self.next_etag();
        let row = self.rows.get_mut(&id).ok_or_else(|| ToolError::not_found(self.noun, id))?;
        for (name, value) in into_fields(fields) {
            row[name] = value;
        }
        row["etag"] = etag.into();
        Ok(row.clone())
    }

    /// Sets fields if the row still has this etag.
    pub(super) fn update_if_match(&mut self, id: u64, etag: &str, fields: Value) -> ToolResult {
        let current = &self.get(id)?["etag"];
        if current != etag {
            return Err(ToolError::PreconditionFailed {
                noun: self.noun,
                etag: current.as_str().unwrap_or_default().to_owned(),
            });
        }
        self.update(id, fields)
    }

    pub(super) fn remove(&mut self, id: u64) -> ToolResult {
        match self.rows.remove(&id) {
            Some(_) => Ok(json!({ "deleted": self.noun, "id": id })),
            None => Err(ToolError::not_found(self.noun, id)),
        }
    }

    /// Removes every matching row and returns their number.
    pub(super) fn remove_all(&mut self, unwanted: impl Fn(&Value) -> bool) -> usize {
        let before = self.rows.len();
        self.rows.retain(|_, row| !unwanted(row));
        before - self.rows.len()
    }

    fn next_etag(&mut self) -> String {
        self.revision += 1;
        // Any text would do; a scattered one does not look like a counter.
        format!("{:016x}", self.revision.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

fn into_fields(fields: Value) -> Map<String, Value> {
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// A list result: the items under their name, and their count.
pub(super) fn list_result(name: &str, items: Vec<Value>) -> ToolResult {
    Ok(json!({ "count": items.len(), name: items }))
}

/// True if one of these text fields contains the text, ignoring case.
pub(super) fn contains_text(row: &Value, fields: &[&str], words: &str) -> bool {
    let words = words.to_lowercase();
    fields.iter().filter_map(|field| row[*field].as_str()).any(|text| text.to_lowercase().contains(&words))
}

/// All data of the demo.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) notes: Collection,
    pub(super) note_settings: Value,
    pub(super) calendars: Collection,
    pub(super) events: Collection,
    pub(super) todos: Collection,
    pub(super) address_books: Collection,
    pub(super) contacts: Collection,
    pub(super) boards: Collection,
    pub(super) stacks: Collection,
    pub(super) cards: Collection,
    pub(super) tables: Collection,
    pub(super) rows: Collection,
    pub(super) people: Vec<Value>,
    pub(super) shares: Collection,
    pub(super) recipes: Collection,
    pub(super) feeds: Collection,
    pub(super) items: Collection,
    pub(super) grants: Collection,
    pub(super) files: Tree,
    pub(super) trash: Tree,
    pub(super) index: Vec<Document>,
    pub(super) unindexed_folders: Vec<String>,
    /// The URLs that the demo can reach without a network, with their content.
    pub(super) web: Map<String, Value>,
}

impl Store {
    /// The initial data of every demo.
    pub(super) fn seeded() -> Self {
        let mut seed: Map<String, Value> = serde_json::from_str(include_str!("seed.json"))
            .expect("seed.json is compiled in, and every test of the demo reads it");
        let mut take = |name: &str| seed.remove(name).unwrap_or_default();
        let mut collection = |noun, name: &str| {
            let mut collection = Collection::new(noun);
            for row in take(name).as_array_mut().into_iter().flatten() {
                collection.add(row.take());
            }
            collection
        };
        let mut store = Self {
            notes: collection("note", "notes"),
            calendars: collection("calendar", "calendars"),
            events: collection("event", "events"),
            todos: collection("to-do", "todos"),
            address_books: collection("address book", "address_books"),
            contacts: collection("contact", "contacts"),
            boards: collection("board", "boards"),
            stacks: collection("stack", "stacks"),
            cards: collection("card", "cards"),
            tables: collection("table", "tables"),
            rows: collection("row", "rows"),
            shares: collection("share", "shares"),
            recipes: collection("recipe", "recipes"),
            feeds: collection("feed", "feeds"),
            items: collection("news item", "items"),
            grants: collection("grant", "grants"),
            note_settings: take("note_settings"),
            people: take("people").as_array().cloned().unwrap_or_default(),
            files: into_fields(take("files")).into_iter().collect(),
            web: into_fields(take("web")),
            trash: Tree::new(),
            index: Vec::new(),
            unindexed_folders: Vec::new(),
        };
        add_rehearsals(&mut store.events);
        store
    }
}

/// Four rehearsals a month, so that the exported choir calendar fills several screens.
fn add_rehearsals(events: &mut Collection) {
    for month in 1..=12 {
        for day in [4, 11, 18, 25] {
            events.add(json!({ "calendar": "choir", "title": "Rehearsal",
                "start": format!("2027-{month:02}-{day:02}T19:00"),
                "end": format!("2027-{month:02}-{day:02}T21:00"),
                "location": "St. Olaf's hall", "attendees": [] }));
        }
    }
}
