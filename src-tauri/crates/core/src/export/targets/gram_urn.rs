//! Names of tools in Gram, as its server derives them: `tools:KIND:SOURCE:NAME`.

use sha2::{Digest, Sha256};

use crate::export::model::{ExportedServer, ExportedTool};
use crate::model::endpoint::Endpoint;
use crate::model::fingerprint::to_hex;
use crate::sources::openapi::name_from_endpoint;

/// Maximum length of a name that Gram derives from an operation id. Longer ones end with a hash.
const MAX_DERIVED_NAME: usize = 60;

/// A tool in Gram.
pub struct GramTool {
    pub urn: String,
    pub name: String,
}

impl GramTool {
    /// The tool of a source that has the slug of the server: of an OpenAPI document, or of an external MCP server. `None`
    /// if Gram has no such name.
    pub fn new(server: &ExportedServer, tool: &ExportedTool) -> Option<Self> {
        let (kind, name) = match &tool.endpoint {
            Some(endpoint) => ("http", http_tool_name(&server.name, tool, endpoint)),
            None => ("externalmcp", tool.name.clone()),
        };
        let is_valid = is_slug(&server.name) && is_tool_name(&name);
        is_valid.then(|| Self { urn: format!("tools:{kind}:{}:{name}", server.name), name })
    }
}

/// The name of an operation: the one that `x-gram` or `x-speakeasy-mcp` gives it, otherwise the document's slug and the
/// operation id, or the method and the path.
fn http_tool_name(slug: &str, tool: &ExportedTool, Endpoint { method, path }: &Endpoint) -> String {
    if let Some(name) = &tool.custom_name {
        return sanitize(&to_snake_case(&sanitize(name)));
    }
    let operation = match &tool.operation_id {
        Some(id) => id.clone(),
        None if tool.name == name_from_endpoint(method, path) => format!("{method}_{path}"),
        None => tool.name.clone(),
    };
    let name = sanitize(&format!("{}_{}", slug.replace('-', "_"), to_snake_case(&operation)));
    if name.len() <= MAX_DERIVED_NAME {
        return name;
    }
    let hash = to_hex(&Sha256::digest(&name));
    format!("{}{}", &name[..MAX_DERIVED_NAME - 8], &hash[..8])
}

/// Snake case by the rules of the Go package `strcase`.
fn to_snake_case(text: &str) -> String {
    let characters: Vec<char> = text.trim().chars().collect();
    let (mut out, mut is_in_word) = (String::new(), false);
    for (index, character) in characters.iter().copied().enumerate() {
        let previous = index.checked_sub(1).map_or('\0', |before| characters[before]);
        let next = characters.get(index + 1).copied().unwrap_or('\0');
        let is_version = previous.is_numeric() && character == '.' && next.is_numeric();
        let is_delimiter =
            matches!(character, '_' | '-') || character.is_whitespace() || character == '.' && !is_version;
        let is_hump = character.is_uppercase()
            && (previous.is_lowercase() || previous.is_uppercase() && next.is_lowercase());
        let follows_number =
            previous.is_numeric() && !character.is_numeric() && !character.is_lowercase() && character != '.';
        if (is_delimiter || is_hump || follows_number) && is_in_word {
            out.push('_');
        }
        is_in_word = !is_delimiter;
        if is_in_word {
            out.extend(character.to_lowercase());
        }
    }
    out
}

/// Lower-case letters, digits, `_` and `-`; anything else becomes `_`, and runs of `_` become one.
fn sanitize(name: &str) -> String {
    let mut out = String::new();
    for character in name.chars() {
        let is_kept = character.is_ascii_alphanumeric() || character == '-';
        match if is_kept { character.to_ascii_lowercase() } else { '_' } {
            '_' if out.ends_with('_') => {}
            kept => out.push(kept),
        }
    }
    out
}

fn is_slug(name: &str) -> bool {
    is_tool_name(name) && !name.contains(|c: char| c == '.' || c.is_ascii_uppercase())
}

fn is_tool_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    (1..=128).contains(&name.len()) && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urn(server: &str, tool: ExportedTool) -> Option<String> {
        let server = ExportedServer { name: server.to_owned(), ..ExportedServer::default() };
        GramTool::new(&server, &tool).map(|tool| tool.urn)
    }

    fn tool(name: &str) -> ExportedTool {
        ExportedTool { name: name.to_owned(), ..ExportedTool::default() }
    }

    fn operation(name: &str) -> ExportedTool {
        let endpoint = Endpoint { method: "GET".to_owned(), path: "/pets/{id}".to_owned() };
        ExportedTool { endpoint: Some(endpoint), ..tool(name) }
    }

    #[test]
    fn the_kind_of_a_tool_follows_from_its_source() {
        assert_eq!(
            urn("git-hub", tool("List.issues")).as_deref(),
            Some("tools:externalmcp:git-hub:List.issues")
        );
        let expected = "tools:http:pet-store:pet_store_list_pets";
        assert_eq!(urn("pet-store", operation("listPets")).as_deref(), Some(expected));
        for (server, name) in
            [("Pets", "list"), ("pe.ts", "list"), ("", "list"), ("pets", "a b"), ("pets", "")]
        {
            assert_eq!(urn(server, tool(name)), None, "{server} {name}");
        }
    }

    #[test]
    fn names_of_operations_are_those_of_gram() {
        for (name, expected) in [
            ("listPets", "s_list_pets"),
            ("HTTPServer", "s_http_server"),
            ("get2Pets", "s_get2_pets"),
            ("get2pets", "s_get2pets"),
            ("dogs.get", "s_dogs_get"),
            ("v1.2", "s_v1_2"),
            ("__a--b__", "s_a_b_"),
            ("get_pets_by_id", "s_get_pets_id_"),
        ] {
            let expected = format!("tools:http:s:{expected}");
            assert_eq!(urn("s", operation(name)).as_deref(), Some(expected.as_str()), "{name}");
        }
        let named = ExportedTool { custom_name: Some("Find Pet".to_owned()), ..operation("FindPet") };
        assert_eq!(urn("s", named).as_deref(), Some("tools:http:s:find_pet"));
        // The name of a tool ends with a hash if another has the same, or if it is too long.
        let hashed =
            ExportedTool { operation_id: Some("listPets".to_owned()), ..operation("listPets_01234567") };
        assert_eq!(urn("s", hashed).as_deref(), Some("tools:http:s:s_list_pets"));
        let long = "x".repeat(100);
        let name = urn("s", operation(&long)).unwrap();
        let hash = to_hex(&Sha256::digest(format!("s_{long}")));
        assert_eq!(name, format!("tools:http:s:s_{}{}", "x".repeat(50), &hash[..8]));
    }
}
