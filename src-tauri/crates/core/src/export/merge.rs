//! Edits of a user's JSON, TOML or YAML file that preserve comments, order and all content of others.

use std::collections::{HashMap, HashSet};

use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;
use toml_edit::{DocumentMut, Item, Table};

use super::yaml;
use crate::text::config_text::{MergeError, json_options};

/// A JSON file, which may contain comments and trailing commas.
pub struct JsonFile(CstRootNode);

/// An object within a [`JsonFile`], with its path for error messages.
#[derive(Clone)]
pub struct JsonObject {
    object: CstObject,
    path: String,
}

impl JsonFile {
    pub fn parse(text: &str) -> Result<Self, MergeError> {
        let options = json_options();
        let text = if text.trim().is_empty() { "{}\n" } else { text };
        let root = CstRootNode::parse(text, &options)
            .map_err(|error| MergeError::Syntax { format: "JSON", why: error.kind().to_string() })?;
        Ok(Self(root))
    }

    pub fn root_object(&self) -> Result<JsonObject, MergeError> {
        let object = self.0.object_value_or_create().ok_or_else(|| type_error("the file", "an object"))?;
        Ok(JsonObject { object, path: String::new() })
    }

    pub fn text(&self) -> String {
        let mut text = self.0.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

impl JsonObject {
    /// The object at a key; created if missing.
    pub fn object_or_create(&self, key: &str) -> Result<Self, MergeError> {
        let path = self.child_path(key);
        let object = self.object.object_value_or_create(key).ok_or_else(|| type_error(&path, "an object"))?;
        Ok(Self { object, path })
    }

    pub fn contains_key(&self, key: &str) -> bool {
        self.object.get(key).is_some()
    }

    /// The entry with this `name` in a list of objects; appended if missing.
    pub fn named_entry(&self, key: &str, name: &str) -> Result<Self, MergeError> {
        let path = self.child_path(key);
        let list = self.object.array_value_or_create(key).ok_or_else(|| type_error(&path, "a list"))?;
        let path = format!("{path}[{name}]");
        let entries = list.elements().into_iter().filter_map(|element| element.as_object());
        let is_named = |entry: &CstObject| {
            let name_value = entry.get("name").and_then(|property| property.value());
            name_value.and_then(|value| value.as_string_lit()?.decoded_value().ok()).as_deref() == Some(name)
        };
        let existing = entries.into_iter().find(is_named);
        let object = match existing {
            Some(existing) => existing,
            None => {
                let new = CstInputValue::Object(vec![("name".to_owned(), name.to_owned().into())]);
                let new = list.append(new).as_object();
                list.ensure_multiline();
                new.ok_or_else(|| type_error(&path, "an object"))?
            }
        };
        Ok(Self { object, path })
    }

    pub fn set(&self, key: &str, value: &Value) {
        match self.object.get(key) {
            Some(known) => known.set_value(to_cst_input(value)),
            None => drop(self.object.append(key, to_cst_input(value))),
        }
    }

    pub fn remove(&self, key: &str) {
        if let Some(known) = self.object.get(key) {
            known.remove();
        }
    }

    /// The keys of the object.
    pub fn keys(&self) -> Vec<String> {
        self.object.properties().iter().filter_map(|property| property.decoded_name()).collect()
    }

    /// The strings of the list at a key.
    pub fn strings(&self, key: &str) -> Vec<String> {
        let elements = self.object.array_value(key).map(|list| list.elements()).unwrap_or_default();
        elements.iter().filter_map(|element| element.as_string_lit()?.decoded_value().ok()).collect()
    }

    /// Replaces the strings of a list that are ours: removes those that are not in `new`, and appends missing ones. The
    /// list is not created for an empty `new`.
    pub fn replace_owned_strings(
        &self,
        key: &str,
        is_ours: impl Fn(&str) -> bool,
        new: &[String],
    ) -> Result<(), MergeError> {
        if self.object.get(key).is_none() && new.is_empty() {
            return Ok(());
        }
        let path = self.child_path(key);
        let list = self.object.array_value_or_create(key).ok_or_else(|| type_error(&path, "a list"))?;
        let mut kept: Vec<String> = Vec::new();
        for element in list.elements() {
            let value = element.as_string_lit().and_then(|text| text.decoded_value().ok());
            match value {
                Some(text) if is_ours(&text) && !new.contains(&text) => element.remove(),
                Some(text) => kept.push(text),
                None => {}
            }
        }
        for text in new.iter().filter(|text| !kept.contains(text)) {
            list.append(CstInputValue::String(text.clone()));
        }
        list.ensure_multiline();
        Ok(())
    }

    /// Inserts a string before the member at an index.
    pub fn insert_string(&self, index: usize, key: &str, text: &str) {
        self.object.insert(index, key, CstInputValue::String(text.to_owned()));
    }

    /// Sets strings by key: in place, or, if `move_to_end`, moved to the end in this order, for formats in which order
    /// matters.
    pub fn set_strings(&self, strings: &[(String, &str)], move_to_end: bool) {
        let mut existing: HashMap<String, _> = HashMap::new();
        for property in self.object.properties() {
            if let Some(name) = property.decoded_name() {
                existing.insert(name, property);
            }
        }
        for (key, text) in strings {
            let value = || CstInputValue::String((*text).to_owned());
            match existing.remove(key) {
                Some(property) if move_to_end => {
                    property.remove();
                    self.object.append(key, value());
                }
                Some(property) => {
                    let current =
                        property.value().and_then(|value| value.as_string_lit()?.decoded_value().ok());
                    if current.as_deref() != Some(*text) {
                        property.set_value(value());
                    }
                }
                None => drop(self.object.append(key, value())),
            }
        }
    }

    fn child_path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }
}

fn to_cst_input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(to_cst_input).collect()),
        Value::Object(members) => CstInputValue::Object(
            members.iter().map(|(key, value)| (key.clone(), to_cst_input(value))).collect(),
        ),
    }
}

