//! String literals.

use std::fmt::Write as _;

use hintsmith_core::text::is_hidden;

use crate::site::{Escapes, TitleForm};

/// The literal of a text. Characters that cannot be seen, or would reorder the line, are escaped.
pub(super) fn quote(text: &str, form: &TitleForm) -> String {
    let count = |quote: char| text.chars().filter(|c| *c == quote).count();
    let other = if form.quote == '"' { '\'' } else { '"' };
    let delimiter = if form.either_quote && count(other) < count(form.quote) { other } else { form.quote };
    let mut out = String::from(delimiter);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character == delimiter => out.extend(['\\', character]),
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
    out.push(delimiter);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_literal() {
        let form = |quote, escapes| TitleForm {
            key: String::new(),
            infix: "",
            suffix: "",
            quote,
            either_quote: false,
            escapes,
        };
        let text = "a\"'\\\n\u{202e}\u{e0041}é";
        assert_eq!(quote(text, &form('"', Escapes::Fixed)), r#""a\"'\\\n\u202e\U000e0041é""#);
        assert_eq!(quote(text, &form('\'', Escapes::Braced)), r#"'a"\'\\\n\u{202e}\u{e0041}é'"#);
        let either = TitleForm { either_quote: true, ..form('"', Escapes::Fixed) };
        assert_eq!(quote("a \"b\"", &either), "'a \"b\"'");
        assert_eq!(quote("it's \"b", &either), "\"it's \\\"b\"");
    }
}
