//! Ranked substring search over the texts of a tool.
//!
//! Any substring matches, so that results appear while the user types; the rank prefers matches at the start of a name
//! or word.

pub mod filter;

use std::ops::Add;
use std::sync::Arc;

use memchr::memmem::Finder;

use crate::parallel;

/// Quality of a match, best first.
///
/// Ranks of several texts add up: a tool with one word in its name and the other in its description then ranks before a
/// tool with both in its description. The maximum would not distinguish them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    pub const EXACT_NAME: Self = Self(0);
    pub const NAME_PREFIX: Self = Self(1);
    pub const NAME_WORD: Self = Self(2);
    pub const TITLE_WORD: Self = Self(3);
    pub const NAME_OR_TITLE_SUBSTRING: Self = Self(4);
    pub const DESCRIPTION_WORD: Self = Self(5);
    pub const NOTES_WORD: Self = Self(6);
    pub const SUBSTRING: Self = Self(7);

    /// Rank of a match without text terms.
    pub const BEST: Self = Self(0);
}

impl Add for Rank {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// The fields in the order of [`SearchText::lower`], each with the rank of a match at the start of a word and of one
/// inside a word.
const FIELDS: [(Rank, Rank); 4] = [
    (Rank::NAME_WORD, Rank::NAME_OR_TITLE_SUBSTRING),
    (Rank::TITLE_WORD, Rank::NAME_OR_TITLE_SUBSTRING),
    (Rank::DESCRIPTION_WORD, Rank::SUBSTRING),
    (Rank::NOTES_WORD, Rank::SUBSTRING),
];

/// Number of occurrences per field that are checked for the start of a word.
const MAX_OCCURRENCES_PER_FIELD: usize = 4;

/// Searchable text of one tool: name, titles, description and notes, concatenated in lower case.
#[derive(Debug, Clone)]
pub struct SearchText {
    lower: Arc<str>,
    /// End offset of each of the `FIELDS` in `lower`.
    field_ends: [u32; FIELDS.len()],
    /// Bit set of the byte offsets at which a capital letter starts a word of the name. Covers the 128 characters that
    /// MCP allows; beyond them only separators start a word.
    camel_case_starts: u128,
}

impl SearchText {
    pub fn new(name: &str, titles: &[&str], description: &str, notes: &[&str]) -> Self {
        let longest = |parts: &[&str]| parts.iter().map(|part| part.len() + 1).sum::<usize>();
        let mut lower =
            String::with_capacity(name.len() + longest(titles) + description.len() + longest(notes));
        let capitals = push_name(&mut lower, name);
        let mut ends = [saturating_len(&lower); FIELDS.len()];
        push_lines(&mut lower, titles);
        ends[1] = saturating_len(&lower);
        push_lower(&mut lower, description);
        ends[2] = saturating_len(&lower);
        push_lines(&mut lower, notes);
        ends[3] = saturating_len(&lower);
        Self { lower: lower.into(), field_ends: ends, camel_case_starts: capitals }
    }

    /// The concatenated fields.
    pub fn lower(&self) -> &str {
        &self.lower
    }

