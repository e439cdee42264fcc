//! Skeletons of names for confusable detection (compare UTS #39): names with equal skeletons look alike.

use crate::infer::words::{MAX_NAME_BYTES, truncate_bytes};

/// The name in lower case, with confusable characters mapped to one form and all separators to `_`.
pub fn skeleton(name: &str) -> String {
    let name = truncate_bytes(name, MAX_NAME_BYTES);
    if name.is_ascii() {
        return name.chars().map(|c| fold_confusable(c.to_ascii_lowercase())).collect();
    }
    name.chars().flat_map(char::to_lowercase).map(latin_look_alike).map(fold_confusable).collect()
}

/// Maps digits, letters and separators that are easily confused to one representative.
const fn fold_confusable(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | 'i' => 'l',
        '-' | '.' | ' ' | '/' => '_',
        other => other,
    }
}

/// The name with letters of other alphabets replaced by their Latin look-alikes.
pub fn to_latin_look_alikes(name: &str) -> String {
    truncate_bytes(name, MAX_NAME_BYTES).chars().map(latin_look_alike).collect()
}

/// The Latin look-alike of a letter: common ones of Cyrillic, Greek and Armenian, and fullwidth forms.
const fn latin_look_alike(c: char) -> char {
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
        // Fullwidth forms are in ASCII order.
        '\u{ff01}'..='\u{ff5e}' => ((c as u32 - 0xff01) as u8 + b'!') as char,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alike_names_have_equal_skeletons() {
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
        assert_eq!(
            (to_latin_look_alikes("gеt"), to_latin_look_alikes("Get1")),
            ("get".to_owned(), "Get1".to_owned())
        );
    }
}
