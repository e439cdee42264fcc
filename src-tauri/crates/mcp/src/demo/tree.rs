//! The file tree: entries by path, and moves that keep every entry inside a folder.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::ToolError;

/// Entries `{type, content, favorite}` by path. Folders are entries too, except for the root.
pub(super) type Tree = BTreeMap<String, Value>;

/// Normalizes a path: one leading slash, none trailing.
pub(super) fn normalize_path(text: &str) -> String {
    format!("/{}", text.trim_matches('/'))
}

pub(super) fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(end) if end > 0 => &path[..end],
        _ => "/",
    }
}

pub(super) fn is_within(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

pub(super) fn is_folder(entry: &Value) -> bool {
    entry["type"] == "directory"
}

pub(super) fn size(entry: &Value) -> usize {
    entry["content"].as_str().map_or(0, str::len)
}

pub(super) fn summary((path, entry): (&String, &Value)) -> Value {
    json!({ "path": path, "type": entry["type"], "size": size(entry), "favorite": entry["favorite"] })
}

pub(super) fn get_entry<'a>(tree: &'a Tree, path: &str) -> Result<&'a Value, ToolError> {
    tree.get(path).ok_or_else(|| ToolError::not_found("file or folder", path))
}

pub(super) fn require_free(tree: &Tree, path: &str) -> Result<(), ToolError> {
    match path == "/" || tree.contains_key(path) {
        true => Err(ToolError::Refused(format!("`{path}` already exists."))),
        false => Ok(()),
    }
}

pub(super) fn require_folder(tree: &Tree, path: &str) -> Result<(), ToolError> {
    match path == "/" || tree.get(path).is_some_and(is_folder) {
        true => Ok(()),
        false => Err(ToolError::not_found("folder", path)),
    }
}

pub(super) fn require_move(tree: &Tree, source: &str, target: &str) -> Result<(), ToolError> {
    get_entry(tree, source)?;
    require_free(tree, target)?;
    require_folder(tree, parent(target))?;
    match is_within(target, source) {
        true => Err(ToolError::Refused(format!("`{target}` is inside `{source}`."))),
        false => Ok(()),
    }
}

/// Removes a path and everything below it from the tree.
pub(super) fn remove_subtree(tree: &mut Tree, path: &str) -> Tree {
    let (branch, rest) = std::mem::take(tree).into_iter().partition(|(inside, _)| is_within(inside, path));
    *tree = rest;
    branch
}

pub(super) fn reroot(branch: Tree, source: &str, target: &str) -> Tree {
    let moved = |path: String| format!("{target}{}", &path[source.len()..]);
    branch.into_iter().map(|(path, entry)| (moved(path), entry)).collect()
}
