//! Notes: guidance for the model about a tool, which is appended to the tool's description.

mod template;

use std::borrow::Cow;
use std::fmt::Write;

use thiserror::Error;

use crate::text::is_hidden;
pub use template::{TEMPLATES, Template};

/// Maximum length of a note's name, in characters.
pub const LONGEST_NAME: usize = 100;
/// Maximum length of a note, in characters.
pub const LONGEST_TEXT: usize = 2_000;
/// Maximum length of all notes of one tool, in characters and including names. It is limited because agents may write
/// notes, and every later agent reads them.
pub const MOST_PER_TOOL: usize = 16_000;
/// Maximum length of all notes of one toolset, in characters and including names.
pub const MOST_PER_TOOLSET: usize = 128_000;
/// Length of the notes of one tool, in characters, above which they are more than a model reads with care.
pub const MUCH: usize = 8_000;

/// Hint for errors about too many notes.
pub const FULL_HINT: &str = "Nothing was changed. Delete or shorten notes first.";

const HEADING: &str = "### Additional Tool Notes\n\n";

/// A note as the model reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bullet<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// Why a note is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoteError {
    #[error("{0:?} cannot name a note: names are 1 to {LONGEST_NAME} of the characters a-z, 0-9 and -")]
    Name(String),
    #[error("the note {0} says nothing")]
    Empty(String),
    #[error("the note {name} has {length} characters; {LONGEST_TEXT} are the most")]
    Long { name: String, length: usize },
    #[error("the notes of {tool} would have {length} characters; {MOST_PER_TOOL} are the most for one tool")]
    ToolFull { tool: String, length: usize },
    #[error(
        "the notes of the toolset {toolset} would have {length} characters; {MOST_PER_TOOLSET} are the most for one toolset"
    )]
    ToolsetFull { toolset: String, length: usize },
    #[error("the note {name} holds characters that cannot be seen: {codes}")]
    Hidden { name: String, codes: String },
}

/// Validates a note and returns its text without surrounding white space. Invisible characters are rejected unless
/// `allow_hidden` says that they are intended.
pub fn check<'a>(name: &str, text: &'a str, allow_hidden: bool) -> Result<&'a str, NoteError> {
    if !is_name(name) {
        return Err(NoteError::Name(name.to_owned()));
    }
    let (name, text) = (name.to_owned(), text.trim());
    let length = text.chars().count();
    if text.is_empty() {
        return Err(NoteError::Empty(name));
    }
    if length > LONGEST_TEXT {
        return Err(NoteError::Long { name, length });
    }
    let mut hidden: Vec<char> = text.chars().filter(|character| is_hidden(*character)).collect();
    hidden.sort_unstable();
    hidden.dedup();
    if hidden.is_empty() || allow_hidden {
        return Ok(text);
    }
    let codes: Vec<String> = hidden.iter().map(|character| format!("U+{:04X}", *character as u32)).collect();
    Err(NoteError::Hidden { name, codes: codes.join(", ") })
}

/// Returns whether a name matches `^[a-z0-9-]+$` and is not too long.
pub fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(fits)
}

/// Returns the description of a tool with its notes, as a model reads it. Idempotent.
pub fn hydrate<'a>(description: &'a str, notes: &[Bullet]) -> Cow<'a, str> {
    if notes.is_empty() {
        return Cow::Borrowed(description);
    }
    let bare = description.trim().is_empty();
    let room: usize = notes.iter().map(|note| note.name.len() + note.text.len() + 12).sum();
    let mut out = String::with_capacity(description.len() + HEADING.len() + room + 2);
    if !bare {
        out.push_str(description);
        out.push_str("\n\n");
    }
    let start = out.len();
    out.push_str(HEADING);
    for (place, note) in notes.iter().enumerate() {
        let line = if place == 0 { "" } else { "\n" };
        // Writing to a string does not fail.
        let _ = write!(out, "{line}\u{2022} **{}**: {}", note.name, note.text);
    }
    if is_section_of(description, &out[start..]) { Cow::Borrowed(description) } else { Cow::Owned(out) }
}

/// Returns whether a description ends with exactly this section.
fn is_section_of(description: &str, section: &str) -> bool {
    description.strip_suffix(section).is_some_and(|before| before.is_empty() || before.ends_with("\n\n"))
}

/// Total length of notes, in characters and including names.
pub fn length<'a>(notes: impl IntoIterator<Item = Bullet<'a>>) -> usize {
    notes.into_iter().map(|note| note.name.chars().count() + note.text.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TWO: [Bullet; 2] =
        [Bullet { name: "name-1", text: "text 1" }, Bullet { name: "name-2", text: "text 2" }];
    const SECTION: &str =
        "### Additional Tool Notes\n\n\u{2022} **name-1**: text 1\n\u{2022} **name-2**: text 2";

    #[test]
    fn notes_stand_below_the_description_or_alone() {
        assert_eq!(hydrate("Reads it.", &TWO), format!("Reads it.\n\n{SECTION}"));
        assert_eq!(hydrate(" ", &TWO), SECTION);
        assert_eq!(hydrate("Reads it.", &[]), "Reads it.");
        // Text that only resembles the section is the server's own.
        let own = format!("Reads it. {SECTION}");
        assert_eq!(hydrate(&own, &TWO), format!("{own}\n\n{SECTION}"));
    }

    proptest! {
        #[test]
        fn doing_it_twice_changes_nothing(
            description in "[ab•*#\n :]{0,30}",
            notes in proptest::collection::vec(("[a-z]{1,3}", "[a•*#\n :]{1,8}"), 0..4),
        ) {
            let notes: Vec<Bullet> = notes.iter().map(|(name, text)| Bullet { name, text }).collect();
            let once = hydrate(&description, &notes).into_owned();
            prop_assert_eq!(&hydrate(&once, &notes), &once);
            // The server's text is preserved.
            prop_assert!(description.trim().is_empty() || once.starts_with(&description));
        }
    }

    #[test]
    fn a_note_that_cannot_be_kept_says_why() {
        for name in ["", "Team", "a_b", "a b", "ä", &"a".repeat(101)] {
            assert_eq!(check(name, "x", false), Err(NoteError::Name(name.to_owned())), "{name}");
        }
        assert_eq!(check("a-1", "  x\n", false), Ok("x"));
        assert_eq!(check("a", " \n", false), Err(NoteError::Empty("a".into())));
        assert_eq!(check("a", &"é".repeat(2_000), false).map(str::len), Ok(4_000));
        assert_eq!(
            check("a", &"é".repeat(2_001), false).unwrap_err().to_string(),
            "the note a has 2001 characters; 2000 are the most"
        );
        let hidden = "two\nlines\u{202e} and\u{200b} more\u{202e}";
        assert_eq!(
            check("a", hidden, false).unwrap_err().to_string(),
            "the note a holds characters that cannot be seen: U+200B, U+202E"
        );
        assert_eq!(check("a", hidden, true), Ok(hidden));
    }
}
