//! Edits of a user's JSON, TOML or YAML file that preserve comments, order and all content of others.

use std::collections::HashSet;

use serde_json::{Value, json};
use toml_edit::{DocumentMut, Item, Table, TableLike};

use super::yaml;
use crate::text::config_text::MergeError;
use crate::text::json_tree::{Container, JsonTree, TreeNode};

/// A JSON file, which may contain comments and trailing commas.
pub struct JsonFile(JsonTree);

/// An object within a [`JsonFile`], with its path for error messages.
#[derive(Clone)]
pub struct JsonObject {
    object: Container,
    path: String,
}

impl JsonFile {
    pub fn parse(text: &str) -> Result<Self, MergeError> {
        JsonTree::parse(text).map(Self)
    }

    pub fn root_object(&self) -> Result<JsonObject, MergeError> {
        let object = self.0.root.as_object().ok_or_else(|| type_error("the file", "an object"))?;
        Ok(JsonObject { object: object.clone(), path: String::new() })
    }

    pub fn text(&self) -> String {
        self.0.text()
    }
}

impl JsonObject {
    /// The object at a key; created if missing.
    pub fn object_or_create(&self, key: &str) -> Result<Self, MergeError> {
        let path = self.child_path(key);
        let node = self.node_or_create(key, &json!({}));
        let object = node.as_ref().and_then(TreeNode::as_object).cloned();
        Ok(Self { object: object.ok_or_else(|| type_error(&path, "an object"))?, path })
    }

    fn list_or_create(&self, key: &str) -> Result<Container, MergeError> {
        let node = self.node_or_create(key, &json!([]));
        let list = node.as_ref().and_then(TreeNode::as_list).cloned();
        list.ok_or_else(|| type_error(&self.child_path(key), "a list"))
    }

    fn node_or_create(&self, key: &str, new: &Value) -> Option<TreeNode> {
        if !self.contains_key(key) {
            self.object.set(key, new);
        }
        self.object.get(key)
    }

    pub fn contains_key(&self, key: &str) -> bool {
        self.object.get(key).is_some()
    }

    /// The entry with this `name` in a list of objects; appended if missing.
    pub fn named_entry(&self, key: &str, name: &str) -> Result<Self, MergeError> {
        let list = self.list_or_create(key)?;
        let path = format!("{}[{name}]", self.child_path(key));
        let find = || {
            let entries = list.nodes().into_iter().filter_map(|node| node.as_object().cloned());
            let is_named =
                |entry: &Container| entry.get("name").is_some_and(|own| own.as_str() == Some(name));
            entries.into_iter().find(is_named)
        };
        if find().is_none() {
            list.insert(usize::MAX, None, &json!({"name": name}));
        }
        Ok(Self { object: find().ok_or_else(|| type_error(&path, "an object"))?, path })
    }

    /// Sets a member. If it has this value already, it stays as it is written.
    pub fn set(&self, key: &str, value: &Value) {
        self.object.set(key, value);
    }

    pub fn remove(&self, key: &str) {
        self.object.remove(key);
    }

    /// The keys of the object.
    pub fn keys(&self) -> Vec<String> {
        self.object.keys()
    }

    /// The strings of the list at a key.
    pub fn strings(&self, key: &str) -> Vec<String> {
        let nodes = self.object.get(key).and_then(|node| Some(node.as_list()?.nodes())).unwrap_or_default();
        nodes.iter().filter_map(|node| node.as_str().map(str::to_owned)).collect()
    }

    pub fn string(&self, key: &str) -> Option<String> {
        Some(self.object.get(key)?.as_str()?.to_owned())
    }

    /// Replaces the strings of a list that are ours: removes those that are not in `new`, and appends missing ones. The
    /// list is not created for an empty `new`.
    pub fn replace_owned_strings(
        &self,
        key: &str,
        is_ours: impl Fn(&str) -> bool,
        new: &[String],
    ) -> Result<(), MergeError> {
        if !self.contains_key(key) && new.is_empty() {
            return Ok(());
        }
        let list = self.list_or_create(key)?;
        let new_values: HashSet<&str> = new.iter().map(String::as_str).collect();
        list.retain(|node| node.as_str().is_none_or(|text| !is_ours(text) || new_values.contains(text)));
        let existing: HashSet<String> = self.strings(key).into_iter().collect();
        for text in new.iter().filter(|text| !existing.contains(*text)) {
            list.insert(usize::MAX, None, &Value::from(text.as_str()));
        }
        Ok(())
    }

    /// Inserts a string before the member at an index.
    pub fn insert_string(&self, index: usize, key: &str, text: &str) {
        self.object.insert(index, Some(key), &Value::from(text));
    }

