//! Unique names for tools and definitions: ASCII letters, digits, `_`, `-` and `.`, at most 128 characters.

use std::collections::{HashMap, HashSet};

/// Maximum length of a tool name in MCP, in characters (all ASCII).
const LONGEST: usize = 128;

/// The set of used names.
#[derive(Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
    /// The last number appended to each name.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Reserves a name and returns it, with a number appended if it is taken.
    pub fn unique(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        loop {
            let number = self.numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            let suffix = format!("_{number}");
            let numbered = format!("{}{suffix}", &name[..name.len().min(LONGEST - suffix.len())]);
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// Replaces each run of characters that are not allowed by one `_`. Empty if nothing remains.
pub fn allowed(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars() {
        let fits = character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.');
        match if fits { character } else { '_' } {
            '_' if !fits && (name.is_empty() || name.ends_with('_')) => {}
            character => name.push(character),
        }
        if name.len() == LONGEST {
            break;
        }
    }
    let kept = if text.ends_with('_') { name.len() } else { name.trim_end_matches('_').len() };
    name.truncate(kept);
    name
}

/// Derives a name for an operation without an id: `get_pets_by_id`.
pub fn of_endpoint(method: &str, path: &str) -> String {
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
        if name.len() > LONGEST {
            break;
        }
    }
    allowed(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_holds_only_what_mcp_allows() {
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
            assert_eq!(allowed(text), name, "{text}");
        }
        assert_eq!(allowed(&"a".repeat(1_000)).len(), LONGEST);
    }

    #[test]
    fn an_operation_without_a_name_is_called_by_its_method_and_path() {
        for (method, path, name) in [
            ("GET", "/pets/{id}", "get_pets_by_id"),
            ("POST", "/pets/{pet-id}/toys", "post_pets_by_pet-id_toys"),
            ("GET", "/", "get_root"),
            ("GET", "/files/{name}.{type}", "get_files_name_._type"),
            ("DELETE", "//a b/", "delete_a_b"),
        ] {
            assert_eq!(of_endpoint(method, path), name, "{path}");
        }
    }

    #[test]
    fn a_taken_name_gets_a_number_and_never_grows_too_long() {
        let mut names = Names::default();
        let long = "a".repeat(LONGEST);
        let given = ["a", "a_2", "a", "a", &long, &long].map(|name| names.unique(name.to_owned()));
        assert_eq!(given[..4], ["a", "a_2", "a_3", "a_4"]);
        assert_eq!((given[5].len(), &given[5][LONGEST - 3..]), (LONGEST, "a_2"));
    }
}
