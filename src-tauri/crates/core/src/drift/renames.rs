//! Rename detection: pairs removed tools with added ones.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::infer::Certainty;
use crate::infer::tokenizer::TokenizedText;
use crate::infer::verbs::{self, Action};
use crate::infer::words;
use crate::model::endpoint::Endpoint;
use crate::model::tool::Tool;
use crate::text::json::{self, Members};

/// A removed tool and the added tool that is probably the same, as indices into the two lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rename {
    pub from: usize,
    pub to: usize,
    /// Certain if only name and titles differ, strong if the names are similar and the parameters equal, otherwise
    /// likely.
    pub certainty: Certainty,
}

/// Finds unambiguous renames: no tool is used twice, and if two candidates are equally good, neither is chosen.
pub fn find_renames(removed: &[&Tool], added: &[&Tool]) -> Vec<Rename> {
    // The usual case; hashing a hundred thousand new tools for nothing would take seconds.
    if removed.is_empty() || added.is_empty() {
        return Vec::new();
    }
    let mut renames = match_by_definition(removed, added);
    let left = |length: usize, taken: fn(&Rename) -> usize| {
        let mut free = vec![true; length];
        renames.iter().for_each(|rename| free[taken(rename)] = false);
        (0..length).filter(|position| free[*position]).collect::<Vec<_>>()
    };
    let (gone_left, come_left) =
        (left(removed.len(), |rename| rename.from), left(added.len(), |rename| rename.to));
    if gone_left.len().saturating_mul(come_left.len()) <= MAX_PAIRS {
        let mut interner = Interner::default();
        let mut seen = |tools: &[&Tool], left: &[usize]| -> Vec<(usize, ToolProfile)> {
            left.iter()
                .map(|position| (*position, ToolProfile::new(tools[*position], &mut interner)))
                .collect()
        };
        let (removed, added) = (seen(removed, &gone_left), seen(added, &come_left));
        renames.extend(match_by_similarity(&removed, &added));
    }
    renames.sort_unstable_by_key(|rename| rename.from);
    renames
}

/// Number of pairs up to which descriptions are compared. Beyond it, only identical definitions are matched.
const MAX_PAIRS: usize = 40_000;

/// Share of common words, in thousandths, from which two descriptions count as similar.
const MIN_SHARED_WORDS: usize = 800;

fn match_by_definition(removed: &[&Tool], added: &[&Tool]) -> Vec<Rename> {
    let mut positions: HashMap<DefinitionHash, [Vec<usize>; 2]> = HashMap::new();
    for (side, tools) in [removed, added].into_iter().enumerate() {
        for (position, tool) in tools.iter().enumerate() {
            if let Some(definition) = hash_definition(tool) {
                positions.entry(definition).or_default()[side].push(position);
            }
        }
    }
    let only = |[from, to]: &[Vec<usize>; 2]| match (from.as_slice(), to.as_slice()) {
        ([from], [to]) if are_compatible(actions(removed[*from]), actions(added[*to])) => {
            Some(Rename { from: *from, to: *to, certainty: Certainty::Certain })
        }
        _ => None,
    };
    positions.values().filter_map(only).collect()
}

type DefinitionHash = [u8; 32];

/// Hash of everything that describes a tool except its name and titles. A schema's title is excluded too, because
/// libraries put the function name there. `None` if there is too little to identify the tool by.
fn hash_definition(tool: &Tool) -> Option<DefinitionHash> {
    if !is_identifiable(tool) {
        return None;
    }
    let members = Members::parse(&tool.raw).ok()?;
    let mut hash = Sha256::new();
    for field in ["description", "inputSchema", "outputSchema", "annotations"] {
        let Some(raw) = members.get(field) else { continue };
        let text = match serde_json::from_str::<Value>(raw.get()) {
            Err(_) => raw.get().to_owned(),
            Ok(mut value) => {
                if let Some(members) = value.as_object_mut() {
                    members.remove("title");
                }
                json::canonicalize(&value)
            }
        };
        if text != "{}" {
            [field, "\0", &text, "\0"].into_iter().for_each(|part| hash.update(part));
        }
    }
    if let Some(endpoint) = Endpoint::from_tool(&members) {
        ["endpoint\0", &endpoint.method, "\0", &endpoint.path].into_iter().for_each(|part| hash.update(part));
    }
    Some(hash.finalize().into())
}

