//! What a name looks like to a reader in a hurry: two names with one skeleton are taken for each other.

use crate::infer::words::{LONGEST_NAME, start_of};

/// The name in lower case with look-alike letters written as the plain one, and all separators the same.
pub fn skeleton(name: &str) -> String {
    let name = start_of(name, LONGEST_NAME);
    if name.is_ascii() {
        return name.chars().map(|c| drawn_alike(c.to_ascii_lowercase())).collect();
    }
    name.chars().flat_map(char::to_lowercase).map(plain).map(drawn_alike).collect()
}

/// Letters, digits and separators that are taken for each other.
const fn drawn_alike(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | 'i' => 'l',
        '-' | '.' | ' ' | '/' => '_',
        other => other,
    }
}

/// The name as it is read by someone who takes every letter for the Latin one it looks like.
pub fn read_as_latin(name: &str) -> String {
    start_of(name, LONGEST_NAME).chars().map(plain).collect()
}

/// The Latin letter that a letter of another alphabet is drawn as. The common ones of Cyrillic, Greek and Armenian, and
/// the wide forms.
const fn plain(c: char) -> char {
    match c {
        'а' | 'А' | 'α' | 'Α' => 'a',
        'В' | 'Β' => 'b',
        'с' | 'С' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'Е' | 'Ε' => 'e',
        'һ' | 'Н' | 'Η' => 'h',
        'і' | 'І' | 'ι' | 'Ι' => 'i',
        'ј' | 'Ј' => 'j',
        'к' | 'К' | 'κ' | 'Κ' => 'k',
        'ӏ' => 'l',
        'М' | 'Μ' => 'm',
        'ո' | 'Ν' => 'n',
        'о' | 'О' | 'ο' | 'Ο' | 'օ' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' => 'p',
        'ԛ' => 'q',
        'ѕ' | 'Ѕ' | 'ꜱ' => 's',
        'т' | 'Т' | 'τ' | 'Τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' => 'w',
        'х' | 'Х' | 'χ' | 'Χ' => 'x',
        'у' | 'У' | 'γ' | 'Υ' => 'y',
        'Ζ' => 'z',
        // The wide forms stand in the order of ASCII.
        '\u{ff01}'..='\u{ff5e}' => ((c as u32 - 0xff01) as u8 + b'!') as char,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_have_one_skeleton() {
        for (one, other) in [
            ("get_note", "gеt_nоte"),
            ("get_note", "Get-Note"),
            ("list_all", "1ist_a11"),
            ("read_file", "ｒｅａｄ_file"),
        ] {
            assert_eq!(skeleton(one), skeleton(other));
        }
        assert_ne!(skeleton("get_note"), skeleton("get_notes"));
        assert_ne!(skeleton("read_v2"), skeleton("read_v3"));
        assert_eq!((read_as_latin("gеt"), read_as_latin("Get1")), ("get".to_owned(), "Get1".to_owned()));
    }
}
