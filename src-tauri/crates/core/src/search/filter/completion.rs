//! Completions at the cursor of a search field: keys, then the values of a key.

use serde::{Deserialize, Serialize};

use super::lexer::{self, QueryWord};
use super::terms::{self, BASE_ENVIRONMENT, HintOrigin, Predicate, TermInfo};

/// Names that can be completed.
#[derive(Debug, Clone, Default)]
pub struct KnownNames<'a> {
    pub servers: Vec<&'a str>,
    pub toolsets: Vec<&'a str>,
    pub environments: Vec<&'a str>,
}

/// A completion offered for the word at the cursor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// The range of the query to replace.
    pub replace: Span,
    /// Ends with a colon if a value must follow.
    pub text: String,
    pub description: String,
}

/// A range of a query in UTF-16 code units, as text fields in the web view count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// Returns the completions at the cursor, which is in UTF-16 code units like [`Span`].
pub fn complete(query: &str, cursor: usize, names: &KnownNames) -> Vec<Completion> {
    let cursor = byte_offset(query, cursor);
    let end_of = |word: &QueryWord| word.start + word.raw.len();
    let at_cursor = lexer::split_query(query).find(|word| word.start <= cursor && cursor <= end_of(word));
    let (start, end) = at_cursor.map_or((cursor, cursor), |word| {
        // The `-` is kept, also if nothing follows it yet.
        (word.start + usize::from(word.raw.starts_with('-')), end_of(&word))
    });
    // The text before the cursor is matched; the whole word is replaced.
    let Some(typed) = query.get(start..cursor).filter(|typed| !typed.is_empty() || start == end) else {
        return Vec::new();
    };
    let replace = Span { start: utf16_len(&query[..start]), end: utf16_len(&query[..end]) };
    let candidates = match typed.split_once(':') {
        None => complete_keys(typed),
        Some((key, value)) => complete_values(key, value.strip_prefix('"').unwrap_or(value), names),
    };
    let is_news = |(text, _): &(String, String)| *text != query[start..end];
    let candidates = candidates.into_iter().filter(is_news);
    candidates.map(|(text, description)| Completion { replace, text, description }).collect()
}

/// Keys with this prefix, described by their values.
fn complete_keys(prefix: &str) -> Vec<(String, String)> {
    let begun = terms::keys().filter(|term| term.key.starts_with(&terms::lowercase(prefix)));
    let description = |term: &TermInfo| match term.value {
        Some(_) => terms::list_values(term.key),
        None => term.description.to_owned(),
    };
    begun.map(|term| (format!("{}:", term.key), description(term))).collect()
}

/// Values of the key with this prefix.
fn complete_values(key: &str, prefix: &str, known: &KnownNames) -> Vec<(String, String)> {
    let (key, prefix) = (terms::lowercase(key), terms::lowercase(prefix));
    let mut candidates = Vec::new();
    for term in terms::terms_for_key(&key) {
        let names = match term.predicate {
            Predicate::Server => known.servers.clone(),
            Predicate::Toolset => known.toolsets.clone(),
            Predicate::Environment => [&[BASE_ENVIRONMENT], known.environments.as_slice()].concat(),
            _ => term.value.into_iter().collect(),
        };
        let names = names.into_iter().filter(|name| terms::lowercase(name).starts_with(&prefix));
        candidates.extend(names.map(|name| (term.to_query(name), term.description.to_owned())));
        candidates.extend(complete_origins(term, &prefix));
    }
    candidates
}

/// `hint:destructive=` and each origin, once the equals sign is typed.
fn complete_origins(term: &TermInfo, prefix: &str) -> Vec<(String, String)> {
    let Some(((hint, begun), Predicate::Hint(..))) = prefix.split_once('=').zip(Some(term.predicate)) else {
        return Vec::new();
    };
    let origins =
        HintOrigin::ALL.into_iter().filter(|origin| term.accepts(hint) && origin.as_str().starts_with(begun));
    let describe = |origin: HintOrigin| format!("only where the value is {}", origin.as_str());
    origins.map(|origin| (format!("{}={}", term.to_query(""), origin.as_str()), describe(origin))).collect()
}

