//! Names that clients accept: of tools, of their arguments, and of definitions in schemas.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::model::endpoint::Endpoint;
use crate::model::fingerprint::to_hex;

/// Maximum length of the name of a tool or an argument, in characters (all ASCII). MCP allows 128 for tools, the APIs of
/// Anthropic and OpenAI allow 64.
const MAX_NAME_CHARS: usize = 64;

/// Maximum length of the name of a definition.
const MAX_DEFINITION_CHARS: usize = 128;

/// Number of digits of a hash at the end of a name.
const HASH_DIGITS: usize = 8;

/// An operation whose tool has no name yet.
pub struct UnnamedOperation {
    /// ASCII letters, digits, `_` and `-`, of any length.
    pub base: String,
    pub endpoint: Endpoint,
}

/// Names the tools of a document: unique regardless of case, because the gateway serves no others.
///
/// Where several operations have the same base, each name ends with a hash of its method and path. So no name passes from
/// one operation to another when operations are added, removed or sorted, and only a change of a name's own group changes
/// it. A base that is too long is cut and ends with its hash, also for that reason.
pub fn name_tools(operations: &[UnnamedOperation]) -> Vec<Arc<str>> {
    let folded = |operation: &UnnamedOperation| operation.base.to_ascii_lowercase();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for operation in operations {
        *counts.entry(folded(operation)).or_default() += 1;
    }
    let is_unique = |operation: &UnnamedOperation| counts.get(&folded(operation)) == Some(&1);
    let mut used: HashSet<String> = HashSet::new();
    // First of all names without a hash, so that none of them has to yield to a hash.
    for operation in operations.iter().filter(|operation| is_unique(operation)) {
        if operation.base.len() <= MAX_NAME_CHARS {
            used.insert(folded(operation));
        }
    }
    let mut name = |operation: &UnnamedOperation| {
        let base = operation.base.as_str();
        let Endpoint { method, path } = &operation.endpoint;
        let endpoint = format!("{base} {method} {path}");
        let first = if is_unique(operation) {
            if base.len() <= MAX_NAME_CHARS {
                return base.into();
            }
            add_hash(base, base)
        } else {
            add_hash(base, &endpoint)
        };
        let others = (2_u32..).map(|number| add_hash(base, &format!("{endpoint} {number}")));
        let mut candidates = std::iter::once(first).chain(others);
        let free = candidates.find(|name| used.insert(name.to_ascii_lowercase()));
        free.unwrap_or_default().into()
    };
    operations.iter().map(&mut name).collect()
}

/// Appends the hash of a text to a name, which is cut to leave room for it.
fn add_hash(name: &str, text: &str) -> String {
    let start = &name[..name.len().min(MAX_NAME_CHARS - 1 - HASH_DIGITS)];
    let hash = to_hex(&Sha256::digest(text));
    format!("{}_{}", start.trim_end_matches('_'), &hash[..HASH_DIGITS])
}

/// Replaces each run of characters that names of tools cannot have by one `_`. Empty if nothing remains.
pub fn sanitize_tool_name(text: &str) -> String {
    sanitize(text, |character| matches!(character, '_' | '-'))
}

/// The name of an argument for a parameter: itself if clients accept it, otherwise without what they do not accept. Clients
/// check the names of properties at the top of an input schema, such as Anthropic's API by `^[a-zA-Z0-9_.-]{1,64}$`.
pub fn argument_name(parameter: &str) -> String {
    if is_argument_name(parameter) {
        return parameter.to_owned();
    }
    let name = sanitize(parameter, |character| matches!(character, '_' | '-' | '.'));
    match name.len() {
        0 => "parameter".to_owned(),
        1..=MAX_NAME_CHARS => name,
        _ => add_hash(&name, parameter),
    }
}

/// Returns whether clients accept the name of an argument.
pub fn is_argument_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    (1..=MAX_NAME_CHARS).contains(&name.len()) && name.bytes().all(fits)
}

