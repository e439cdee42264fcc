//! Edits of a user's JSON, TOML or YAML file that preserve comments, order and all content of others.

use std::collections::{HashMap, HashSet};

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;
use toml_edit::{DocumentMut, Item, Table};

use super::target::MergeError;
use super::yaml;

/// A JSON file, which may contain comments and trailing commas.
pub struct JsonFile(CstRootNode);

/// An object within a [`JsonFile`], with its path for error messages.
#[derive(Clone)]
pub struct JsonObject {
    object: CstObject,
    path: String,
}

/// Parse options for JSON with comments and trailing commas, but no other extension of JSON.
pub(crate) fn json_options() -> ParseOptions {
    ParseOptions {
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        ..ParseOptions::default()
    }
}

impl JsonFile {
    pub fn open(text: &str) -> Result<Self, MergeError> {
        let options = json_options();
        let text = if text.trim().is_empty() { "{}\n" } else { text };
        let root = CstRootNode::parse(text, &options)
            .map_err(|error| MergeError::Syntax { format: "JSON", why: error.kind().to_string() })?;
        Ok(Self(root))
    }

    pub fn object(&self) -> Result<JsonObject, MergeError> {
        let object = self.0.object_value_or_create().ok_or_else(|| wrong("the file", "an object"))?;
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
    pub fn object(&self, key: &str) -> Result<Self, MergeError> {
        let path = self.below(key);
        let object = self.object.object_value_or_create(key).ok_or_else(|| wrong(&path, "an object"))?;
        Ok(Self { object, path })
    }

    pub fn has(&self, key: &str) -> bool {
        self.object.get(key).is_some()
    }

    /// The entry with this `name` in a list of objects; appended if missing.
    pub fn named(&self, key: &str, name: &str) -> Result<Self, MergeError> {
        let path = self.below(key);
        let list = self.object.array_value_or_create(key).ok_or_else(|| wrong(&path, "a list"))?;
        let path = format!("{path}[{name}]");
        let entries = list.elements().into_iter().filter_map(|element| element.as_object());
        let is_named = |entry: &CstObject| {
            let said = entry.get("name").and_then(|property| property.value());
            said.and_then(|value| value.as_string_lit()?.decoded_value().ok()).as_deref() == Some(name)
        };
        let known = entries.into_iter().find(is_named);
        let object = match known {
            Some(known) => known,
            None => {
                let new = CstInputValue::Object(vec![("name".to_owned(), name.to_owned().into())]);
                let new = list.append(new).as_object();
                list.ensure_multiline();
                new.ok_or_else(|| wrong(&path, "an object"))?
            }
        };
        Ok(Self { object, path })
    }

    pub fn set(&self, key: &str, value: &Value) {
        match self.object.get(key) {
            Some(known) => known.set_value(input(value)),
            None => drop(self.object.append(key, input(value))),
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

    /// Replaces the strings of a list that are ours: removes those that are not in `new`, and appends missing ones. The
    /// list is not created for an empty `new`.
    pub fn renew(&self, key: &str, is_ours: impl Fn(&str) -> bool, new: &[String]) -> Result<(), MergeError> {
        if self.object.get(key).is_none() && new.is_empty() {
            return Ok(());
        }
        let path = self.below(key);
        let list = self.object.array_value_or_create(key).ok_or_else(|| wrong(&path, "a list"))?;
        let mut there: Vec<String> = Vec::new();
        for element in list.elements() {
            let said = element.as_string_lit().and_then(|text| text.decoded_value().ok());
            match said {
                Some(text) if is_ours(&text) && !new.contains(&text) => element.remove(),
                Some(text) => there.push(text),
                None => {}
            }
        }
        for text in new.iter().filter(|text| !there.contains(text)) {
            list.append(CstInputValue::String(text.clone()));
        }
        list.ensure_multiline();
        Ok(())
    }

    /// Sets strings by key: in place, or, if `move_to_end`, moved to the end in this order, for formats in which order
    /// matters.
    pub fn set_texts(&self, texts: &[(String, &str)], at_the_end: bool) {
        let mut there: HashMap<String, _> = HashMap::new();
        for property in self.object.properties() {
            if let Some(name) = property.decoded_name() {
                there.insert(name, property);
            }
        }
        for (key, text) in texts {
            let value = || CstInputValue::String((*text).to_owned());
            match there.remove(key) {
                Some(property) if at_the_end => {
                    property.remove();
                    self.object.append(key, value());
                }
                Some(property) => {
                    let said = property.value().and_then(|value| value.as_string_lit()?.decoded_value().ok());
                    if said.as_deref() != Some(*text) {
                        property.set_value(value());
                    }
                }
                None => drop(self.object.append(key, value())),
            }
        }
    }

    fn below(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(members) => {
            CstInputValue::Object(members.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}

/// Parses a TOML file for editing.
pub fn toml(text: &str) -> Result<DocumentMut, MergeError> {
    text.parse().map_err(|error: toml_edit::TomlError| MergeError::Syntax {
        format: "TOML",
        why: error.message().to_owned(),
    })
}

/// The table at a key; created if missing. A new table is implicit, so it gets no header until it has a value.
pub fn table<'a>(parent: &'a mut Table, key: &str, path: &str) -> Result<&'a mut Table, MergeError> {
    let item = parent.entry(key).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    if item.is_inline_table() {
        let inline = std::mem::take(item);
        *item = Item::Table(inline.into_table().unwrap_or_default());
    }
    item.as_table_mut().ok_or_else(|| wrong(path, "a table"))
}

/// Like [`JsonObject::replace_owned_strings`], for a list at `parent.key` of a YAML file, but creates the list if
/// missing. The edit is line-based, for files in block style. The result is parsed again, and the file is rejected if
/// it is not the intended one.
pub fn yaml_renew(
    text: &str,
    [parent, key]: [&str; 2],
    is_ours: impl Fn(&str) -> bool,
    new: &[String],
) -> Result<String, MergeError> {
    let mut meant = yaml_members(text)?;
    let path = format!("{parent}.{key}");
    let own = meant.as_object_mut().ok_or_else(|| wrong("the file", "a map"))?;
    let own = own.entry(parent).or_insert_with(|| Value::Object(serde_json::Map::new()));
    let own = own.as_object_mut().ok_or_else(|| wrong(parent, "a map"))?;
    let list = own.entry(key).or_insert_with(|| Value::Array(Vec::new()));
    let list = list.as_array_mut().ok_or_else(|| wrong(&path, "a list"))?;
    let wanted: HashSet<&str> = new.iter().map(String::as_str).collect();
    let stays = |text: &str| !is_ours(text) || wanted.contains(text);
    list.retain(|item| item.as_str().is_none_or(stays));
    let there: HashSet<String> = list.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect();
    let added: Vec<&str> = new.iter().map(String::as_str).filter(|text| !there.contains(*text)).collect();
    list.extend(added.iter().map(|text| Value::from(*text)));
    let all: Vec<&str> = list.iter().filter_map(Value::as_str).collect();

    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = list_head(&mut lines, parent, key);
    renew_items(&mut lines, at, stays, &added, &all);
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let now = lines.join(end) + end;
    if yaml_members(&now).ok().as_ref() != Some(&meant) {
        return Err(MergeError::Other(format!("{path} is written in a way that cannot be changed safely")));
    }
    Ok(now)
}

/// The line number of `key:` below `parent:`; both are created if missing.
fn list_head(lines: &mut Vec<String>, parent: &str, key: &str) -> usize {
    // `{}` is an empty map.
    if lines.iter().all(|line| matches!(bare(line), "" | "{}")) {
        lines.retain(|line| bare(line).is_empty());
    }
    let head = format!("{parent}:");
    let first = lines.iter().position(|line| bare(line) == head).unwrap_or_else(|| {
        lines.push(head);
        lines.len() - 1
    });
    let is_below = |line: &String| bare(line).is_empty() || line.starts_with([' ', '\t']);
    let last = (first + 1..lines.len()).find(|n| !is_below(&lines[*n])).unwrap_or(lines.len());
    let inner = lines[first + 1..last].iter().find(|line| !bare(line).is_empty());
    let start = format!("{}{key}:", " ".repeat(inner.map_or(2, |line| depth(line))));
    let known = (first + 1..last).find(|n| lines[*n].starts_with(&start));
    known.unwrap_or_else(|| {
        // After the last line with content.
        let at = (first..last).rev().find(|n| !bare(&lines[*n]).is_empty()).unwrap_or(first) + 1;
        lines.insert(at, format!("{start} []"));
        at
    })
}

/// Removes items below line `at` that are not kept, and appends the added ones. A flow-style list becomes block style.
fn renew_items(
    lines: &mut Vec<String>,
    at: usize,
    stays: impl Fn(&str) -> bool,
    added: &[&str],
    all: &[&str],
) {
    let is_item = |line: &String| bare(line).trim_start().starts_with("- ");
    let below = lines[at + 1..].iter().take_while(|line| is_item(line) || bare(line).is_empty()).count();
    // Blank lines and comments after the last item belong to the following key.
    let count = lines[at + 1..at + 1 + below].iter().rposition(is_item).map_or(0, |last| last + 1);
    let mut items: Vec<String> = lines.splice(at + 1..at + 1 + count, []).collect();
    let indent = items.iter().find(|line| is_item(line)).map_or(depth(&lines[at]) + 2, |line| depth(line));
    let item = |text: &&str| format!("{}- {}", " ".repeat(indent), yaml::text(text));
    let (key, said) = lines[at].split_once(':').unwrap_or((&lines[at], ""));
    let (key, said) = (format!("{key}:"), said.to_owned());
    if items.is_empty() && !(all.is_empty() && said.trim_start().starts_with("[]")) {
        let comment = said.find(" #").map_or("", |place| &said[place..]);
        lines[at] = format!("{key}{}{comment}", if all.is_empty() { " []" } else { "" });
        items = all.iter().map(item).collect();
    } else if !items.is_empty() {
        items.retain(|line| {
            let said = bare(line).trim_start().strip_prefix("- ").map(str::trim);
            let said: Option<String> = said.and_then(|said| serde_saphyr::from_str(said).ok());
            said.is_none_or(|text| stays(&text))
        });
        items.extend(added.iter().map(item));
        if all.is_empty() {
            lines[at] = format!("{key} []{said}");
        }
    }
    lines.splice(at + 1..at + 1, items);
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Maximum number of YAML values; more than any hand-written file has.
const MOST_VALUES: usize = 1_000_000;

/// Parses a YAML file; an empty one is an empty map.
fn yaml_members(text: &str) -> Result<Value, MergeError> {
    let read: Value =
        crate::yaml::parse(text, MOST_VALUES).map_err(|why| MergeError::Syntax { format: "YAML", why })?;
    Ok(if read.is_null() { Value::Object(serde_json::Map::new()) } else { read })
}

/// A line without its comment and trailing space. A ` #` within quotes is mistaken for a comment, which the check of
/// the result detects.
fn bare(line: &str) -> &str {
    let start = if line.trim_start().starts_with('#') { Some(0) } else { line.find(" #") };
    line[..start.unwrap_or(line.len())].trim_end()
}

pub fn wrong(path: &str, expected: &'static str) -> MergeError {
    MergeError::Form { path: path.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_not_ours_keeps_its_bytes() {
        let text = "{\n  // mine\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\", \"mcp__s__old\"], // why\n    \"x\": 1.50,\n  },\n}\n";
        let file = JsonFile::open(text).unwrap();
        let permissions = file.object().unwrap().object("permissions").unwrap();
        permissions.renew("allow", |text| text.starts_with("mcp__s__"), &["mcp__s__new".into()]).unwrap();
        permissions.renew("deny", |_| true, &[]).unwrap();
        let now = file.text();
        assert!(now.contains("// mine") && now.contains("// why") && now.contains("\"x\": 1.50"), "{now}");
        assert!(now.contains("\"Bash(ls)\"") && now.contains("mcp__s__new"), "{now}");
        assert!(!now.contains("mcp__s__old") && !now.contains("deny"), "{now}");
    }

    #[test]
    fn a_file_that_is_something_else_is_refused() {
        let refused =
            |text: &str| match JsonFile::open(text).and_then(|file| file.object()?.object("a").map(drop)) {
                Err(error) => error.to_string(),
                Ok(()) => "taken".to_owned(),
            };
        assert!(refused("{").starts_with("it cannot be read as JSON"));
        assert_eq!(refused("[1]"), "the file is not an object");
        assert_eq!(refused("{\"a\": 3}"), "a is not an object");
        assert_eq!(refused(""), "taken");
        assert!(toml("a = ").unwrap_err().to_string().starts_with("it cannot be read as TOML"));
        let mut document = toml("a = 3").unwrap();
        assert_eq!(table(document.as_table_mut(), "a", "a").unwrap_err().to_string(), "a is not a table");
    }

    #[test]
    fn a_list_in_yaml_is_renewed_and_the_rest_keeps_its_bytes() {
        let renew = |text: &str| {
            yaml_renew(text, ["user", "allow"], |text| text.starts_with("s__"), &["s__new".to_owned()])
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
            assert_eq!(renew(text).as_deref(), Ok(expected), "{text}");
            assert_eq!(renew(expected).as_deref(), Ok(expected), "{text}");
        }
        let emptied = yaml_renew("user:\n  allow: # mine\n  - s__old\n", ["user", "allow"], |_| true, &[]);
        assert_eq!(emptied.as_deref(), Ok("user:\n  allow: [] # mine\n"));
        for refused in [
            "{user: {allow: [a]}}",
            "user:\n  allow:\n    - >-\n      long\n",
            "user: 3",
            "[1]",
            "a: [",
            "user:\n  allow: &x []\n  y: *x\n",
        ] {
            assert!(renew(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn an_entry_is_found_by_its_name_or_made() {
        let file = JsonFile::open("{\"s\": [{\"name\": \"a\", \"x\": 1}, 3]}").unwrap();
        let object = file.object().unwrap();
        object.named("s", "a").unwrap().set("y", &json!(2));
        object.named("s", "b").unwrap().set("y", &json!(3));
        assert_eq!(
            serde_json::from_str::<Value>(&file.text()).unwrap(),
            json!({"s": [{"name": "a", "x": 1, "y": 2}, 3, {"name": "b", "y": 3}]})
        );
        assert!(object.has("s") && !object.has("name"));
    }

    #[test]
    fn values_are_set_and_removed() {
        let file = JsonFile::open("{\"a\": 1, \"b\": 2}").unwrap();
        let object = file.object().unwrap();
        object.set("a", &json!({"x": [true, null, "t"]}));
        object.remove("b");
        assert_eq!(object.keys(), ["a"]);
        assert_eq!(
            serde_json::from_str::<Value>(&file.text()).unwrap(),
            json!({"a": {"x": [true, null, "t"]}})
        );
    }
}
