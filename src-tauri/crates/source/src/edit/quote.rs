//! String literals.

use std::fmt::Write as _;

use hintsmith_core::text::is_hidden;

use crate::site::{Escapes, TitleForm};

/// The literal of a text. Characters that cannot be seen, or would reorder the line, are escaped.
pub(super) fn quote(text: &str, form: &TitleForm) -> String {
    let mut out = String::from(form.quote);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character == form.quote => out.extend(['\\', character]),
            _ if is_hidden(character) => {
                let code = character as u32;
                let _ = match form.escapes {
                    Escapes::Braced => write!(out, "\\u{{{code:x}}}"),
                    Escapes::Fixed if code > 0xffff => write!(out, "\\U{code:08x}"),
                    Escapes::Fixed => write!(out, "\\u{code:04x}"),
                };
            }
            _ => out.push(character),
        }
    }
    out.push(form.quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_literal() {
        let form = |quote, escapes| TitleForm { key: String::new(), infix: "", suffix: "", quote, escapes };
        let text = "a\"'\\\n\u{202e}\u{e0041}é";
        assert_eq!(quote(text, &form('"', Escapes::Fixed)), r#""a\"'\\\n\u202e\U000e0041é""#);
        assert_eq!(quote(text, &form('\'', Escapes::Braced)), r#"'a"\'\\\n\u{202e}\u{e0041}é'"#);
    }
}