    /// Sets strings by key: in place, or, if `move_to_end`, moved to the end in this order, for formats in which order
    /// matters.
    pub fn set_strings(&self, strings: &[(String, &str)], move_to_end: bool) {
        if move_to_end {
            let moved: HashSet<&str> = strings.iter().map(|(key, _)| key.as_str()).collect();
            self.object.remove_keys(|key| moved.contains(key));
        }
        for (key, text) in strings {
            self.object.set(key, &Value::from(*text));
        }
    }

    fn child_path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }
}

/// Parses a TOML file for editing.
pub fn parse_toml(text: &str) -> Result<DocumentMut, MergeError> {
    text.parse().map_err(|error: toml_edit::TomlError| MergeError::Syntax {
        format: "TOML",
        why: error.message().to_owned(),
    })
}

/// The table at a key; created if missing. A new table is implicit, so it gets no header until it has a value; one in
/// an inline table is inline.
pub fn table_or_create<'a>(
    parent: &'a mut dyn TableLike,
    key: &str,
    path: &str,
) -> Result<&'a mut dyn TableLike, MergeError> {
    if !parent.contains_key(key) {
        let mut table = Table::new();
        table.set_implicit(true);
        parent.insert(key, Item::Table(table));
    }
    let table = parent.get_mut(key).and_then(Item::as_table_like_mut);
    table.ok_or_else(|| type_error(path, "a table"))
}

/// Like [`JsonObject::replace_owned_strings`], for a list at `parent.key` of a YAML file, but creates the list if
/// missing. The edit is line-based, for files in block style. The result is parsed again, and the file is rejected if
/// it is not the intended one.
pub fn replace_owned_yaml_items(
    text: &str,
    [parent, key]: [&str; 2],
    is_ours: impl Fn(&str) -> bool,
    new: &[String],
) -> Result<String, MergeError> {
    let current = parse_yaml_map(text)?;
    let mut intended = current.clone();
    let path = format!("{parent}.{key}");
    let map = intended.as_object_mut().ok_or_else(|| type_error("the file", "a map"))?;
    let map = map.entry(parent).or_insert_with(|| Value::Object(serde_json::Map::new()));
    let map = map.as_object_mut().ok_or_else(|| type_error(parent, "a map"))?;
    let list = map.entry(key).or_insert_with(|| Value::Array(Vec::new()));
    let list = list.as_array_mut().ok_or_else(|| type_error(&path, "a list"))?;
    let new_values: HashSet<&str> = new.iter().map(String::as_str).collect();
    let is_kept = |text: &str| !is_ours(text) || new_values.contains(text);
    list.retain(|item| item.as_str().is_none_or(is_kept));
    let existing: HashSet<String> = list.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect();
    let added: Vec<&str> = new.iter().map(String::as_str).filter(|text| !existing.contains(*text)).collect();
    list.extend(added.iter().map(|text| Value::from(*text)));
    let all: Vec<String> = list.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect();

    if intended == current {
        return Ok(text.to_owned());
    }
    let (body, end) = match text.strip_suffix('\n') {
        Some(body) => (body, "\n"),
        None => (text, if text.is_empty() { "\n" } else { "" }),
    };
    // A carriage return stays at the end of its line; a new line gets one if all others have one.
    let mut lines: Vec<String> = body.split('\n').filter(|_| !text.is_empty()).map(str::to_owned).collect();
    let complete_lines = &lines[..lines.len() - usize::from(end.is_empty())];
    let has_carriage_returns =
        !complete_lines.is_empty() && complete_lines.iter().all(|line| line.ends_with('\r'));
    let at = find_or_create_list(&mut lines, parent, key);
    replace_items(&mut lines, at, is_kept, &added, &all);
    for line in lines.iter_mut().filter(|line| has_carriage_returns && !line.ends_with('\r')) {
        line.push('\r');
    }
    let result = lines.join("\n");
    let result = if end.is_empty() { result.trim_end_matches('\r').to_owned() } else { result + end };
    if parse_yaml_map(&result).ok().as_ref() != Some(&intended) {
        return Err(MergeError::Unsupported(format!(
            "{path} is written in a form that cannot be edited safely"
        )));
    }
    Ok(result)
}

/// The line number of `key:` below `parent:`; both are created if missing.
fn find_or_create_list(lines: &mut Vec<String>, parent: &str, key: &str) -> usize {
    // `{}` is an empty map.
    if lines.iter().all(|line| matches!(strip_comment(line), "" | "{}")) {
        lines.retain(|line| strip_comment(line).is_empty());
    }
    let head = format!("{parent}:");
    let first = lines.iter().position(|line| strip_comment(line) == head).unwrap_or_else(|| {
        lines.push(head);
        lines.len() - 1
    });
    let is_below = |line: &String| strip_comment(line).is_empty() || line.starts_with([' ', '\t']);
    let last = (first + 1..lines.len()).find(|n| !is_below(&lines[*n])).unwrap_or(lines.len());
    let inner = lines[first + 1..last].iter().find(|line| !strip_comment(line).is_empty());
    let start = format!("{}{key}:", " ".repeat(inner.map_or(2, |line| indent_width(line))));
    let existing = (first + 1..last).find(|n| lines[*n].starts_with(&start));
    existing.unwrap_or_else(|| {
        // After the last line with content.
        let at = (first..last).rev().find(|n| !strip_comment(&lines[*n]).is_empty()).unwrap_or(first) + 1;
        lines.insert(at, format!("{start} []"));
        at
    })
}

