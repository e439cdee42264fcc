//! Lines of tools in the file they were read from.

use std::collections::HashMap;

use memchr::memchr_iter;
use memchr::memmem;

/// Budget for unsuccessful searches, in multiples of the file's size.
const MAX_FAILED_SCANS: usize = 8;

/// A file, and the line on which each of its tools starts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolLocations {
    pub file: String,
    /// By tool key.
    pub lines: HashMap<String, u32>,
    /// The file of a tool, by its key, where tools are in several files; `file` is then their folder.
    pub files: HashMap<String, String>,
}

impl ToolLocations {
    /// Searches for each tool's JSON after the previous one, since tools are given in file order. A tool that is not
    /// found has no line. When the budget for failed searches is spent, the rest is skipped: the file holds the tools
    /// in another form.
    pub fn locate<'t>(file: &str, text: &str, tools: impl Iterator<Item = (&'t str, &'t str)>) -> Self {
        let mut locations = Self { file: file.to_owned(), ..Self::default() };
        let (mut search_start, mut counted, mut line) = (0, 0, 1_u32);
        let mut budget = text.len().saturating_mul(MAX_FAILED_SCANS);
        for (key, raw) in tools {
            let rest = &text.as_bytes()[search_start..];
            let Some(at) = memmem::find(rest, raw.as_bytes()).filter(|_| !raw.is_empty()) else {
                // A duplicate tool may already have been found after its position.
                let Some(less) = budget.checked_sub(rest.len()) else { break };
                budget = less;
                continue;
            };
            let start = search_start + at;
            let lines = memchr_iter(b'\n', &text.as_bytes()[counted..start]).count();
            line = line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
            (counted, search_start) = (start, start + raw.len());
            locations.lines.entry(key.to_owned()).or_insert(line);
        }
        locations
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines<'t>(text: &str, tools: &[(&'t str, &'t str)]) -> Vec<(&'t str, Option<u32>)> {
        let places = ToolLocations::locate("tools.json", text, tools.iter().copied());
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
    fn searching_a_long_file_without_the_tools_is_bounded() {
        let text = "x".repeat(1_000_000);
        let keys: Vec<String> = (0..100_000).map(|at| at.to_string()).collect();
        // Each search scans to the end; without the bound this would take 10^11 steps.
        let tools = keys.iter().map(|key| (key.as_str(), "{\"name\":\"x\"}"));
        assert_eq!(ToolLocations::locate("f", &text, tools).lines.len(), 0);
    }
}
