//! A toolset as a Markdown page. Server text is escaped, so that it has no Markdown or HTML meaning.

use std::fmt::Write;

use crate::model::note::NoteEntry;
use crate::resolve::coverage::Coverage;
use crate::text::escape_line;

/// The content of the page.
pub struct ToolsetPage<'a> {
    pub name: &'a str,
    pub description: Option<&'a str>,
    pub tokens: u32,
    pub coverage: Coverage,
    pub tools: Vec<ToolRow<'a>>,
}

/// One tool of the toolset.
pub struct ToolRow<'a> {
    pub reference: String,
    /// `None` if the reference resolves to no tool.
    pub tool: Option<ToolSummary<'a>>,
    pub notes: Vec<NoteEntry<'a>>,
}

pub struct ToolSummary<'a> {
    pub title: &'a str,
    pub behaviour: &'static str,
    pub description: &'a str,
}

pub fn render(page: &ToolsetPage) -> String {
    let mut out = format!("# {}\n\n", page.name);
    if let Some(description) = page.description {
        let _ = writeln!(out, "{}\n", escape(description));
    }
    let tools = page.tools.len();
    let _ = writeln!(
        out,
        "{tools} {}, about {} tokens for a model; {}.\n",
        if tools == 1 { "tool" } else { "tools" },
        page.tokens,
        page.coverage
    );
    out.push_str("| Tool | Title | Behaviour | Description |\n| --- | --- | --- | --- |\n");
    for row in &page.tools {
        let (title, behaviour, description) = match &row.tool {
            Some(tool) => (escape(tool.title), tool.behaviour, escape(first_line(tool.description))),
            None => (String::new(), "not found", String::new()),
        };
        let _ = writeln!(out, "| {} | {title} | {behaviour} | {description} |", escape(&row.reference));
    }
    for row in page.tools.iter().filter(|row| !row.notes.is_empty()) {
        let _ = writeln!(out, "\n## Notes for {}\n", escape(&row.reference));
        for note in &row.notes {
            let _ = writeln!(out, "- **{}**: {}", note.name, escape(note.text));
        }
    }
    out
}

fn first_line(text: &str) -> &str {
    text.trim().lines().next().unwrap_or_default()
}

/// Sanitizes text to one line and escapes all characters with a meaning in Markdown or HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for character in escape_line(text.trim()).chars() {
        if character.is_ascii_punctuation()
            && !matches!(character, '.' | ',' | ':' | ';' | '\'' | '"' | '/' | '?' | '%' | '=' | '@')
        {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_lists_tools_and_notes_and_escapes_server_text() {
        let page = ToolsetPage {
            name: "daily",
            description: Some("For the day"),
            tokens: 120,
            coverage: Coverage { described: 1, parameters: 3 },
            tools: vec![
                ToolRow {
                    reference: "s.get_note".into(),
                    tool: Some(ToolSummary {
                        title: "Get | <b>Note</b>",
                        behaviour: "safe",
                        description: "Reads *one* note\u{202e}.\nMore",
                    }),
                    notes: vec![NoteEntry { name: "team", text: "Ask\nfirst" }],
                },
                ToolRow { reference: "s.gone".into(), tool: None, notes: Vec::new() },
            ],
        };
        assert_eq!(
            render(&page),
            "# daily\n\nFor the day\n\n2 tools, about 120 tokens for a model; 1 of 3 parameters have a description.\n\n\
             | Tool | Title | Behaviour | Description |\n| --- | --- | --- | --- |\n\
             | s.get\\_note | Get \\| \\<b\\>Note\\</b\\> | safe | Reads \\*one\\* note‹U\\+202E›. |\n\
             | s.gone |  | not found |  |\n\
             \n## Notes for s.get\\_note\n\n- **team**: Ask first\n"
        );
    }
}
