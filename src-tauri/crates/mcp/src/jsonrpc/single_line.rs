//! The one-message-per-line invariant: a line break that survives inside a message would let a peer start a second
//! message there.

use hintsmith_core::text::json_edit::replace_line_breaks;

/// Appends a line to `out` unchanged, except that a carriage return before the line ending becomes a space. JSON treats
/// it as white space, but a reader that ends lines there would find another message after it.
pub fn append_line(line: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(line);
    let length = strip_line_ending(line).len();
    replace_line_breaks(&mut out[start..start + length]);
}

/// Returns a message as one line with its newline.
pub fn to_line(text: &str) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len() + 1);
    append_line(text.trim_ascii_end().as_bytes(), &mut line);
    replace_line_breaks(&mut line);
    line.push(b'\n');
    line
}

/// Returns whether the line contains no carriage return before its line ending, where some readers would split it.
pub fn is_single_line(line: &[u8]) -> bool {
    memchr::memchr(b'\r', strip_line_ending(line)).is_none()
}

fn strip_line_ending(line: &[u8]) -> &[u8] {
    let body = line.strip_suffix(b"\n").unwrap_or(line);
    body.strip_suffix(b"\r").unwrap_or(body)
}
