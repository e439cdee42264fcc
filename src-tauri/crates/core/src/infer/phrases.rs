//! Indicative phrases in descriptions. All are found in one pass over the words; a preceding negation ("not") marks the
//! match as negated.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::tokenizer::TokenizedText;
use super::words::FnvBuildHasher;

/// The property that a phrase indicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PhraseMeaning {
    ReadOnly,
    Irreversible,
    Reversible,
    Overwrites,
    SavesToDisk,
    StartsJob,
    Idempotent,
    NotIdempotent,
    NeedsConfirmation,
    External,
    QueriesOnly,
    Stateful,
    ChangesPart,
    KeepsExisting,
}

/// A phrase found in a text, as a range of word indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhraseMatch<T = PhraseMeaning> {
    pub meaning: T,
    /// A negation ("not", "never", "without") precedes the phrase in the same sentence.
    pub negated: bool,
    pub start: usize,
    pub end: usize,
}

/// Phrases separated by `|`. A trailing `~` matches any word with that prefix: `modif~` matches "modifying".
const PHRASES: [(PhraseMeaning, &str); 14] = [
    (
        PhraseMeaning::KeepsExisting,
        "fails if it exists|fails if it already exists|fail if it already exists|fails if the object already exists|\
         fails if the file already exists|fails if the file exists|fails if the target exists|\
         fails if the destination exists|fails if the destination already exists|\
         errors if it already exists|error if it already exists|error if the file already exists|\
         refuses to overwrite|if generation match|never overwrites|does not overwrite|doesn't overwrite|\
         will not overwrite|won't overwrite",
    ),
    (
        PhraseMeaning::Stateful,
        "since the last check|since last check|since the last call|since your last|advances the cursor|\
     updates from a remote|updates from the remote|changes from a remote|changes from the remote",
    ),
    (
        PhraseMeaning::ChangesPart,
        "only provided fields|only the provided fields|only the fields you|only fields you|only the specified fields|\
         only specified fields|omitted fields|unspecified fields|unspecified properties|fields are left unchanged",
    ),
    (
        PhraseMeaning::ReadOnly,
        "read only|readonly|does not modify|doesn't modify|do not modify|not modify any|does not change|doesn't change|\
         does not alter|does not write|does not create|does not execute|doesn't execute|does not affect|\
         never modif~|without modif~|without chang~|without alter~|without execut~|without apply~|without creat~|\
         no side effects|side effect free|no changes are made|makes no changes|safe to call|nothing is changed|\
         no data is modified|purely informational",
    ),
    (
        PhraseMeaning::Irreversible,
        "permanently|permanent delet~|irreversibl~|cannot be undone|can't be undone|can not be undone|\
         cannot be reversed|cannot be reverted|cannot be recovered|not reversible|unrecoverabl~|\
         lost forever|data loss|will be lost|will be deleted|are deleted|is deleted|deletes all|removes all|\
         cannot be restored",
    ),
    (
        PhraseMeaning::Reversible,
        "non destructive|nondestructive|can be undone|reversible|can be restored|recoverable",
    ),
    (
        PhraseMeaning::Overwrites,
        "overwrit~|replaces the entire|replaces the whole|replaces all|replaces existing|replaces any|replaces an existing|replaces the existing|replace an existing|replace the existing|\
         replace the entire|replace all|completely replace~|full replacement|fully replace~|entirely replace~|\
         existing content will be|will be replaced|are replaced|is replaced",
    ),
    (
        PhraseMeaning::SavesToDisk,
        "save to disk|saves to disk|saved to disk|save to file|saves to a|save it to|saves it to|save them to|\
         saves them to|save the result to|saved to a file|it is saved|is saved to|was saved to|saved paths|saves output|saves the output|write to disk|writes to disk|writes to a file|\
         written to disk|written to a file|to local disk|to the local filesystem|to a local file|to a local path|\
         saves the file|download and save|downloads and saves|saved locally|will be saved|will be appended|save locally|saves locally",
    ),
    (
        PhraseMeaning::StartsJob,
        "starts a|start a new|starts an|kicks off|kick off|launches a|launch a|triggers a|trigger a|enqueues a|\
         queues a|runs in the background|in the background|returns a job|returns the operation id|returns the job id|returns the task id|returns a task id|returns an operation id|\
         asynchronous operation|asynchronous job|async job|background job|long running job|creates a job|\
         schedules a|initiates a|submits a job|spawns a",
    ),
    (
        PhraseMeaning::Idempotent,
        "idempotent|safe to retry|safely retried|safe to repeat|safe to call multiple|safe to run multiple|\
         no op if|noop if|has no effect if|no effect if already|if it already exists returns|same result",
    ),
    (
        PhraseMeaning::NotIdempotent,
        "not idempotent|non idempotent|each call creates|every call creates|each call will create|\
         may create duplicates|creates duplicates|do not retry|don't retry|one time use|single use",
    ),
    (
        PhraseMeaning::NeedsConfirmation,
        "requires confirmation|require confirmation|confirm with the user|ask the user for confirmation|\
         user confirmation|explicit confirmation|ask for confirmation|explicit approval|explicit user|\
         always confirm|confirm before|confirmation before|requires approval|with caution|use caution|be careful",
    ),
    (
        PhraseMeaning::External,
        "the web|web page|web pages|web search|webpage|webpages|any website|a website|the internet|search engine|\
     public url|from a url|from a remote url|from url|any url|given url|local url|or url|or a url|arbitrary url|send an email|sends an email|send email|sends email",
    ),
    (
        PhraseMeaning::QueriesOnly,
        "select statement|select statements|select query|select queries|select only|only select|read only query|\
         read only queries|read only sql|readonly sql|only read queries|read queries only",
    ),
];

