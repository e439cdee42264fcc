//! CSV rows that are safe to open in a spreadsheet.

/// Formats a row by RFC 4180: CR LF at the end, cells with special characters in quotes. Cells that a spreadsheet would
/// take for a formula get a leading apostrophe (CSV injection).
pub fn format_row(cells: impl Iterator<Item = String>) -> String {
    cells.map(|text| format_cell(&text)).collect::<Vec<_>>().join(",") + "\r\n"
}

fn format_cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n', '\'', ';', '\t']) || text.trim() != text {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_formulas_are_neutralized() {
        for (text, written) in [
            ("plain", "plain"),
            ("=1+1", "\"'=1+1\""),
            ("@x", "\"'@x\""),
            ("\t=1", "\"'\t=1\""),
            ("a,\"b\"", "\"a,\"\"b\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ] {
            assert_eq!(format_cell(text), written);
        }
    }
}
