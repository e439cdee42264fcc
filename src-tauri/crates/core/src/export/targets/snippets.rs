//! Code snippets for a server's author: the annotations in the notation of common SDKs, one block each.

use std::fmt::Write as _;

use super::table::describe_hint;
use crate::export::markdown::escape;
use crate::export::model::{ExportModel, ExportOptions, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;
use crate::text::{is_hidden, truncate_chars};

/// Length of an icon in the list of changes, in characters; a data URI is whole in the code.
const MAX_ICON_CHARS: usize = 120;

pub const TARGET: Target = Target {
    id: "snippets",
    name: "Code for the author",
    kind: TargetKind::Document,
    purpose: "Titles and hints as code for six SDKs, to send to the author of a server as a fix",
    file_name: "snippets.md",
    locations: &[],
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        icon: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::Docs,
    caveats: &[
        "It contains only tools with changes, each with all hints that it should declare.",
        "An ellipsis marks omitted code: the handler, the schema and the rest of the tool.",
        "Icons are in the code for FastMCP only; of the other SDKs only newer versions know them.",
        "Spring AI and mcp-go declare every hint that is not given with its default.",
    ],
    writer: TargetWriter::NewFiles(render),
};

#[derive(Clone, Copy)]
enum Language {
    TypeScript,
    Python,
    Rust,
    Go,
    Java,
}

fn render(model: &ExportModel, _: ExportOptions, _: &mut FidelityReport) -> Vec<ExportFile> {
    let mut out = "# Annotations to declare\n".to_owned();
    for server in &model.servers {
        let has_annotations = |tool: &&ExportedTool| {
            tool.title.is_some()
                || tool.decided_icon.is_some()
                || HintName::ALL.into_iter().any(|hint| tool.hints[hint].is_some())
        };
        let tools: Vec<&ExportedTool> = server.tools.iter().filter(has_annotations).collect();
        if !tools.is_empty() {
            let _ = writeln!(out, "\n## {}", escape(&server.name));
        }
        for tool in tools {
            let _ = writeln!(out, "\n### {}\n", escape(&tool.name));
            for hint in HintName::ALL.into_iter().filter(|hint| tool.hints[*hint].is_some()) {
                let because = tool.hints[hint].as_ref().and_then(|stated| stated.because.as_deref());
                let because = because.map(|because| format!(": {}", escape(because))).unwrap_or_default();
                let _ = writeln!(out, "- {}: {}{because}", hint.label(), describe_hint(tool, hint));
            }
            if let Some(title) = &tool.title {
                let _ = writeln!(out, "- Title: {}", escape(&title.value));
            }
            if let Some(icon) = &tool.decided_icon {
                let _ = writeln!(out, "- Icon: {}", escape(&truncate_chars(icon, MAX_ICON_CHARS)));
            }
            for (label, word, code) in code_blocks(tool) {
                // Backticks in a title must not end the code block.
                let fence = if code.contains("```") {
                    "`".repeat(longest_backtick_run(&code) + 1)
                } else {
                    "```".to_owned()
                };
                let _ = writeln!(out, "\n{label}\n\n{fence}{word}\n{code}{fence}");
            }
        }
    }
    vec![ExportFile::new(TARGET.file_name, out)]
}

fn longest_backtick_run(code: &str) -> usize {
    code.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

fn code_blocks(tool: &ExportedTool) -> [(&'static str, &'static str, String); 6] {
    [
        ("TypeScript SDK", "ts", typescript(tool)),
        ("Python, FastMCP", "python", python(tool)),
        ("Rust, rmcp", "rust", rust(tool)),
        ("Go, mcp-go", "go", go(tool)),
        ("Java, Spring AI", "java", java(tool)),
        ("Gram Functions", "ts", gram(tool)),
    ]
}

/// The title and hints as `key: value`, in the notation of a language.
fn render_members(
    tool: &ExportedTool,
    language: Language,
    write: impl Fn(&str, &str) -> String,
) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(title) = tool.effective_title() {
        out.push(write("title", &quote_literal(title, language)));
    }
    for hint in HintName::ALL {
        let Some(value) = tool.effective_hint(hint) else { continue };
        let key = match language {
            Language::Rust => super::shared::snake_case_key(hint),
            _ => hint.key(),
        };
        let value = match (language, value) {
            (Language::Python, true) => "True",
            (Language::Python, false) => "False",
            (_, true) => "true",
            (_, false) => "false",
        };
        out.push(write(key, value));
    }
    out
}

fn typescript(tool: &ExportedTool) -> String {
    let name = quote_literal(&tool.name, Language::TypeScript);
    let annotations =
        render_members(tool, Language::TypeScript, |key, value| format!("      {key}: {value},\n"));
    format!(
        "server.registerTool(\n  {name},\n  {{\n    // ...\n    annotations: {{\n{}    }},\n  }},\n  // ...\n);\n",
        annotations.concat()
    )
}

fn python(tool: &ExportedTool) -> String {
    let name = quote_literal(&tool.name, Language::Python);
    let annotations =
        render_members(tool, Language::Python, |key, value| format!("        {key}={value},\n"));
    let (icon_import, icons) = match &tool.decided_icon {
        Some(icon) => {
            let source = quote_literal(icon, Language::Python);
            ("Icon, ", format!("    icons=[Icon(src={source})],\n"))
        }
        None => ("", String::new()),
    };
    format!(
        "from mcp.types import {icon_import}ToolAnnotations\n\n@mcp.tool(\n    name={name},\n{icons}    annotations=ToolAnnotations(\n{}    ),\n)\n\
         # def ...\n",
        annotations.concat()
    )
}

fn rust(tool: &ExportedTool) -> String {
    let name = quote_literal(&tool.name, Language::Rust);
    let annotations =
        render_members(tool, Language::Rust, |key, value| format!("        {key} = {value},\n"));
    format!(
        "#[tool(\n    name = {name},\n    annotations(\n{}    )\n)]\n// async fn ...\n",
        annotations.concat().trim_end_matches(",\n").to_owned() + "\n"
    )
}

fn go(tool: &ExportedTool) -> String {
    let name = quote_literal(&tool.name, Language::Go);
    let options = render_members(tool, Language::Go, |key, value| {
        let option = match key {
            "title" => "WithTitleAnnotation",
            "readOnlyHint" => "WithReadOnlyHintAnnotation",
            "destructiveHint" => "WithDestructiveHintAnnotation",
            "idempotentHint" => "WithIdempotentHintAnnotation",
            _ => "WithOpenWorldHintAnnotation",
        };
        format!("\tmcp.{option}({value}),\n")
    });
    format!("mcp.NewTool({name},\n{}\t// ...\n)\n", options.concat())
}

fn java(tool: &ExportedTool) -> String {
    let name = quote_literal(&tool.name, Language::Java);
    let annotations = render_members(tool, Language::Java, |key, value| format!("        {key} = {value}"));
    format!(
        "@McpTool(\n    name = {name},\n    annotations = @McpTool.McpAnnotations(\n{}))\n// public ...\n",
        annotations.join(",\n")
    )
}

fn gram(tool: &ExportedTool) -> String {
    let name = quote_literal(&tool.name, Language::TypeScript);
    let annotations =
        render_members(tool, Language::TypeScript, |key, value| format!("    {key}: {value},\n"));
    format!(
        "gram.tool({{\n  name: {name},\n  annotations: {{\n{}  }},\n  // ...\n}})\n",
        annotations.concat()
    )
}

/// Quotes a string literal. Hidden characters, and those that would end the literal or reorder the line, are escaped.
fn quote_literal(text: &str, language: Language) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) => write_escape(c, language, &mut out),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn write_escape(c: char, language: Language, out: &mut String) {
    let number = c as u32;
    let _ = match language {
        Language::Rust | Language::TypeScript => write!(out, "\\u{{{number:x}}}"),
        Language::Python | Language::Go if number > 0xffff => write!(out, "\\U{number:08x}"),
        Language::Python | Language::Go => write!(out, "\\u{number:04x}"),
        // Java processes `\u` escapes before it looks for the end of a literal, but octal escapes within it.
        Language::Java if number < 0x100 => write!(out, "\\{number:03o}"),
        Language::Java => {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_literal_in_any_language() {
        let text = "a\"b\\u0022\n\u{1}\u{85}\u{2028}\u{202e}\u{e0041}é";
        let same = "\"a\\\"b\\\\u0022\\n";
        for (language, written) in [
            (Language::TypeScript, "\\u{1}\\u{85}\\u{2028}\\u{202e}\\u{e0041}é\""),
            (Language::Rust, "\\u{1}\\u{85}\\u{2028}\\u{202e}\\u{e0041}é\""),
            (Language::Python, "\\u0001\\u0085\\u2028\\u202e\\U000e0041é\""),
            (Language::Go, "\\u0001\\u0085\\u2028\\u202e\\U000e0041é\""),
            (Language::Java, "\\001\\205\\u2028\\u202e\\udb40\\udc41é\""),
        ] {
            assert_eq!(quote_literal(text, language), format!("{same}{written}"));
        }
        let read: String = serde_json::from_str(&quote_literal("a\"b\\c\nd", Language::TypeScript)).unwrap();
        assert_eq!(read, "a\"b\\c\nd");
    }
}
