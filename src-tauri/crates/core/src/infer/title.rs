//! Human-readable titles derived from tool names.
//!
//! The prefix of a name is left out. Its module is kept where the title would be unclear without it:
//!
//! - if some tool of the module names the module as what it acts on. Where `list_calendars` exists, an event is one of a
//!   calendar: `nc_calendar_create_event` is "Create Calendar Event". No tool creates or lists a deck, so "deck" is the
//!   name of an app and `deck_create_card` is "Create Card";
//! - if the rest of the name has no verb: `bug_history` is "Bug History".
//!
//! The module comes after the verb, in the singular if a name of the server has that word.

use super::facts::ToolFacts;
use super::module_titles::singular;
use super::verbs;
use super::words::{MAX_NAME_BYTES, split_words, truncate_bytes};

/// Always written in capitals.
const ACRONYMS: [&str; 48] = [
    "ai", "api", "arn", "aws", "cdn", "ci", "cli", "cpu", "crm", "css", "csv", "db", "dns", "gpu", "html",
    "http", "https", "iam", "id", "ip", "json", "jwt", "kv", "llm", "mcp", "ocr", "pdf", "pr", "qr", "rss",
    "sdk", "sms", "sql", "ssh", "ssl", "svg", "tls", "ui", "uid", "uri", "url", "uuid", "vm", "vpc", "vpn",
    "xml", "yaml", "zip",
];

/// Product names with their own capitalisation.
const BRAND_SPELLINGS: [(&str, &str); 11] = [
    ("devops", "DevOps"),
    ("github", "GitHub"),
    ("gitlab", "GitLab"),
    ("graphql", "GraphQL"),
    ("javascript", "JavaScript"),
    ("mysql", "MySQL"),
    ("oauth", "OAuth"),
    ("openapi", "OpenAPI"),
    ("postgresql", "PostgreSQL"),
    ("wifi", "WiFi"),
    ("youtube", "YouTube"),
];

/// Lower case unless first or last in the title.
const LOWERCASE_WORDS: [&str; 14] =
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to"];

/// Derives a title: `nc_notes_create_note` and `NC_NOTES_CREATE_NOTE` → "Create Note". A name that contains a space is
/// kept as it is.
pub fn derive_title(facts: &ToolFacts) -> String {
    let name = truncate_bytes(facts.tool.name.trim(), MAX_NAME_BYTES);
    if name.contains(' ') {
        return name.to_owned();
    }
    let is_in_capitals = is_in_capitals(name);
    let words = facts.original_words.iter().zip(&facts.words);
    let mut words: Vec<(&str, &str)> = words
        .map(|(original, word)| (if is_in_capitals { word.as_str() } else { *original }, word.as_str()))
        .collect();
    if let Some((at, module)) = module_to_keep(facts) {
        words.insert(at, (module, module));
    }
    let last = words.len().saturating_sub(1);
    let titled: Vec<String> = words
        .into_iter()
        .enumerate()
        .map(|(at, (original, word))| title_case(original, word, at == 0 || at == last))
        .collect();
    if titled.is_empty() { name.to_owned() } else { titled.join(" ") }
}

/// The module as a word of the title, and its position: after the verbs that the rest of the name begins with.
fn module_to_keep<'a>(facts: &'a ToolFacts) -> Option<(usize, &'a str)> {
    let module = facts.module.as_deref()?;
    let is_verb = |word: &String| verbs::find_verb(word).is_some();
    if facts.words.iter().any(|word| singular(word) == singular(module)) {
        return None;
    }
    let titles = &facts.server.module_titles;
    if !facts.words.iter().any(is_verb) {
        return Some((0, titles.modifier(module)));
    }
    if !titles.is_object(module) {
        return None;
    }
    // "find and replace" is one act.
    let mut after = usize::from(facts.words.first().is_some_and(is_verb));
    while after > 0
        && let [joint, verb, ..] = &facts.words[after..]
        && matches!(joint.as_str(), "and" | "or")
        && is_verb(verb)
    {
        after += 2;
    }
    let is_last = after == facts.words.len();
    Some((after, if is_last { module } else { titles.modifier(module) }))
}

/// Returns whether a name of several words, or a verb, is written in capitals only. Its words are then no acronyms.
fn is_in_capitals(name: &str) -> bool {
    let words = split_words(name);
    let is_word = |word: &String| verbs::find_verb(word).is_some();
    !name.contains(char::is_lowercase) && (words.len() > 1 || words.first().is_some_and(is_word))
}

