//! Unified diffs of patched files.

use similar::TextDiff;

/// The difference of two versions of a file as a unified diff with `a/` and `b/` before the path. Empty if they are equal.
pub fn unified_diff(path: &str, before: &str, after: &str) -> String {
    const CONTEXT_LINES: usize = 3;
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(CONTEXT_LINES)
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_names_the_file_and_keeps_line_ends() {
        let diff = unified_diff("src/a.py", "a\r\nb\r\n", "a\r\nc\r\n");
        assert_eq!(diff, "--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
        assert_eq!(unified_diff("a", "x", "x"), "");
    }
}
