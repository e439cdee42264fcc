//! Where tools stand in the file they were read from.

use std::collections::HashMap;

use memchr::memchr_iter;
use memchr::memmem;

/// How often the whole text may be searched for tools that are not in it.
const IN_VAIN: usize = 8;

/// A file, and the lines its tools begin on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    pub file: String,
    /// By the tool's key.
    pub lines: HashMap<String, u32>,
}

impl Places {
    /// Looks for each tool's JSON behind the one before it: they come in the order of the file. A tool that is not
    /// found has no line, and when too many are not, the others are not looked for: the file holds them in another form.
    pub fn of<'t>(file: &str, text: &str, tools: impl Iterator<Item = (&'t str, &'t str)>) -> Self {
        let mut places = Self { file: file.to_owned(), lines: HashMap::new() };
        let (mut behind, mut counted, mut line) = (0, 0, 1_u32);
        let mut left = text.len().saturating_mul(IN_VAIN);
        for (key, raw) in tools {
            let rest = &text.as_bytes()[behind..];
            let Some(at) = memmem::find(rest, raw.as_bytes()).filter(|_| !raw.is_empty()) else {
                // A tool that is sent twice may have been found behind its place already.
                let Some(less) = left.checked_sub(rest.len()) else { break };
                left = less;
                continue;
            };
            let start = behind + at;
            let lines = memchr_iter(b'\n', &text.as_bytes()[counted..start]).count();
            line = line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
            (counted, behind) = (start, start + raw.len());
            places.lines.entry(key.to_owned()).or_insert(line);
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines<'t>(text: &str, tools: &[(&'t str, &'t str)]) -> Vec<(&'t str, Option<u32>)> {
        let places = Places::of("tools.json", text, tools.iter().copied());
        tools.iter().map(|(key, _)| (*key, places.lines.get(*key).copied())).collect()
    }

    #[test]
    fn a_tool_has_the_line_it_begins_on() {
        let (one, two) = ("{\"name\":\"a\",\n  \"title\":\"é\"}", r#"{"name":"b"}"#);
        let text = format!("{{\"tools\":[\n\n{one},\r\n{two}, {two}\n]}}");
        let found = lines(&text, &[("a", one), ("b", two), ("b (2)", two)]);
        assert_eq!(found, [("a", Some(3)), ("b", Some(5)), ("b (2)", Some(5))]);
    }

    #[test]
    fn a_tool_that_is_not_there_has_no_line_and_hides_no_other() {
        let text = "[{\"name\":\"a\"},\n{\"name\":\"b\"}]";
        let found =
            lines(text, &[("x", "{}"), ("e", ""), ("b", r#"{"name":"b"}"#), ("a", r#"{"name":"a"}"#)]);
        assert_eq!(found, [("x", None), ("e", None), ("b", Some(2)), ("a", None)]);
    }

    #[test]
    fn a_long_file_without_the_tools_is_given_up() {
        let text = "x".repeat(1_000_000);
        let keys: Vec<String> = (0..100_000).map(|at| at.to_string()).collect();
        // Each of these is looked for to the very end; without a bound this is 100 thousand million steps.
        let tools = keys.iter().map(|key| (key.as_str(), "{\"name\":\"x\"}"));
        assert_eq!(Places::of("f", &text, tools).lines.len(), 0);
    }
}