fn is_identifiable(tool: &Tool) -> bool {
    let words = tool.description.as_deref().unwrap_or_default().split_whitespace();
    !tool.parameters.is_empty() || words.take(3).count() == 3
}

/// Actions indicated by the name and by the description.
type Actions = [Option<Action>; 2];

fn actions(tool: &Tool) -> Actions {
    let name = words::split_words(&tool.name).iter().find_map(|word| verbs::find_verb(word));
    let description = verbs::find_inflected_verb(
        TokenizedText::new(tool.description.as_deref().unwrap_or_default()).word(0),
    );
    [name.map(|verb| verb.action), description.map(|(verb, _)| verb.action)]
}

/// Returns whether the actions do not contradict each other. "Get a note by its id" and "Delete a note by its id"
/// differ only in the verb, and a decision about the first must not transfer to the second.
fn are_compatible(one: Actions, other: Actions) -> bool {
    one.iter().zip(&other).all(|(one, other)| one.is_none() || other.is_none() || one == other)
}

/// Interns words and parameter lists, which are compared often.
#[derive(Default)]
struct Interner {
    words: HashMap<String, usize>,
    parameters: HashMap<Vec<String>, usize>,
}

/// The properties by which tools are compared.
struct ToolProfile {
    definition: Option<DefinitionHash>,
    is_identifiable: bool,
    name: Vec<String>,
    parameters: usize,
    /// Interned words of the description, sorted.
    words: Vec<usize>,
    actions: Actions,
    http_method: Option<String>,
}

impl ToolProfile {
    fn new(tool: &Tool, interner: &mut Interner) -> Self {
        let text = TokenizedText::new(tool.description.as_deref().unwrap_or_default());
        let mut parameters: Vec<String> = tool.parameters.iter().map(|one| one.name.clone()).collect();
        parameters.sort_unstable();
        let next = interner.parameters.len();
        let parameters = *interner.parameters.entry(parameters).or_insert(next);
        let mut number = |word: &str| {
            let next = interner.words.len();
            *interner.words.entry(word.to_owned()).or_insert(next)
        };
        let mut words: Vec<usize> = text.words().map(&mut number).collect();
        words.sort_unstable();
        Self {
            definition: hash_definition(tool),
            is_identifiable: is_identifiable(tool),
            name: words::split_words(&tool.name),
            parameters,
            words,
            actions: actions(tool),
            http_method: tool.http_method.clone(),
        }
    }

    /// Similarity of two tools, ordered by name first and by shared words second; `None` if they are not similar.
    fn similarity(&self, other: &Self) -> Option<(bool, usize)> {
        let same_calls = (self.parameters, &self.http_method) == (other.parameters, &other.http_method);
        if !same_calls || !are_compatible(self.actions, other.actions) {
            return None;
        }
        let near = is_similar_name(&self.name, &other.name);
        let shared = if self.is_identifiable && other.is_identifiable {
            shared_word_share(&self.words, &other.words)
        } else {
            0
        };
        (near || shared >= MIN_SHARED_WORDS).then_some((near, shared))
    }
}

/// Returns whether the names have the same words regardless of case and separators, or one is the other (at least two
/// words) with a prefix.
fn is_similar_name(one: &[String], other: &[String]) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let same = !short.is_empty() && short.concat() == long.concat();
    same || (short.len() >= 2 && long.ends_with(short))
}

