//! Unique names for tools and definitions: ASCII letters, digits, `_`, `-` and `.`, at most 128 characters.

use std::collections::{HashMap, HashSet};

/// Maximum length of a tool name in MCP, in characters (all ASCII).
const MAX_NAME_CHARS: usize = 128;

/// The set of used names.
#[derive(Debug, Default)]
pub struct UniqueNames {
    used: HashSet<String>,
    /// The last number appended to each name.
    last_suffixes: HashMap<String, usize>,
}

impl UniqueNames {
    /// Reserves a name and returns it, with a number appended if it is taken.
    pub fn reserve(&mut self, name: String) -> String {
        if self.used.insert(name.clone()) {
            return name;
        }
        loop {
            let number = self.last_suffixes.entry(name.clone()).or_insert(1);
            *number += 1;
            let suffix = format!("_{number}");
            let numbered = format!("{}{suffix}", &name[..name.len().min(MAX_NAME_CHARS - suffix.len())]);
            if self.used.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// Replaces each run of characters that are not allowed by one `_`. Empty if nothing remains.
pub fn sanitize_name(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars() {
        let fits = character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.');
        match if fits { character } else { '_' } {
            '_' if !fits && (name.is_empty() || name.ends_with('_')) => {}
            character => name.push(character),
        }
        if name.len() == MAX_NAME_CHARS {
            break;
        }
    }
    let length = if text.ends_with('_') { name.len() } else { name.trim_end_matches('_').len() };
    name.truncate(length);
    name
}

/// Derives a name for an operation without an id: `get_pets_by_id`.
pub fn name_from_endpoint(method: &str, path: &str) -> String {
    let mut name = method.to_lowercase();
    let mut parts = path.split('/').filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_none() {
        name.push_str("_root");
    }
    for part in parts {
        let parameter = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
        let parameter = parameter.filter(|name| !name.contains(['{', '}']));
        name.push_str(if parameter.is_some() { "_by_" } else { "_" });
        name.push_str(parameter.unwrap_or(part));
        if name.len() > MAX_NAME_CHARS {
            break;
        }
    }
    sanitize_name(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sanitized_for_mcp() {
        for (text, name) in [
            ("listPets", "listPets"),
            ("pets.list-all_v2", "pets.list-all_v2"),
            ("List all pets!", "List_all_pets"),
            ("pets/{id}", "pets_id"),
            ("_private__x_", "_private__x_"),
            ("été", "t"),
            ("漢字", ""),
            ("", ""),
        ] {
            assert_eq!(sanitize_name(text), name, "{text}");
        }
        assert_eq!(sanitize_name(&"a".repeat(1_000)).len(), MAX_NAME_CHARS);
    }

    #[test]
    fn unnamed_operations_are_named_by_method_and_path() {
        for (method, path, name) in [
            ("GET", "/pets/{id}", "get_pets_by_id"),
            ("POST", "/pets/{pet-id}/toys", "post_pets_by_pet-id_toys"),
            ("GET", "/", "get_root"),
            ("GET", "/files/{name}.{type}", "get_files_name_._type"),
            ("DELETE", "//a b/", "delete_a_b"),
        ] {
            assert_eq!(name_from_endpoint(method, path), name, "{path}");
        }
    }

    #[test]
    fn duplicate_names_get_a_number_within_the_limit() {
        let mut names = UniqueNames::default();
        let long = "a".repeat(MAX_NAME_CHARS);
        let given = ["a", "a_2", "a", "a", &long, &long].map(|name| names.reserve(name.to_owned()));
        assert_eq!(given[..4], ["a", "a_2", "a_3", "a_4"]);
        assert_eq!((given[5].len(), &given[5][MAX_NAME_CHARS - 3..]), (MAX_NAME_CHARS, "a_2"));
    }
}