/// Parses a TOML file for editing.
pub fn parse_toml(text: &str) -> Result<DocumentMut, MergeError> {
    text.parse().map_err(|error: toml_edit::TomlError| MergeError::Syntax {
        format: "TOML",
        why: error.message().to_owned(),
    })
}

/// The table at a key; created if missing. A new table is implicit, so it gets no header until it has a value.
pub fn table_or_create<'a>(
    parent: &'a mut Table,
    key: &str,
    path: &str,
) -> Result<&'a mut Table, MergeError> {
    let item = parent.entry(key).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    if item.is_inline_table() {
        let inline = std::mem::take(item);
        *item = Item::Table(inline.into_table().unwrap_or_default());
    }
    item.as_table_mut().ok_or_else(|| type_error(path, "a table"))
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
    let mut intended = parse_yaml_map(text)?;
    let path = format!("{parent}.{key}");
    let map = intended.as_object_mut().ok_or_else(|| type_error("the file", "a map"))?;
    let map = map.entry(parent).or_insert_with(|| Value::Object(serde_json::Map::new()));
    let map = map.as_object_mut().ok_or_else(|| type_error(parent, "a map"))?;
    let list = map.entry(key).or_insert_with(|| Value::Array(Vec::new()));
    let list = list.as_array_mut().ok_or_else(|| type_error(&path, "a list"))?;
    let wanted: HashSet<&str> = new.iter().map(String::as_str).collect();
    let is_kept = |text: &str| !is_ours(text) || wanted.contains(text);
    list.retain(|item| item.as_str().is_none_or(is_kept));
    let existing: HashSet<String> = list.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect();
    let added: Vec<&str> = new.iter().map(String::as_str).filter(|text| !existing.contains(*text)).collect();
    list.extend(added.iter().map(|text| Value::from(*text)));
    let all: Vec<&str> = list.iter().filter_map(Value::as_str).collect();

    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = find_or_create_list(&mut lines, parent, key);
    replace_items(&mut lines, at, is_kept, &added, &all);
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let result = lines.join(end) + end;
    if parse_yaml_map(&result).ok().as_ref() != Some(&intended) {
        return Err(MergeError::Unsupported(format!(
            "{path} is written in a way that cannot be changed safely"
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
    all: &[&str],
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
    let item = |text: &&str| format!("{}- {}", " ".repeat(indent), yaml::render_string(text));
    let (key, rest) = lines[at].split_once(':').unwrap_or((&lines[at], ""));
    let (key, rest) = (format!("{key}:"), rest.to_owned());
    if items.is_empty() && !(all.is_empty() && rest.trim_start().starts_with("[]")) {
        let comment = rest.find(" #").map_or("", |place| &rest[place..]);
        lines[at] = format!("{key}{}{comment}", if all.is_empty() { " []" } else { "" });
        items = all.iter().map(item).collect();
    } else if !items.is_empty() {
        items.retain(|line| {
            let rest = strip_comment(line).trim_start().strip_prefix("- ").map(str::trim);
            let rest: Option<String> = rest.and_then(|rest| serde_saphyr::from_str(rest).ok());
            rest.is_none_or(|text| is_kept(&text))
        });
        items.extend(added.iter().map(item));
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
    use serde_json::json;

    #[test]
    fn content_of_others_is_preserved_byte_for_byte() {
        let text = "{\n  // mine\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\", \"mcp__s__old\"], // why\n    \"x\": 1.50,\n  },\n}\n";
        let file = JsonFile::parse(text).unwrap();
        let permissions = file.root_object().unwrap().object_or_create("permissions").unwrap();
        permissions
            .replace_owned_strings("allow", |text| text.starts_with("mcp__s__"), &["mcp__s__new".into()])
            .unwrap();
        permissions.replace_owned_strings("deny", |_| true, &[]).unwrap();
        let merged = file.text();
        assert!(
            merged.contains("// mine") && merged.contains("// why") && merged.contains("\"x\": 1.50"),
            "{merged}"
        );
        assert!(merged.contains("\"Bash(ls)\"") && merged.contains("mcp__s__new"), "{merged}");
        assert!(!merged.contains("mcp__s__old") && !merged.contains("deny"), "{merged}");
    }

    #[test]
    fn files_of_another_structure_are_rejected() {
        let outcome = |text: &str| match JsonFile::parse(text)
            .and_then(|file| file.root_object()?.object_or_create("a").map(drop))
        {
            Err(error) => error.to_string(),
            Ok(()) => "taken".to_owned(),
        };
        assert!(outcome("{").starts_with("it cannot be read as JSON"));
        assert_eq!(outcome("[1]"), "the file is not an object");
        assert_eq!(outcome("{\"a\": 3}"), "a is not an object");
        assert_eq!(outcome(""), "taken");
        assert!(parse_toml("a = ").unwrap_err().to_string().starts_with("it cannot be read as TOML"));
        let mut document = parse_toml("a = 3").unwrap();
        assert_eq!(
            table_or_create(document.as_table_mut(), "a", "a").unwrap_err().to_string(),
            "a is not a table"
        );
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
            ("user:\r\n  allow:\r\n  - s__new\r\n", "user:\r\n  allow:\r\n  - s__new\r\n"),
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
    fn values_are_set_and_removed() {
        let file = JsonFile::parse("{\"a\": 1, \"b\": 2}").unwrap();
        let object = file.root_object().unwrap();
        object.set("a", &json!({"x": [true, null, "t"]}));
        object.remove("b");
        assert_eq!(object.keys(), ["a"]);
        assert_eq!(
            serde_json::from_str::<Value>(&file.text()).unwrap(),
            json!({"a": {"x": [true, null, "t"]}})
        );
    }
}
