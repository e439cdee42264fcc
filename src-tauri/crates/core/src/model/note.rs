//! Notes: guidance for the model about a tool, which is appended to the tool's description.

mod template;

use std::borrow::Cow;
use std::fmt::Write;

use thiserror::Error;

use crate::text::is_hidden;
pub use template::{TEMPLATES, Template};

/// Maximum length of a note's name, in characters.
pub const MAX_NAME_CHARS: usize = 100;
/// Maximum length of a note, in characters.
pub const MAX_TEXT_CHARS: usize = 2_000;
/// Maximum length of all notes of one tool, in characters and including names. It is limited because agents may write
/// notes, and every later agent reads them.
pub const MAX_CHARS_PER_TOOL: usize = 16_000;
/// Maximum length of all notes of one toolset, in characters and including names.
pub const MAX_CHARS_PER_TOOLSET: usize = 128_000;
/// Length of the notes of one tool, in characters, above which they are more than a model reads with care.
pub const LONG_NOTES_CHARS: usize = 8_000;

/// Hint for errors about too many notes.
pub const FULL_HINT: &str = "Nothing was changed. Delete or shorten notes first.";

const HEADING: &str = "### Additional Tool Notes\n\n";

/// A note as the model reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteEntry<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// Reason a note is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoteError {
    #[error("{0:?} is not a valid note name: use 1 to {MAX_NAME_CHARS} of the characters a-z, 0-9 and -")]
    InvalidName(String),
    #[error("the note {0} is empty")]
    Empty(String),
    #[error("the note {name} has {length} characters; the maximum is {MAX_TEXT_CHARS}")]
    TooLong { name: String, length: usize },
    #[error(
        "the notes of {tool} would have {length} characters; the maximum for one tool is {MAX_CHARS_PER_TOOL}"
    )]
    ToolFull { tool: String, length: usize },
    #[error(
        "the notes of the toolset {toolset} would have {length} characters; the maximum for one toolset is {MAX_CHARS_PER_TOOLSET}"
    )]
    ToolsetFull { toolset: String, length: usize },
    #[error("the note {name} contains invisible characters: {codes}")]
    HiddenCharacters { name: String, codes: String },
}

/// Validates a note and returns its text without surrounding white space. Invisible characters are rejected unless
/// `allow_hidden` says that they are intended.
pub fn check_note<'a>(name: &str, text: &'a str, allow_hidden: bool) -> Result<&'a str, NoteError> {
    if !is_valid_name(name) {
        return Err(NoteError::InvalidName(name.to_owned()));
    }
    let (name, text) = (name.to_owned(), text.trim());
    let length = text.chars().count();
    if text.is_empty() {
        return Err(NoteError::Empty(name));
    }
    if length > MAX_TEXT_CHARS {
        return Err(NoteError::TooLong { name, length });
    }
    let mut hidden: Vec<char> = text.chars().filter(|character| is_hidden(*character)).collect();
    hidden.sort_unstable();
    hidden.dedup();
    if hidden.is_empty() || allow_hidden {
        return Ok(text);
    }
    let codes: Vec<String> = hidden.iter().map(|character| format!("U+{:04X}", *character as u32)).collect();
    Err(NoteError::HiddenCharacters { name, codes: codes.join(", ") })
}

/// Returns whether a name matches `^[a-z0-9-]+$` and is not too long.
pub fn is_valid_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.len() <= MAX_NAME_CHARS && name.bytes().all(fits)
}

/// Returns the description of a tool with its notes, as a model reads it. Idempotent.
pub fn append_notes<'a>(description: &'a str, notes: &[NoteEntry]) -> Cow<'a, str> {
    if notes.is_empty() {
        return Cow::Borrowed(description);
    }
    let is_empty = description.trim().is_empty();
    let capacity: usize = notes.iter().map(|note| note.name.len() + note.text.len() + 12).sum();
    let mut out = String::with_capacity(description.len() + HEADING.len() + capacity + 2);
    if !is_empty {
        out.push_str(description);
        out.push_str("\n\n");
    }
    let start = out.len();
    out.push_str(HEADING);
    for (index, note) in notes.iter().enumerate() {
        let line = if index == 0 { "" } else { "\n" };
        // Writing to a string does not fail.
        let _ = write!(out, "{line}\u{2022} **{}**: {}", note.name, note.text);
    }
    if ends_with_section(description, &out[start..]) { Cow::Borrowed(description) } else { Cow::Owned(out) }
}

/// Returns whether a description ends with exactly this section.
fn ends_with_section(description: &str, section: &str) -> bool {
    description.strip_suffix(section).is_some_and(|before| before.is_empty() || before.ends_with("\n\n"))
}

/// Total length of notes, in characters and including names.
pub fn total_chars<'a>(notes: impl IntoIterator<Item = NoteEntry<'a>>) -> usize {
    notes.into_iter().map(|note| note.name.chars().count() + note.text.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TWO: [NoteEntry; 2] =
        [NoteEntry { name: "name-1", text: "text 1" }, NoteEntry { name: "name-2", text: "text 2" }];
    const SECTION: &str =
        "### Additional Tool Notes\n\n\u{2022} **name-1**: text 1\n\u{2022} **name-2**: text 2";

    #[test]
    fn notes_follow_the_description_or_stand_alone() {
        assert_eq!(append_notes("Reads it.", &TWO), format!("Reads it.\n\n{SECTION}"));
        assert_eq!(append_notes(" ", &TWO), SECTION);
        assert_eq!(append_notes("Reads it.", &[]), "Reads it.");
        // Text that only resembles the section is the server's own.
        let own = format!("Reads it. {SECTION}");
        assert_eq!(append_notes(&own, &TWO), format!("{own}\n\n{SECTION}"));
    }

    proptest! {
        #[test]
        fn appending_twice_changes_nothing(
            description in "[ab•*#\n :]{0,30}",
            notes in proptest::collection::vec(("[a-z]{1,3}", "[a•*#\n :]{1,8}"), 0..4),
        ) {
            let notes: Vec<NoteEntry> = notes.iter().map(|(name, text)| NoteEntry { name, text }).collect();
            let once = append_notes(&description, &notes).into_owned();
            prop_assert_eq!(&append_notes(&once, &notes), &once);
            // The server's text is preserved.
            prop_assert!(description.trim().is_empty() || once.starts_with(&description));
        }
    }

    #[test]
    fn an_invalid_note_is_rejected_with_a_reason() {
        for name in ["", "Team", "a_b", "a b", "ä", &"a".repeat(101)] {
            assert_eq!(check_note(name, "x", false), Err(NoteError::InvalidName(name.to_owned())), "{name}");
        }
        assert_eq!(check_note("a-1", "  x\n", false), Ok("x"));
        assert_eq!(check_note("a", " \n", false), Err(NoteError::Empty("a".into())));
        assert_eq!(check_note("a", &"é".repeat(2_000), false).map(str::len), Ok(4_000));
        assert_eq!(
            check_note("a", &"é".repeat(2_001), false).unwrap_err().to_string(),
            "the note a has 2001 characters; the maximum is 2000"
        );
        let hidden = "two\nlines\u{202e} and\u{200b} more\u{202e}";
        assert_eq!(
            check_note("a", hidden, false).unwrap_err().to_string(),
            "the note a contains invisible characters: U+200B, U+202E"
        );
        assert_eq!(check_note("a", hidden, true), Ok(hidden));
    }
}