struct Phrase<T> {
    meaning: T,
    rest: Vec<&'static str>,
}

/// Phrases indexed by their first word.
pub struct PhraseTable<T> {
    by_first_word: HashMap<&'static str, Vec<Phrase<T>>, FnvBuildHasher>,
    /// For each first byte, a bit set of the lengths of first words: most words are rejected without a hash lookup.
    first_word_lengths: [u32; 256],
    /// Phrases whose first word ends in `~`.
    by_stem: Vec<(&'static str, Phrase<T>)>,
}

static PHRASE_TABLE: LazyLock<PhraseTable<PhraseMeaning>> = LazyLock::new(|| PhraseTable::new(&PHRASES));

/// Returns all phrases of [`PHRASES`] in a text, in order.
pub fn find_phrases(text: &TokenizedText) -> Vec<PhraseMatch> {
    PHRASE_TABLE.find(text)
}

impl<T: Copy> PhraseTable<T> {
    /// Builds the table from lower-case phrases in the format of [`PHRASES`].
    pub fn new(table: &[(T, &'static str)]) -> Self {
        let mut all =
            Self { by_first_word: HashMap::default(), first_word_lengths: [0; 256], by_stem: Vec::new() };
        for (tells, phrases) in table {
            for phrase in phrases.split('|') {
                let mut words = phrase.split_whitespace();
                let Some(first) = words.next() else { continue };
                let phrase = Phrase { meaning: *tells, rest: words.collect() };
                match first.strip_suffix('~') {
                    Some(stem) => all.by_stem.push((stem, phrase)),
                    None => {
                        all.first_word_lengths[usize::from(first.as_bytes()[0])] |= length_bit(first);
                        all.by_first_word.entry(first).or_default().push(phrase);
                    }
                }
            }
        }
        all
    }

    fn can_start(&self, word: &str) -> bool {
        let lengths = word.bytes().next().map_or(0, |letter| self.first_word_lengths[usize::from(letter)]);
        lengths & length_bit(word) != 0
    }

    /// Returns all phrases in a text, in order.
    pub fn find(&self, text: &TokenizedText) -> Vec<PhraseMatch<T>> {
        let mut found = Vec::new();
        for (at, word) in text.words().enumerate() {
            let starting =
                self.can_start(word).then(|| self.by_first_word.get(word)).flatten().into_iter().flatten();
            let stems =
                self.by_stem.iter().filter(|(stem, _)| word.starts_with(stem)).map(|(_, phrase)| phrase);
            for phrase in starting.chain(stems) {
                let to = at + 1 + phrase.rest.len();
                let matches = phrase.rest.iter().enumerate().all(|(offset, part)| {
                    let word = text.word(at + 1 + offset);
                    part.strip_suffix('~').map_or(word == *part, |stem| word.starts_with(stem))
                });
                if matches && text.in_same_sentence(at, to - 1) {
                    found.push(PhraseMatch {
                        meaning: phrase.meaning,
                        negated: is_negated(text, at),
                        start: at,
                        end: to,
                    });
                }
            }
        }
        found
    }
}

/// Words of 31 or more bytes share one bit.
fn length_bit(word: &str) -> u32 {
    1 << word.len().min(31)
}

/// Number of words before a phrase in which a negation applies to it.
const NEGATION_WINDOW: usize = 3;

fn is_negated(text: &TokenizedText, at: usize) -> bool {
    (at.saturating_sub(NEGATION_WINDOW)..at).any(|before| {
        text.in_same_sentence(before, at)
            && matches!(
                text.word(before),
                "not"
                    | "never"
                    | "nothing"
                    | "no"
                    | "non"
                    | "without"
                    | "cannot"
                    | "can't"
                    | "don't"
                    | "doesn't"
                    | "won't"
                    | "isn't"
                    | "aren't"
                    | "avoid"
                    | "avoids"
                    | "prevent"
                    | "prevents"
                    | "instead"
                    | "unless"
            )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tells(text: &str) -> Vec<(PhraseMeaning, bool)> {
        find_phrases(&TokenizedText::new(text))
            .into_iter()
            .map(|found| (found.meaning, found.negated))
            .collect()
    }

    #[test]
    fn phrases_are_found_in_any_case_and_form() {
        for (text, expected) in [
            ("A READ-ONLY view.", vec![(PhraseMeaning::ReadOnly, false)]),
            ("Never modifies the board.", vec![(PhraseMeaning::ReadOnly, false)]),
            ("This is not read-only!", vec![(PhraseMeaning::ReadOnly, true)]),
            ("Deletes it permanently. It cannot be undone.", vec![(PhraseMeaning::Irreversible, false); 2]),
            ("Moves it to the bin, not permanently.", vec![(PhraseMeaning::Irreversible, true)]),
            ("It does not. Permanently stored.", vec![(PhraseMeaning::Irreversible, false)]),
            ("Ready only on Monday.", vec![]),
        ] {
            assert_eq!(tells(text), expected, "{text}");
        }
    }

    #[test]
    fn hostile_text_gives_bounded_matches() {
        let text = "overwrit does not ".repeat(100_000);
        assert!(find_phrases(&TokenizedText::new(&text)).len() < 4096);
    }
}