/// Byte offset of the character at a UTF-16 offset; the end of the text if there is none.
fn byte_offset(text: &str, unit: usize) -> usize {
    let mut before = 0;
    let reaches = |c: char| {
        before += c.len_utf16();
        before > unit
    };
    text.find(reaches).unwrap_or(text.len())
}

fn utf16_len(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn known() -> KnownNames<'static> {
        KnownNames {
            servers: vec!["GitHub", "gitlab", "my notes"],
            toolsets: vec!["daily"],
            environments: vec!["prod"],
        }
    }

    /// The query after each completion; `|` marks the cursor.
    fn completed(query: &str) -> Vec<String> {
        let cursor = query.split('|').next().unwrap_or_default().encode_utf16().count();
        let query = query.replacen('|', "", 1);
        let units: Vec<u16> = query.encode_utf16().collect();
        let put = |completion: Completion| {
            let Span { start, end } = completion.replace;
            let text = completion.text.encode_utf16().collect();
            let units = [units[..start as usize].to_vec(), text, units[end as usize..].to_vec()].concat();
            String::from_utf16(&units).unwrap()
        };
        complete(&query, cursor, &known()).into_iter().map(put).collect()
    }

    #[test]
    fn a_word_is_completed_at_the_cursor() {
        for (query, expected) in [
            ("|", &["is:", "has:", "hint:", "server:", "toolset:", "env:"][..]),
            (
                "note |",
                &["note is:", "note has:", "note hint:", "note server:", "note toolset:", "note env:"],
            ),
            ("h|", &["has:", "hint:"]),
            ("H|", &["has:", "hint:"]),
            ("-hi|", &["-hint:"]),
            ("-|", &["-is:", "-has:", "-hint:", "-server:", "-toolset:", "-env:"]),
            ("nothing|", &[]),
            ("is:d|", &["is:declared", "is:default", "is:decided", "is:destructive", "is:drifted"]),
            (
                "hint:destructive=d|",
                &["hint:destructive=declared", "hint:destructive=decided", "hint:destructive=default"],
            ),
            ("IS:Dr|", &["is:drifted"]),
            ("is:dr|opped note", &["is:drifted note"]),
            ("is:drifted|", &[]),
            ("has:|", &["has:finding", "has:problem", "has:note"]),
            ("hint:o|", &["hint:open-world"]),
            ("é𝄞 -server:git| x", &["é𝄞 -server:GitHub x", "é𝄞 -server:gitlab x"]),
            ("server:m|", &["server:\"my notes\""]),
            ("server:\"my n|", &["server:\"my notes\""]),
            ("env:|", &["env:base", "env:prod"]),
            ("toolset:d|", &["toolset:daily"]),
            ("tag:|", &[]),
            ("\"h|", &[]),
            ("\"is:|", &[]),
            ("|is:new", &[]),
            ("|-is:new", &[]),
        ] {
            assert_eq!(completed(query), expected, "{query}");
        }
    }

    #[test]
    fn a_key_is_described_by_its_values_and_a_value_by_what_it_means() {
        let described = |query: &str| complete(query, query.len(), &known())[0].description.clone();
        assert_eq!(described("ha"), "finding, problem, note");
        assert_eq!(described("ser"), "tools of this server");
        assert_eq!(described("is:mod"), "tools that change data but destroy nothing");
    }

    proptest! {
        #[test]
        fn any_cursor_in_any_query_can_be_completed(
            query in prop_oneof!["[ihs:a\"é𝄞 -]{0,12}", ".{0,12}"], cursor in 0_usize..20
        ) {
            for completion in complete(&query, cursor, &known()) {
                let Span { start, end } = completion.replace;
                prop_assert!(start <= end && end as usize <= query.encode_utf16().count());
            }
        }
    }
}
