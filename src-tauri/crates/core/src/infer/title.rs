//! A title for people, made from a tool's name.

use super::facts::Facts;

/// Written in capitals wherever they stand.
const ACRONYMS: [&str; 30] = [
    "ai", "api", "aws", "csv", "db", "dns", "gpu", "html", "http", "https", "id", "ip", "json", "jwt", "llm",
    "mcp", "pdf", "pr", "rss", "sdk", "sql", "ssh", "ui", "uid", "uri", "url", "uuid", "vm", "xml", "yaml",
];

/// Small words, lower case unless they come first or last.
const SMALL: [&str; 14] =
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to"];

/// `nc_notes_create_note` → "Create Note".
pub fn title(facts: &Facts) -> String {
    let last = facts.words.len().saturating_sub(1);
    let words = facts.pieces.iter().zip(&facts.words).enumerate();
    let titled: Vec<String> =
        words.map(|(at, (piece, word))| titled(piece, word, at == 0 || at == last)).collect();
    if titled.is_empty() { facts.tool.name.clone() } else { titled.join(" ") }
}

fn titled(piece: &str, word: &str, at_an_end: bool) -> String {
    if ACRONYMS.contains(&word) {
        return word.to_uppercase();
    }
    if word.strip_suffix('s').is_some_and(|singular| singular.len() > 1 && ACRONYMS.contains(&singular)) {
        return format!("{}s", word[..word.len() - 1].to_uppercase());
    }
    if !at_an_end && SMALL.contains(&word) {
        return word.to_owned();
    }
    // A word its author wrote in capitals inside a mixed-case name is an acronym we do not know.
    let acronym = piece.len() > 1 && piece.chars().all(|c| c.is_uppercase() || c.is_numeric());
    if acronym && piece.chars().any(char::is_uppercase) {
        return piece.to_owned();
    }
    let mut characters = word.chars();
    characters.next().map_or_else(String::new, |c| c.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::ServerFacts;
    use crate::tool::Tool;

    #[test]
    fn titles_drop_what_the_server_shares_and_keep_acronyms() {
        let names = [
            ("nc_notes_create_note", "Create Note"),
            ("nc_notes_get_note", "Get Note"),
            ("nc_notes_append_content", "Append Content"),
            ("nc_webdav_list_directory", "List Directory"),
            ("nc_webdav_read_file", "Read File"),
            ("nc_webdav_write_file", "Write File"),
            ("nc_semantic_search", "Semantic Search"),
            ("nc_contacts_get_by_ids", "Contacts Get by IDs"),
            ("deck_create_card", "Deck Create Card"),
            ("getPDFFile", "Get PDF File"),
            ("check_logged_in", "Check Logged In"),
            ("___", "___"),
        ];
        let tools = Tool::parse_list(names.map(|(name, _)| format!(r#"{{"name":"{name}"}}"#).into()));
        let server = ServerFacts::of(&tools);
        for (tool, (name, expected)) in tools.iter().zip(names) {
            assert_eq!(title(&Facts::new(tool, &server)), expected, "{name}");
        }
    }
}