/// Removes items below line `at` that are not kept, and appends the added ones. A flow-style list becomes block style.
fn replace_items(
    lines: &mut Vec<String>,
    at: usize,
    is_kept: impl Fn(&str) -> bool,
    added: &[&str],
    all: &[String],
) {
    let is_item = |line: &String| strip_comment(line).trim_start().starts_with("- ");
    let below =
        lines[at + 1..].iter().take_while(|line| is_item(line) || strip_comment(line).is_empty()).count();
    // Blank lines and comments after the last item belong to the following key.
    let count = lines[at + 1..at + 1 + below].iter().rposition(is_item).map_or(0, |last| last + 1);
    let mut items: Vec<String> = lines.splice(at + 1..at + 1 + count, []).collect();
    let indent = items
        .iter()
        .find(|line| is_item(line))
        .map_or(indent_width(&lines[at]) + 2, |line| indent_width(line));
    let item = |text: &str| format!("{}- {}", " ".repeat(indent), yaml::render_string(text));
    let (key, rest) = lines[at].split_once(':').unwrap_or((&lines[at], ""));
    let (key, rest) = (format!("{key}:"), rest.to_owned());
    if items.is_empty() && !(all.is_empty() && rest.trim_start().starts_with("[]")) {
        let comment = rest.find(" #").map_or("", |start| &rest[start..]);
        lines[at] = format!("{key}{}{comment}", if all.is_empty() { " []" } else { "" });
        items = all.iter().map(|text| item(text)).collect();
    } else if !items.is_empty() {
        items.retain(|line| {
            let rest = strip_comment(line).trim_start().strip_prefix("- ").map(str::trim);
            let rest: Option<String> = rest.and_then(|rest| serde_saphyr::from_str(rest).ok());
            rest.is_none_or(|text| is_kept(&text))
        });
        items.extend(added.iter().map(|text| item(text)));
        if all.is_empty() {
            lines[at] = format!("{key} []{rest}");
        }
    }
    lines.splice(at + 1..at + 1, items);
}