fn title_case(original: &str, word: &str, is_first_or_last: bool) -> String {
    if ACRONYMS.contains(&word) {
        return word.to_uppercase();
    }
    if word.strip_suffix('s').is_some_and(|singular| singular.len() > 1 && ACRONYMS.contains(&singular)) {
        return format!("{}s", word[..word.len() - 1].to_uppercase());
    }
    if let Some((_, spelling)) = BRAND_SPELLINGS.iter().find(|(plain, _)| *plain == word) {
        return (*spelling).to_owned();
    }
    if is_version(word) {
        return word.to_owned();
    }
    // `s3`, `2fa`, `ec2`
    if word.len() <= 3 && word.contains(|c: char| c.is_ascii_digit()) {
        return word.to_uppercase();
    }
    if !is_first_or_last && LOWERCASE_WORDS.contains(&word) {
        return word.to_owned();
    }
    // A word written in capitals is kept as an unknown acronym.
    let acronym = original.len() > 1 && original.chars().all(|c| c.is_uppercase() || c.is_numeric());
    if acronym && original.chars().any(char::is_uppercase) {
        return original.to_owned();
    }
    let mut characters = word.chars();
    characters.next().map_or_else(String::new, |c| c.to_uppercase().chain(characters).collect())
}

/// Returns whether the word is a version such as `v2` or `v10`.
fn is_version(word: &str) -> bool {
    word.strip_prefix('v')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{InferenceSettings, ServerFacts};
    use crate::model::tool::Tool;

    #[test]
    fn a_module_prefix_is_dropped_from_titles() {
        let names = [
            ("deck_create_card", "Create Card"),
            ("deck_move_card", "Move Card"),
            ("deck_list_cards", "List Cards"),
            ("mail_send", "Mail Send"),
            ("get_time", "Get Time"),
            ("create_card", "Create Card"),
        ];
        let tools = Tool::parse_list(names.map(|(name, _)| format!(r#"{{"name":"{name}"}}"#).into()));
        let server = ServerFacts::from_tools(&tools);
        for (tool, (name, expected)) in tools.iter().zip(names) {
            assert_eq!(
                derive_title(&ToolFacts::new(tool, &server, InferenceSettings::default())),
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn a_module_is_kept_where_its_tools_act_on_it() {
        let names = [
            ("nc_calendar_list_calendars", "List Calendars"),
            ("nc_calendar_create_event", "Create Calendar Event"),
            ("nc_calendar_find_and_replace", "Find and Replace Calendar"),
            ("nc_tables_create_table", "Create Table"),
            ("nc_tables_create_row", "Create Table Row"),
            ("nc_tables_search_and_replace", "Search and Replace Tables"),
            ("nc_webdav_read_file", "Read File"),
            ("nc_webdav_write_file", "Write File"),
            ("nc_webdav_list_directory", "List Directory"),
            ("deck_create_card", "Create Card"),
            ("deck_move_card", "Move Card"),
            ("deck_list_cards", "List Cards"),
            // Without a verb, the module says what the rest is about.
            ("bug_history", "Bug History"),
            ("bug_comments", "Bug Comments"),
            ("bug_info", "Bug Info"),
            ("ping", "Ping"),
        ];
        let tools = Tool::parse_list(names.map(|(name, _)| format!(r#"{{"name":"{name}"}}"#).into()));
        let server = ServerFacts::from_tools(&tools);
        for (tool, (name, expected)) in tools.iter().zip(names) {
            let title = derive_title(&ToolFacts::new(tool, &server, InferenceSettings::default()));
            assert_eq!(title, expected, "{name}");
        }
    }

    #[test]
    fn titles_drop_the_common_prefix_and_keep_acronyms() {
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
            ("list_s3_objects_v2", "List S3 Objects v2"),
            ("listTop10URLs", "List Top10 URLs"),
            ("get-oauth-token", "Get OAuth Token"),
            ("LIST_FILES", "List Files"),
            ("GET_PDF_BY_ID", "Get PDF by ID"),
            ("PING", "Ping"),
            ("NASA", "NASA"),
            ("get_NASA_image", "Get NASA Image"),
            ("Look at the weather", "Look at the weather"),
            ("___", "___"),
        ];
        let tools = Tool::parse_list(names.map(|(name, _)| format!(r#"{{"name":"{name}"}}"#).into()));
        let server = ServerFacts::from_tools(&tools);
        for (tool, (name, expected)) in tools.iter().zip(names) {
            assert_eq!(
                derive_title(&ToolFacts::new(tool, &server, InferenceSettings::default())),
                expected,
                "{name}"
            );
        }
    }
}
