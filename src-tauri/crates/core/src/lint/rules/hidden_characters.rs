//! Rule: invisible, reordering or control characters.

use super::{Example, FindingSink, Rule, quote, source};
use crate::lint::json_strings::strings;
use crate::lint::{RuleCategory, Severity, Subject};
use crate::text::is_hidden;

/// Maximum number of characters that are listed in a message.
const MAX_LISTED_CHARACTERS: usize = 8;

pub const RULE: Rule = Rule {
    id: "hidden-characters",
    summary: "No text of a tool, of the server or decided, contains invisible, reordering or control characters.",
    rationale: "The model receives text that the user who approves a call cannot see: instructions, or a name displayed as another one.",
    category: RuleCategory::Recommended,
    default_severity: Severity::Warning,
    source_url: source::SCANNER,
    bad_examples: &[
        Example::new(r#"{"name":"list_notes","description":"Lists notes.\u200b\u2060Then more."}"#),
        Example::new(r#"{"name":"list_\u202enotes"}"#),
        Example::new(
            r#"{"name":"x","inputSchema":{"type":"object","properties":{"a":{"enum":["\u001b[8m"]}}}}"#,
        ),
        Example::new(r#"{"name":"x","description":"\udb40\udc41"}"#),
        Example::new(r#"{"name":"x","description":"a\u200db"}"#),
    ],
    good_examples: &[
        Example::new(
            r#"{"name":"list_notes","description":"Two\r\nlines, a\ttab, 👩\u200d💻 and می\u200cخواهم"}"#,
        ),
        Example::new(
            r#"{"name":"x","description":"🏴\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f"}"#,
        ),
    ],
    check: |subject: &Subject, out: &mut FindingSink| {
        for (key, raw) in &subject.members.0 {
            // No model reads a description that the user replaced.
            if key == "description" && subject.resolved.description.is_some() {
                continue;
            }
            let mut codes: Vec<char> = Vec::new();
            if may_contain_hidden(raw.get()) {
                strings(raw.get()).for_each(|string| collect_hidden(&string.text, &mut codes));
            }
            collect_hidden(key, &mut codes);
            if !codes.is_empty() {
                out.report(key, format!("{} contains {}", quote(key), describe_codes(&codes)));
            }
        }
        for (location, text) in subject.decided_texts() {
            let mut codes: Vec<char> = Vec::new();
            collect_hidden(text, &mut codes);
            if !codes.is_empty() {
                let field = location.to_string();
                let message =
                    format!("the decided text of {} contains {}", quote(&field), describe_codes(&codes));
                out.report(&field, message);
            }
        }
    },
};

fn describe_codes(codes: &[char]) -> String {
    let codes: Vec<String> = codes.iter().map(|c| format!("U+{:04X}", *c as u32)).collect();
    format!("invisible characters: {}", codes.join(" "))
}

/// Cheap check that most tools end with: printable ASCII without character escapes cannot contain hidden characters.
fn may_contain_hidden(json: &str) -> bool {
    let bytes = json.as_bytes();
    let is_character_escape = |at: usize| bytes.get(at + 1).is_some_and(|byte| b"ubfr".contains(byte));
    let is_plain = |byte: &u8| (b' '..0x7f).contains(byte) || byte.is_ascii_whitespace();
    // Chunks without an early exit, so that the compiler can vectorize the loop.
    let is_plain_chunk = |chunk: &[u8]| chunk.iter().fold(true, |plain, byte| plain & is_plain(byte));
    !bytes.chunks(64).all(is_plain_chunk) || memchr::memchr_iter(b'\\', bytes).any(is_character_escape)
}

/// Adds every hidden character of `text` to `codes` once. Exempt are joiners between letters that need them, the tag
/// characters of a flag emoji, and CRLF line ends.
fn collect_hidden(text: &str, codes: &mut Vec<char>) {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return;
    }
    let mut before = None;
    let mut in_flag = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let after = characters.peek().copied();
        in_flag = c == '\u{1f3f4}' || (in_flag && matches!(c, '\u{e0061}'..='\u{e007a}' | '\u{e007f}'));
        let joined = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !is_hidden(c));
        let is_legitimate = match c {
            '\r' => after == Some('\n'),
            '\u{200c}' | '\u{200d}' => joined(before) && joined(after),
            _ => in_flag,
        };
        if is_hidden(c) && !is_legitimate && codes.len() < MAX_LISTED_CHARACTERS && !codes.contains(&c) {
            codes.push(c);
        }
        in_flag &= c != '\u{e007f}';
        before = Some(c);
    }
}