fn indent_width(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Maximum number of YAML values; more than any hand-written file has.
const MAX_YAML_VALUES: usize = 1_000_000;

/// Parses a YAML file; an empty one is an empty map.
fn parse_yaml_map(text: &str) -> Result<Value, MergeError> {
    let value: Value = crate::text::yaml::parse(text, MAX_YAML_VALUES)
        .map_err(|why| MergeError::Syntax { format: "YAML", why })?;
    Ok(if value.is_null() { Value::Object(serde_json::Map::new()) } else { value })
}

/// A line without its comment and trailing space. A ` #` within quotes is mistaken for a comment, which the check of
/// the result detects.
fn strip_comment(line: &str) -> &str {
    let start = if line.trim_start().starts_with('#') { Some(0) } else { line.find(" #") };
    line[..start.unwrap_or(line.len())].trim_end()
}

pub fn type_error(path: &str, expected: &'static str) -> MergeError {
    MergeError::UnexpectedType { path: path.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_of_others_is_preserved_byte_for_byte() {
        let text = "{\n  // mine\n\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\",\"mcp__s__old\",  \"Read\"], // why\n    \"x\": 1.50,\n\n  },\n}";
        let file = JsonFile::parse(text).unwrap();
        let permissions = file.root_object().unwrap().object_or_create("permissions").unwrap();
        let is_ours = |text: &str| text.starts_with("mcp__s__");
        permissions.replace_owned_strings("allow", is_ours, &[]).unwrap();
        permissions.replace_owned_strings("deny", |_| true, &[]).unwrap();
        assert_eq!(file.text(), text.replace("\"mcp__s__old\",", ""));
        permissions.replace_owned_strings("allow", is_ours, &["mcp__s__new".into()]).unwrap();
        let new = text.replace("\"mcp__s__old\",  \"Read\"]", "  \"Read\",\n      \"mcp__s__new\"\n    ]");
        assert_eq!(file.text(), new);
    }

    #[test]
    fn a_list_that_is_up_to_date_is_not_changed() {
        for text in ["{\"a\": [ \"x\",\"s\" ]}", "{\r\n\"a\":[\r\n\r\n \"s\", 1,],}", "{\"a\": []}"] {
            let file = JsonFile::parse(text).unwrap();
            let object = file.root_object().unwrap();
            let ours: Vec<String> = object.strings("a").into_iter().filter(|text| text == "s").collect();
            object.replace_owned_strings("a", |text| text == "s", &ours).unwrap();
            assert_eq!(file.text(), text);
        }
    }

    #[test]
    fn files_of_another_structure_are_rejected() {
        let outcome = |text: &str| match JsonFile::parse(text)
            .and_then(|file| file.root_object()?.object_or_create("a").map(drop))
        {
            Err(error) => error.to_string(),
            Ok(()) => "taken".to_owned(),
        };
        assert!(outcome("{").starts_with("invalid JSON"));
        assert_eq!(outcome("[1]"), "the file is not an object");
        assert_eq!(outcome("{\"a\": 3}"), "a is not an object");
        assert_eq!(outcome(""), "taken");
        assert!(parse_toml("a = ").unwrap_err().to_string().starts_with("invalid TOML"));
        let mut document = parse_toml("a = 3").unwrap();
        let error = table_or_create(document.as_table_mut(), "a", "a").err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("a is not a table"));
    }

    #[test]
    fn a_yaml_list_is_replaced_and_the_rest_is_preserved() {
        let replace = |text: &str| {
            replace_owned_yaml_items(
                text,
                ["user", "allow"],
                |text| text.starts_with("s__"),
                &["s__new".to_owned()],
            )
        };
        for (text, expected) in [
            ("", "user:\n  allow:\n    - s__new\n"),
            ("{}\n", "user:\n  allow:\n    - s__new\n"),
            ("# mine\nother: 1\n", "# mine\nother: 1\nuser:\n  allow:\n    - s__new\n"),
            (
                "user:\n  allow:\n  - a # why\n  - s__old\n  deny: []\n# end\nsmart: {}\n",
                "user:\n  allow:\n  - a # why\n  - s__new\n  deny: []\n# end\nsmart: {}\n",
            ),
            ("user:\n    allow: [] # none\n", "user:\n    allow: # none\n      - s__new\n"),
            ("user:\n  allow: [a, s__old]\n  x: 1\n", "user:\n  allow:\n    - a\n    - s__new\n  x: 1\n"),
            (
                "user:\n  deny:\n    - s__x\n\nb: 2\n",
                "user:\n  deny:\n    - s__x\n  allow:\n    - s__new\n\nb: 2\n",
            ),
            ("user:\r\n  allow: []\r\nx: 1", "user:\r\n  allow:\r\n    - s__new\r\nx: 1"),
            ("user:\n  allow: [a]\r\nx: 1\n", "user:\n  allow:\n    - a\n    - s__new\nx: 1\n"),
            // A list that is up to date stays as it is written.
            ("user:\r\n  allow:\r\n  - s__new\r\n", "user:\r\n  allow:\r\n  - s__new\r\n"),
            ("{user: {allow: [ 's__new' ]}}", "{user: {allow: [ 's__new' ]}}"),
        ] {
            assert_eq!(replace(text).as_deref(), Ok(expected), "{text}");
            assert_eq!(replace(expected).as_deref(), Ok(expected), "{text}");
        }
        let emptied = replace_owned_yaml_items(
            "user:\n  allow: # mine\n  - s__old\n",
            ["user", "allow"],
            |_| true,
            &[],
        );
        assert_eq!(emptied.as_deref(), Ok("user:\n  allow: [] # mine\n"));
        for refused in [
            "{user: {allow: [a]}}",
            "user:\n  allow:\n    - >-\n      long\n",
            "user: 3",
            "[1]",
            "a: [",
            "user:\n  allow: &x []\n  y: *x\n",
        ] {
            assert!(replace(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_named_entry_is_found_or_created() {
        let file = JsonFile::parse("{\"s\": [{\"name\": \"a\", \"x\": 1}, 3]}").unwrap();
        let object = file.root_object().unwrap();
        object.named_entry("s", "a").unwrap().set("y", &json!(2));
        object.named_entry("s", "b").unwrap().set("y", &json!(3));
        assert_eq!(
            serde_json::from_str::<Value>(&file.text()).unwrap(),
            json!({"s": [{"name": "a", "x": 1, "y": 2}, 3, {"name": "b", "y": 3}]})
        );
        assert!(object.contains_key("s") && !object.contains_key("name"));
    }

    #[test]
    fn values_are_set() {
        let file = JsonFile::parse("{\"a\": 1, \"b\": 2}").unwrap();
        file.root_object().unwrap().set("a", &json!({"x": [true, null, "t"]}));
        assert_eq!(file.text(), "{\"a\": {\n    \"x\": [true, null, \"t\"]\n  }, \"b\": 2}");
    }
}