/// Share of words that two sorted lists have in common, in thousandths.
fn shared_word_share(one: &[usize], other: &[usize]) -> usize {
    let (mut at, mut other_at, mut common) = (0, 0, 0);
    while at < one.len() && other_at < other.len() {
        match one[at].cmp(&other[other_at]) {
            Ordering::Less => at += 1,
            Ordering::Greater => other_at += 1,
            Ordering::Equal => (at, other_at, common) = (at + 1, other_at + 1, common + 1),
        }
    }
    2000 * common / (one.len() + other.len()).max(1)
}

/// Pairs in which each tool is the other's unique best match.
fn match_by_similarity(removed: &[(usize, ToolProfile)], added: &[(usize, ToolProfile)]) -> Vec<Rename> {
    let (mut of_gone, mut of_come) =
        (vec![BestMatch::None; removed.len()], vec![BestMatch::None; added.len()]);
    for (from, (_, old)) in removed.iter().enumerate() {
        for (to, (_, new)) in added.iter().enumerate() {
            if let Some(likeness) = old.similarity(new) {
                of_gone[from].consider(to, likeness);
                of_come[to].consider(from, likeness);
            }
        }
    }
    let mut renames = Vec::new();
    for (from, best) in of_gone.iter().enumerate() {
        if let BestMatch::One(to, (near, _)) = *best
            && matches!(of_come[to], BestMatch::One(back, _) if back == from)
        {
            let (old, new) = (&removed[from].1, &added[to].1);
            let certainty = match near {
                _ if old.definition.is_some() && old.definition == new.definition => Certainty::Certain,
                true => Certainty::Strong,
                false => Certainty::Likely,
            };
            renames.push(Rename { from: removed[from].0, to: added[to].0, certainty });
        }
    }
    renames
}

#[derive(Clone, Copy)]
enum BestMatch {
    None,
    One(usize, (bool, usize)),
    /// Several candidates are equally good.
    Tie((bool, usize)),
}

