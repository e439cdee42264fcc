//! Indicative phrases in descriptions. All are found in one pass over the words; a preceding negation ("not") marks the
//! match as negated.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::text::Text;
use super::words::QuickHash;

/// The property that a phrase indicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tells {
    ChangesNothing,
    LosesForGood,
    LosesNothing,
    Overwrites,
    SavesToDisk,
    StartsWork,
    Repeatable,
    NotRepeatable,
    NeedsConsent,
    ReachesOut,
    StaysLocal,
    OnlyQueries,
    Remembers,
}

/// A phrase found in a text, as a range of word indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<T = Tells> {
    pub tells: T,
    /// A negation ("not", "never", "without") precedes the phrase in the same sentence.
    pub negated: bool,
    pub from: usize,
    pub to: usize,
}

/// Phrases separated by `|`. A trailing `~` matches any word with that prefix: `modif~` matches "modifying".
const PHRASES: [(Tells, &str); 13] = [
    (
        Tells::Remembers,
        "since the last check|since last check|since the last call|since your last|advances the cursor|\
     updates from a remote|updates from the remote|changes from a remote|changes from the remote",
    ),
    (
        Tells::ChangesNothing,
        "read only|readonly|does not modify|doesn't modify|do not modify|not modify any|does not change|doesn't change|\
         does not alter|does not write|does not create|does not execute|doesn't execute|does not affect|\
         never modif~|without modif~|without chang~|without alter~|without execut~|without apply~|without creat~|\
         no side effects|side effect free|no changes are made|makes no changes|safe to call|nothing is changed|\
         no data is modified|purely informational",
    ),
    (
        Tells::LosesForGood,
        "permanently|permanent delet~|irreversibl~|cannot be undone|can't be undone|can not be undone|\
         cannot be reversed|cannot be reverted|cannot be recovered|not reversible|destructive|unrecoverabl~|\
         lost forever|data loss|will be lost|will be deleted|are deleted|is deleted|deletes all|removes all|\
         cannot be restored",
    ),
    (
        Tells::LosesNothing,
        "non destructive|nondestructive|can be undone|reversible|can be restored|recoverable",
    ),
    (
        Tells::Overwrites,
        "overwrit~|replaces the entire|replaces the whole|replaces all|replaces existing|replaces any|\
         replace the entire|replace all|completely replace~|full replacement|fully replace~|entirely replace~|\
         existing content will be|will be replaced|are replaced|is replaced",
    ),
    (
        Tells::SavesToDisk,
        "save to disk|saves to disk|saved to disk|save to file|saves to a|save it to|saves it to|save them to|\
         saves them to|save the result to|saved to a file|it is saved|is saved to|saves output|saves the output|write to disk|writes to disk|writes to a file|\
         written to disk|written to a file|to local disk|to the local filesystem|to a local file|to a local path|\
         saves the file|download and save|downloads and saves|saved locally|save locally|saves locally",
    ),
    (
        Tells::StartsWork,
        "starts a|start a new|starts an|kicks off|kick off|launches a|launch a|triggers a|trigger a|enqueues a|\
         queues a|runs in the background|in the background|returns a job|returns the operation id|returns the job id|returns the task id|returns a task id|returns an operation id|\
         asynchronous operation|asynchronous job|async job|background job|long running job|creates a job|\
         schedules a|initiates a|submits a job|spawns a",
    ),
    (
        Tells::Repeatable,
        "idempotent|safe to retry|safely retried|safe to repeat|safe to call multiple|safe to run multiple|\
         no op if|noop if|has no effect if|no effect if already|if it already exists returns|same result",
    ),
    (
        Tells::NotRepeatable,
        "not idempotent|non idempotent|each call creates|every call creates|each call will create|creates a new|\
         may create duplicates|creates duplicates|do not retry|don't retry|one time use|single use",
    ),
    (
        Tells::NeedsConsent,
        "requires confirmation|require confirmation|confirm with the user|ask the user for confirmation|\
         user confirmation|explicit confirmation|ask for confirmation|explicit approval|explicit user|\
         always confirm|confirm before|confirmation before|requires approval|with caution|use caution|be careful",
    ),
    (
        Tells::ReachesOut,
        "the web|web page|web pages|webpage|website|websites|the internet|search engine|external api|\
         external service|external services|third party|public url|from a url|any url|send an email|sends an email|\
         send email|sends email|online",
    ),
    (
        Tells::StaysLocal,
        "local file|local files|local directory|local machine|local filesystem|local repository|file system|\
         filesystem|working directory|working tree|on disk|offline|no network|without network|in memory|\
         no api call|locally|knowledge graph",
    ),
    (
        Tells::OnlyQueries,
        "select statement|select statements|select query|select queries|select only|only select|read only query|\
         read only queries|read only sql|readonly sql|only read queries|read queries only",
    ),
];