fn sanitize(text: &str, is_allowed: impl Fn(char) -> bool) -> String {
    let mut name = String::new();
    for character in text.chars() {
        let fits = character.is_ascii_alphanumeric() || is_allowed(character);
        match if fits { character } else { '_' } {
            '_' if !fits && (name.is_empty() || name.ends_with('_')) => {}
            character => name.push(character),
        }
    }
    let length = if text.ends_with('_') { name.len() } else { name.trim_end_matches('_').len() };
    name.truncate(length);
    name
}

/// Derives the base of the name of an operation without an id: `get_pets_by_id`.
pub fn base_from_endpoint(method: &str, path: &str) -> String {
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
    }
    sanitize_tool_name(&name)
}

/// The name of an operation without an id, unless another has the same.
pub fn name_from_endpoint(method: &str, path: &str) -> String {
    let base = base_from_endpoint(method, path);
    if base.len() <= MAX_NAME_CHARS { base } else { add_hash(&base, &base) }
}

/// Names of definitions: ASCII letters, digits, `_`, `-` and `.`.
#[derive(Debug, Default)]
pub struct DefinitionNames {
    used: HashSet<String>,
    /// The last number appended to each name.
    last_suffixes: HashMap<String, usize>,
}

impl DefinitionNames {
    /// Reserves a name made of a text and returns it, with a number appended if it is taken.
    pub fn reserve(&mut self, text: &str) -> String {
        let mut name = sanitize(text, |character| matches!(character, '_' | '-' | '.'));
        name.truncate(MAX_DEFINITION_CHARS);
        if name.is_empty() {
            name.push_str("schema");
        }
        if self.used.insert(name.clone()) {
            return name;
        }
        loop {
            let number = self.last_suffixes.entry(name.clone()).or_insert(1);
            *number += 1;
            let suffix = format!("_{number}");
            let start = &name[..name.len().min(MAX_DEFINITION_CHARS - suffix.len())];
            let numbered = format!("{start}{suffix}");
            if self.used.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn operations(named: &[(&str, &str)]) -> Vec<UnnamedOperation> {
        let operation = |(base, path): &(&str, &str)| UnnamedOperation {
            base: (*base).to_owned(),
            endpoint: Endpoint { method: "GET".to_owned(), path: (*path).to_owned() },
        };
        named.iter().map(operation).collect()
    }

    fn names(named: &[(&str, &str)]) -> Vec<String> {
        name_tools(&operations(named)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn names_are_sanitized_for_clients() {
        for (text, name) in [
            ("listPets", "listPets"),
            ("pets.list-all_v2", "pets_list-all_v2"),
            ("List all pets!", "List_all_pets"),
            ("pets/{id}", "pets_id"),
            ("_private__x_", "_private__x_"),
            ("été", "t"),
            ("漢字", ""),
            ("", ""),
        ] {
            assert_eq!(sanitize_tool_name(text), name, "{text}");
        }
    }

    #[test]
    fn arguments_have_names_that_clients_accept() {
        let long = "p".repeat(65);
        let cut = argument_name(&long);
        assert!(cut.len() == MAX_NAME_CHARS && cut != argument_name(&"p".repeat(66)), "{cut}");
        for (parameter, name) in [
            ("limit", "limit"),
            ("a.b-c_d", "a.b-c_d"),
            ("$top", "top"),
            ("created[gte]", "created_gte"),
            ("filter[name][]", "filter_name"),
            ("@odata.id", "odata.id"),
            ("漢字", "parameter"),
            ("", "parameter"),
        ] {
            assert_eq!(argument_name(parameter), name, "{parameter}");
            assert_eq!(is_argument_name(parameter), parameter == name, "{parameter}");
        }
    }

    #[test]
    fn unnamed_operations_are_named_by_method_and_path() {
        for (method, path, name) in [
            ("GET", "/pets/{id}", "get_pets_by_id"),
            ("POST", "/pets/{pet-id}/toys", "post_pets_by_pet-id_toys"),
            ("GET", "/", "get_root"),
            ("GET", "/files/{name}.{type}", "get_files_name_type"),
            ("DELETE", "//a b/", "delete_a_b"),
        ] {
            assert_eq!(name_from_endpoint(method, path), name, "{path}");
        }
        let long = "/a".repeat(50);
        let expected = names(&[(&base_from_endpoint("GET", &long), &long)]);
        assert_eq!([name_from_endpoint("GET", &long)], expected[..]);
    }

    #[test]
    fn operations_with_the_same_base_end_with_a_hash_of_their_endpoint() {
        let found = names(&[("list", "/a"), ("get", "/a"), ("List", "/b"), ("list", "/c")]);
        assert_eq!(found[1], "get");
        assert!(found[0].starts_with("list_") && found[2].starts_with("List_"), "{found:?}");
        assert_eq!(found[0].len(), "list_".len() + HASH_DIGITS);
        // One more, and another order: no name belongs to another operation than before.
        let later = names(&[("list", "/d"), ("list", "/c"), ("List", "/b"), ("list", "/a")]);
        assert_eq!([&later[3], &later[2], &later[1]], [&found[0], &found[2], &found[3]]);
        // A stated name does not yield to a hash.
        let taken = found[0].clone();
        let both = names(&[("list", "/a"), ("list", "/c"), (&taken, "/x")]);
        assert_eq!(both[2], taken);
        assert!(both[0] != taken && both[0].starts_with("list_"), "{both:?}");
    }

    #[test]
    fn long_names_are_cut_and_keep_their_name_when_the_path_changes() {
        let (one, other) = ("x".repeat(70), format!("{}y", "x".repeat(70)));
        let found = names(&[(&one, "/a"), (&other, "/b"), (&"z".repeat(64), "/c")]);
        assert!(found.iter().all(|name| name.len() == MAX_NAME_CHARS), "{found:?}");
        assert_ne!(found[0], found[1]);
        assert_eq!(names(&[(&one, "/v2/a")]), found[..1]);
    }

    #[test]
    fn definitions_with_the_same_name_get_a_number_within_the_limit() {
        let mut names = DefinitionNames::default();
        let long = "a".repeat(200);
        let given = ["a", "a_2", "a", "a", &long, &long, ""].map(|text| names.reserve(text));
        assert_eq!(given[..4], ["a", "a_2", "a_3", "a_4"]);
        assert_eq!((given[4].len(), given[5].len()), (MAX_DEFINITION_CHARS, MAX_DEFINITION_CHARS));
        assert!(given[5].ends_with("a_2") && given[6] == "schema", "{given:?}");
    }

    proptest! {
        /// Few letters, so that names collide; some long, so that they are cut.
        #[test]
        fn names_are_unique_valid_and_independent_of_other_operations(
            bases in prop::collection::vec(("[abA]{1,2}|[ab]{70}|(long_name_){7}[ab]", 0..4_u8), 1..30),
            removed in any::<prop::sample::Index>(),
            seed in any::<u64>(),
        ) {
            let endpoints: HashSet<(String, u8)> = bases.into_iter().collect();
            let mut all: Vec<(String, String)> =
                endpoints.into_iter().map(|(base, path)| (base, format!("/{path}"))).collect();
            all.sort();
            let borrow = |list: &[(String, String)]| -> Vec<String> {
                let list: Vec<(&str, &str)> = list.iter().map(|(base, path)| (base.as_str(), path.as_str())).collect();
                names(&list)
            };
            let before = borrow(&all);
            let folded: HashSet<String> = before.iter().map(|name| name.to_lowercase()).collect();
            prop_assert_eq!(folded.len(), all.len());
            for name in &before {
                let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
                prop_assert!((1..=MAX_NAME_CHARS).contains(&name.len()) && name.bytes().all(fits), "{}", name);
            }
            let owners: HashMap<(String, String), String> = all.iter().cloned().zip(before).collect();

            let gone = all.remove(removed.index(all.len()));
            let turned = usize::try_from(seed % 7).unwrap_or_default().min(all.len());
            all.rotate_left(turned);
            for (operation, name) in all.iter().zip(borrow(&all)) {
                let of_group = operation.0.eq_ignore_ascii_case(&gone.0);
                let owner = owners.iter().find(|(_, before)| **before == name).map(|(owner, _)| owner);
                prop_assert!(of_group || owner == Some(operation), "{:?} was {:?}", operation, owner);
                prop_assert!(owner.is_none_or(|owner| owner == operation), "{} passed to {:?}", name, operation);
            }
        }
    }
}