    fn starts_word(&self, at: usize) -> bool {
        let before = self.lower.get(..at).and_then(|text| text.chars().next_back());
        before.is_none_or(|c| !c.is_alphanumeric())
            || self.field_ends.contains(&u32::try_from(at).unwrap_or(u32::MAX))
            || (at < 128 && self.camel_case_starts >> at & 1 == 1)
    }
}

/// Length of a text, saturated at 4 GiB; message limits rule out longer texts.
fn saturating_len(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

fn push_name(lower: &mut String, name: &str) -> u128 {
    let mut capitals = 0;
    let mut before: Option<char> = None;
    let mut letters = name.chars().peekable();
    while let Some(here) = letters.next() {
        // Both `getNote` and `PDFNote` have a word starting at `N`.
        let begins = here.is_uppercase()
            && before.is_some_and(|before| {
                !before.is_uppercase() || letters.peek().is_some_and(|next| next.is_lowercase())
            });
        if begins && lower.len() < 128 {
            capitals |= 1 << lower.len();
        }
        lower.extend(lowercase_char(here));
        before = Some(here);
    }
    capitals
}

/// Appends the parts as lines of one field.
fn push_lines(lower: &mut String, parts: &[&str]) {
    for (position, part) in parts.iter().enumerate() {
        if position > 0 {
            lower.push('\n');
        }
        push_lower(lower, part);
    }
}

fn push_lower(lower: &mut String, text: &str) {
    if text.is_ascii() {
        let start = lower.len();
        lower.push_str(text);
        lower[start..].make_ascii_lowercase();
    } else {
        lower.extend(lowercase_chars(text));
    }
}

/// Lower-cases each character independently, unlike `str::to_lowercase`: the result must not depend on neighbours, or a
/// prefix of a word would not match the word.
pub(crate) fn lowercase_chars(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(lowercase_char)
}

fn lowercase_char(letter: char) -> impl Iterator<Item = char> {
    // A final sigma equals any other sigma.
    letter.to_lowercase().map(|lower| if lower == 'ς' { 'σ' } else { lower })
}

/// A text to search for.
#[derive(Debug, Clone)]
pub struct Needle(Finder<'static>);

impl Needle {
    /// `None` if the text is empty.
    pub fn new(text: &str) -> Option<Self> {
        let lower: String = lowercase_chars(text).collect();
        (!lower.is_empty()).then(|| Self(Finder::new(&lower).into_owned()))
    }

    /// Rank of the best occurrence, or `None` if no field contains the text.
    pub fn rank(&self, text: &SearchText) -> Option<Rank> {
        let bytes = text.lower.as_bytes();
        // One pass over all fields: most texts have no match, and in the others no match precedes this one.
        let first = self.0.find(bytes)?;
        let length = self.0.needle().len();
        let mut best: Option<Rank> = None;
        let mut start = 0;
        for (end, (word, inside)) in text.field_ends.into_iter().zip(FIELDS) {
            if best.is_some_and(|best| best < word) {
                break;
            }
            let end = end as usize;
            let find = |from: usize| Some(from + self.0.find(bytes.get(from..end)?)?);
            // The first occurrence may span two fields and is then a match in neither.
            let is_here = start <= first && first + length <= end;
            let mut position = if is_here { Some(first) } else { find(start.max(first)) };
            for _ in 0..MAX_OCCURRENCES_PER_FIELD {
                let Some(at) = position else { break };
                if at == 0 && word == Rank::NAME_WORD {
                    return Some(if length == end { Rank::EXACT_NAME } else { Rank::NAME_PREFIX });
                }
                if text.starts_word(at) {
                    best = Some(word);
                    break;
                }
                best = best.or(Some(inside));
                position = find(at + 1);
            }
            start = end;
        }
        best
    }
}

/// Minimum number of items per thread.
const MIN_ITEMS_PER_THREAD: usize = 8192;

/// Indices of the items that match, best first. Large inputs are split across threads.
pub fn rank_items<T: Sync>(items: &[T], rank: impl Fn(&T) -> Option<Rank> + Sync) -> Vec<u32> {
    let ranks = |start: usize, items: &[T]| -> Vec<(u32, Rank)> {
        let found =
            (start..).zip(items).filter_map(|(at, item)| Some((u32::try_from(at).ok()?, rank(item)?)));
        found.collect()
    };
    sort_by_rank(&parallel::map_chunks(items, MIN_ITEMS_PER_THREAD, ranks))
}

/// Counting sort of matches by rank, stable. Linear, because a query of one letter may match everything.
fn sort_by_rank(matches: &[(u32, Rank)]) -> Vec<u32> {
    let mut offsets = [0_usize; 256];
    for (_, rank) in matches {
        offsets[usize::from(rank.0)] += 1;
    }
    let mut before = 0;
    for offset in &mut offsets {
        before += std::mem::replace(offset, before);
    }
    let mut positions = vec![0; matches.len()];
    for (position, rank) in matches {
        let offset = &mut offsets[usize::from(rank.0)];
        positions[*offset] = *position;
        *offset += 1;
    }
    positions
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rank(needle: &str, text: &SearchText) -> Option<Rank> {
        Needle::new(needle).unwrap().rank(text)
    }

    #[test]
    fn the_rank_depends_on_the_position() {
        let text = SearchText::new(
            "notes_deleteForever.PDFFile",
            &["Remove a memo", "Shred paper"],
            "Takes a page out of the book, permanently. Un-doing is impossible; undone is gone.",
            &["Ask Zoë first", "danger"],
        );
        for (needle, expected) in [
            ("notes_deleteforever.pdffile", Some(Rank::EXACT_NAME)),
            ("n", Some(Rank::NAME_PREFIX)),
            ("NOTES_D", Some(Rank::NAME_PREFIX)),
            ("delete", Some(Rank::NAME_WORD)),
            ("forever", Some(Rank::NAME_WORD)),
            ("pdf", Some(Rank::NAME_WORD)),
            ("file", Some(Rank::NAME_WORD)),
            ("memo", Some(Rank::TITLE_WORD)),
            ("remove", Some(Rank::TITLE_WORD)),
            ("shred", Some(Rank::TITLE_WORD)),
            ("elete", Some(Rank::NAME_OR_TITLE_SUBSTRING)),
            ("emo", Some(Rank::NAME_OR_TITLE_SUBSTRING)),
            ("takes", Some(Rank::DESCRIPTION_WORD)),
            ("doing", Some(Rank::DESCRIPTION_WORD)),
            ("one", Some(Rank::SUBSTRING)),
            ("zoë", Some(Rank::NOTES_WORD)),
            ("ZOË F", Some(Rank::NOTES_WORD)),
            ("danger", Some(Rank::NOTES_WORD)),
            ("anger", Some(Rank::SUBSTRING)),
            ("nowhere", None),
            // Spans two fields.
            ("pdffileremove", None),
            ("filer", None),
            ("papertakes", None),
        ] {
            assert_eq!(rank(needle, &text), expected, "{needle}");
        }
    }

    #[test]
    fn a_better_later_occurrence_is_found() {
        let text = SearchText::new("unset_set", &[], "", &[]);
        assert_eq!(rank("set", &text), Some(Rank::NAME_WORD));
        let text = SearchText::new("reset", &["Set back"], "", &[]);
        assert_eq!(rank("set", &text), Some(Rank::TITLE_WORD));
        let text = SearchText::new("x", &[], "reset", &["set"]);
        assert_eq!(rank("set", &text), Some(Rank::NOTES_WORD));
    }

    #[test]
    fn matches_do_not_span_fields() {
        let text = SearchText::new("aaa", &["aaa"], "aaaa", &["aaa"]);
        assert_eq!(rank("aaaa", &text), Some(Rank::DESCRIPTION_WORD));
        assert_eq!(rank("aaaaa", &text), None);
    }

    #[test]
    fn case_folding_ignores_neighbours() {
        for (name, needle) in
            [("ΛΌΓΟΣ", "λόγος"), ("λόγος", "ΛΌΓΟΣ"), ("ΣΑΣ", "σασ"), ("İzmir", "i"), ("STRAẞE", "straße")]
        {
            assert!(rank(needle, &SearchText::new(name, &[], "", &[])).is_some(), "{name} {needle}");
        }
        // A capital whose lower-case form is longer shifts the following words.
        assert_eq!(rank("note", &SearchText::new("İİgetNote", &[], "", &[])), Some(Rank::NAME_WORD));
    }

    #[test]
    fn an_empty_text_is_no_needle() {
        assert!(Needle::new("").is_none());
    }

    #[test]
    fn ranks_add_up_and_saturate() {
        let one_in_the_name = Rank::NAME_WORD + Rank::DESCRIPTION_WORD;
        assert!(one_in_the_name < Rank::DESCRIPTION_WORD + Rank::DESCRIPTION_WORD);
        let many = (0..100).fold(Rank::BEST, |sum, _| sum + Rank::SUBSTRING);
        assert_eq!(many, many + Rank::SUBSTRING);
    }

    #[test]
    fn sorting_is_by_rank_and_stable() {
        let matches = [(3, Rank(7)), (4, Rank(0)), (6, Rank(7)), (7, Rank(255)), (9, Rank(1)), (10, Rank(0))];
        assert_eq!(sort_by_rank(&matches), [4, 10, 9, 3, 6, 7]);
        assert_eq!(sort_by_rank(&[]), [0; 0]);
    }

    #[test]
    fn parallel_search_gives_the_same_order() {
        let items: Vec<u8> = (0..5 * MIN_ITEMS_PER_THREAD + 1).map(|at| (at * 7 % 251) as u8).collect();
        let rank = |item: &u8| (!item.is_multiple_of(3)).then_some(Rank(*item));
        let matches = (0..).zip(&items).filter_map(|(at, item)| Some((at, rank(item)?)));
        assert_eq!(rank_items(&items, rank), sort_by_rank(&matches.collect::<Vec<_>>()));
        assert_eq!(rank_items(&[3, 2, 1], rank), [2, 1]);
        assert_eq!(rank_items(&[], rank), [0; 0]);
    }

    /// Few distinct letters, so that there are matches; some change their length with their case.
    fn any_text() -> impl Strategy<Value = String> {
        prop_oneof!["[abA_ İΣς]{0,4}", ".{0,8}"]
    }

    proptest! {
        #[test]
        fn a_text_has_a_rank_exactly_where_one_field_contains_it(
            fields in proptest::array::uniform4(any_text()),
            second_title in any_text(),
            from in 0_usize..12,
            length in 1_usize..5,
            other in ".{1,3}",
        ) {
            let [name, title, description, note] = fields.each_ref().map(String::as_str);
            let text = SearchText::new(name, &[title, &second_title], description, &[note]);
            let lower = |text: &str| lowercase_chars(text).collect::<String>();
            let fields = [name, &format!("{title}\n{second_title}"), description, note].map(lower);
            // Often part of one field, or of two adjacent fields.
            let part: String = fields.concat().chars().skip(from).take(length).collect();
            for needle in [part, other] {
                let Some(found) = Needle::new(&needle).map(|needle| needle.rank(&text)) else { continue };
                let expected = fields.iter().any(|field| field.contains(&lower(&needle)));
                prop_assert_eq!(found.is_some(), expected, "{}", needle);
            }
        }

        #[test]
        fn sorting_by_rank_is_stable(ranks in proptest::collection::vec(any::<u8>(), 0..300)) {
            let matches: Vec<(u32, Rank)> = (0..).zip(ranks.into_iter().map(Rank)).collect();
            let mut sorted = matches.clone();
            sorted.sort_by_key(|(_, rank)| *rank);
            prop_assert_eq!(sort_by_rank(&matches), sorted.iter().map(|(at, _)| *at).collect::<Vec<_>>());
        }
    }
}