struct Phrase<T> {
    tells: T,
    rest: Vec<&'static str>,
}

/// Phrases indexed by their first word.
pub struct Phrases<T> {
    by_first: HashMap<&'static str, Vec<Phrase<T>>, QuickHash>,
    /// For each first byte, a bit set of the lengths of first words: most words are rejected without a hash lookup.
    lengths: [u32; 256],
    /// Phrases whose first word ends in `~`.
    by_stem: Vec<(&'static str, Phrase<T>)>,
}

static ALL: LazyLock<Phrases<Tells>> = LazyLock::new(|| Phrases::of(&PHRASES));

/// Returns all phrases of [`PHRASES`] in a text, in order.
pub fn find(text: &Text) -> Vec<Found> {
    ALL.find(text)
}

impl<T: Copy> Phrases<T> {
    /// Builds the table from lower-case phrases in the format of [`PHRASES`].
    pub fn of(table: &[(T, &'static str)]) -> Self {
        let mut all = Self { by_first: HashMap::default(), lengths: [0; 256], by_stem: Vec::new() };
        for (tells, phrases) in table {
            for phrase in phrases.split('|') {
                let mut words = phrase.split_whitespace();
                let Some(first) = words.next() else { continue };
                let phrase = Phrase { tells: *tells, rest: words.collect() };
                match first.strip_suffix('~') {
                    Some(stem) => all.by_stem.push((stem, phrase)),
                    None => {
                        all.lengths[usize::from(first.as_bytes()[0])] |= length_bit(first);
                        all.by_first.entry(first).or_default().push(phrase);
                    }
                }
            }
        }
        all
    }

    fn may_start(&self, word: &str) -> bool {
        let lengths = word.bytes().next().map_or(0, |letter| self.lengths[usize::from(letter)]);
        lengths & length_bit(word) != 0
    }

    /// Returns all phrases in a text, in order.
    pub fn find(&self, text: &Text) -> Vec<Found<T>> {
        let mut found = Vec::new();
        for (at, word) in text.words().enumerate() {
            let starting =
                self.may_start(word).then(|| self.by_first.get(word)).flatten().into_iter().flatten();
            let stems =
                self.by_stem.iter().filter(|(stem, _)| word.starts_with(stem)).map(|(_, phrase)| phrase);
            for phrase in starting.chain(stems) {
                let to = at + 1 + phrase.rest.len();
                let matches = phrase.rest.iter().enumerate().all(|(offset, part)| {
                    let word = text.word(at + 1 + offset);
                    part.strip_suffix('~').map_or(word == *part, |stem| word.starts_with(stem))
                });
                if matches && text.together(at, to - 1) {
                    found.push(Found { tells: phrase.tells, negated: is_negated(text, at), from: at, to });
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
const NEAR: usize = 3;

fn is_negated(text: &Text, at: usize) -> bool {
    (at.saturating_sub(NEAR)..at).any(|before| {
        text.together(before, at)
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

    fn tells(text: &str) -> Vec<(Tells, bool)> {
        find(&Text::of(text)).into_iter().map(|found| (found.tells, found.negated)).collect()
    }

    #[test]
    fn phrases_are_found_in_any_case_and_form() {
        for (text, expected) in [
            ("A READ-ONLY view.", vec![(Tells::ChangesNothing, false)]),
            ("Never modifies the board.", vec![(Tells::ChangesNothing, false)]),
            ("This is not read-only!", vec![(Tells::ChangesNothing, true)]),
            ("Deletes it permanently. It cannot be undone.", vec![(Tells::LosesForGood, false); 2]),
            ("Moves it to the bin, not permanently.", vec![(Tells::LosesForGood, true)]),
            ("It does not. Permanently stored.", vec![(Tells::LosesForGood, false)]),
            ("Ready only on Monday.", vec![]),
        ] {
            assert_eq!(tells(text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_made_to_be_slow_is_not() {
        let text = "overwrit does not ".repeat(100_000);
        assert!(find(&Text::of(&text)).len() < 4096);
    }
}