impl BestMatch {
    fn consider(&mut self, candidate: usize, similarity: (bool, usize)) {
        *self = match *self {
            Self::One(_, best) | Self::Tie(best) if best > similarity => return,
            Self::One(_, best) | Self::Tie(best) if best == similarity => Self::Tie(best),
            _ => Self::One(candidate, similarity),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Parses `name(parameters) description`.
    fn tool(written: &str) -> Tool {
        let (name, rest) = written.split_once('(').unwrap();
        let (parameters, description) = rest.split_once(')').unwrap();
        let properties: serde_json::Map<String, Value> =
            parameters.split_whitespace().map(|name| (name.to_owned(), serde_json::json!({}))).collect();
        let title = format!("{name}Arguments");
        let tool = serde_json::json!({
            "name": name, "title": name, "description": description.trim(), "annotations": {"title": name},
            "inputSchema": {"title": title, "properties": properties},
        });
        Tool::parse(tool.to_string().into(), 0)
    }

    fn found(removed: &[&str], added: &[&str]) -> String {
        let (removed, added): (Vec<Tool>, Vec<Tool>) =
            (removed.iter().map(|text| tool(text)).collect(), added.iter().map(|text| tool(text)).collect());
        let all = find_renames(&removed.iter().collect::<Vec<_>>(), &added.iter().collect::<Vec<_>>());
        let line = |rename: &Rename| {
            format!("{} > {} {}", removed[rename.from].name, added[rename.to].name, rename.certainty.label())
        };
        all.iter().map(line).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_tool_is_recognised_under_another_name() {
        for (removed, added, expected) in [
            // Only name and titles differ.
            ("fetch(id) Gets it.", "load(id) Gets it.", "fetch > load certain"),
            ("fetch() Gets the newest note.", "load() Gets the newest note.", "fetch > load certain"),
            // Too little to identify the tool by.
            ("fetch() Gets it.", "load() Gets it.", ""),
            ("a()", "b()", ""),
            // Similar names.
            ("getNote(id) Gets it.", "get_note(id) Reads one.", "getNote > get_note very likely"),
            ("get_note(id)", "nc_notes_get_note(id) Reads one.", "get_note > nc_notes_get_note very likely"),
            ("get_note(id)", "GetNote(name)", ""),
            ("status(id)", "server_status(id) Says how it is.", ""),
            // Similar descriptions.
            (
                "note_by_id(id) Gets one note with all of its tags and dates.",
                "single_note(id) Gets a note with all of its tags and dates.",
                "note_by_id > single_note likely",
            ),
            ("a(id) Gets one note and its tags.", "b(id) Gets many files in a folder.", ""),
            ("a(id) Gets one note with all its tags.", "b(id etag) Gets one note with all its tags.", ""),
            // Only the action differs.
            ("get_it(id) The same words.", "delete_it(id) The same words.", ""),
            ("a(id) Get one note by its own id.", "b(id) Delete one note by its own id.", ""),
            ("get_it(id) The note with the id given.", "delete_it(id) The one note with the id given.", ""),
        ] {
            assert_eq!(found(&[removed], &[added]), expected, "{removed} {added}");
        }
    }

    #[test]
    fn ambiguous_renames_are_not_reported() {
        let (one, two) = ("one(id) Gets it.", "two(id) Gets it.");
        assert_eq!(found(&[one], &["x(id) Gets it.", "y(id) Gets it."]), "");
        assert_eq!(found(&[one, two], &["x(id) Gets it."]), "");
        // A similar name decides between otherwise identical tools.
        assert_eq!(
            found(&["get_one(id) It.", "get_two(id) It."], &["x_get_two(id) It.", "x_get_one(id) It."]),
            "get_one > x_get_one certain, get_two > x_get_two certain"
        );
    }

    #[test]
    fn a_different_http_method_is_not_a_rename() {
        let tool = |name: &str, method: &str, path: &str| {
            let meta = format!(r#"{{"dev.hintsmith/http":{{"method":"{method}","path":"{path}"}}}}"#);
            let raw = format!(r#"{{"name":"{name}","description":"It does one thing","_meta":{meta}}}"#);
            Tool::parse(raw.into(), 0)
        };
        let certainty = |method, path| {
            find_renames(&[&tool("a", "GET", "/")], &[&tool("b", method, path)])
                .first()
                .map(|found| found.certainty)
        };
        assert_eq!(certainty("GET", "/"), Some(Certainty::Certain));
        assert_eq!(certainty("GET", "/v2"), Some(Certainty::Likely));
        assert_eq!(certainty("PUT", "/"), None);
    }

    #[test]
    fn beyond_the_pair_limit_only_identical_definitions_match() {
        let names = |prefix: &str, count: usize, text: &str| -> Vec<Tool> {
            (0..count).map(|n| tool(&format!("{prefix}_{n}(p{n}) {text}"))).collect()
        };
        let count = |removed: &[Tool], added: &[Tool]| {
            find_renames(&removed.iter().collect::<Vec<_>>(), &added.iter().collect::<Vec<_>>()).len()
        };
        let text = "a long description ".repeat(200);
        assert_eq!(count(&names("a", 200, &text), &names("b", 200, &format!("{text} x"))), 200);
        assert_eq!(count(&names("a", 201, &text), &names("b", 200, &format!("{text} x"))), 0);
        assert_eq!(count(&names("a", 1000, "same"), &names("b", 1000, "same")), 1000);
    }

    proptest! {
        #[test]
        fn no_tool_is_taken_twice(
            removed in proptest::collection::vec("(get_)?[ab]\\([pq]?\\)( [xyz]){0,4}", 0..7),
            added in proptest::collection::vec("(get_)?[ab]\\([pq]?\\)( [xyz]){0,4}", 0..7),
        ) {
            let parse = |list: &[String]| list.iter().map(|text| tool(text)).collect::<Vec<_>>();
            let (removed, added) = (parse(&removed), parse(&added));
            let all = find_renames(&removed.iter().collect::<Vec<_>>(), &added.iter().collect::<Vec<_>>());
            for (at, one) in all.iter().enumerate() {
                let apart = |other: &Rename| one.from < other.from && one.to != other.to;
                prop_assert!(all[at + 1..].iter().all(apart), "{:?}", all);
            }
        }
    }
}
