//! Code snippets for a server's author: the annotations in the notation of common SDKs, one block each.

use std::fmt::Write as _;

use super::table::told;
use crate::export::markdown::escaped;
use crate::export::offer::{Choice, Offer, OfferedTool};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::hint::HintName;
use crate::text::is_hidden;

pub const TARGET: Target = Target {
    id: "snippets",
    name: "Code for the author",
    kind: Kind::Document,
    purpose: "Titles and hints in the notation of six SDKs, to send to the author of a server as a fix",
    file_name: "snippets.md",
    holds: Holds { title: true, hints: &HintName::ALL, ..Holds::NOTHING },
    checked: Checked::Docs,
    remarks: &[
        "Only tools with something to say are in it, each with all hints that it should declare.",
        "What the code leaves out is marked with three points: the handler, the schema and the rest of the tool.",
        "Spring AI and mcp-go declare every hint that is not given with its default.",
    ],
    write: Write::Whole(write),
};

#[derive(Clone, Copy)]
enum Language {
    TypeScript,
    Python,
    Rust,
    Go,
    Java,
}

fn write(offer: &Offer, _: Choice, _: &mut Report) -> Vec<File> {
    let mut out = "# Annotations to declare\n".to_owned();
    for server in &offer.servers {
        let says = |tool: &&OfferedTool| {
            tool.title.is_some() || HintName::ALL.into_iter().any(|hint| tool.hints[hint].is_some())
        };
        let tools: Vec<&OfferedTool> = server.tools.iter().filter(says).collect();
        if !tools.is_empty() {
            let _ = writeln!(out, "\n## {}", escaped(&server.name));
        }
        for tool in tools {
            let _ = writeln!(out, "\n### {}\n", escaped(&tool.name));
            for hint in HintName::ALL.into_iter().filter(|hint| tool.hints[*hint].is_some()) {
                let because = tool.hints[hint].as_ref().and_then(|stated| stated.because.as_deref());
                let because = because.map(|because| format!(": {}", escaped(because))).unwrap_or_default();
                let _ = writeln!(out, "- {}: {}{because}", hint.label(), told(tool, hint));
            }
            if let Some(title) = &tool.title {
                let _ = writeln!(out, "- Title: {}", escaped(&title.value));
            }
            for (label, word, code) in blocks(tool) {
                // Backticks in a title must not end the code block.
                let fence =
                    if code.contains("```") { "`".repeat(longest_run(&code) + 1) } else { "```".to_owned() };
                let _ = writeln!(out, "\n{label}\n\n{fence}{word}\n{code}{fence}");
            }
        }
    }
    vec![File::new(TARGET.file_name, out)]
}

fn longest_run(code: &str) -> usize {
    code.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

fn blocks(tool: &OfferedTool) -> [(&'static str, &'static str, String); 6] {
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
fn members(tool: &OfferedTool, language: Language, write: impl Fn(&str, &str) -> String) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(title) = tool.shown_title() {
        out.push(write("title", &literal(title, language)));
    }
    for hint in HintName::ALL {
        let Some(value) = tool.hint(hint) else { continue };
        let key = match language {
            Language::Rust => super::parts::snake(hint),
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

fn typescript(tool: &OfferedTool) -> String {
    let name = literal(&tool.name, Language::TypeScript);
    let annotations = members(tool, Language::TypeScript, |key, value| format!("      {key}: {value},\n"));
    format!(
        "server.registerTool(\n  {name},\n  {{\n    // ...\n    annotations: {{\n{}    }},\n  }},\n  // ...\n);\n",
        annotations.concat()
    )
}

fn python(tool: &OfferedTool) -> String {
    let name = literal(&tool.name, Language::Python);
    let annotations = members(tool, Language::Python, |key, value| format!("        {key}={value},\n"));
    format!(
        "from mcp.types import ToolAnnotations\n\n@mcp.tool(\n    name={name},\n    annotations=ToolAnnotations(\n{}    ),\n)\n\
         # def ...\n",
        annotations.concat()
    )
}

fn rust(tool: &OfferedTool) -> String {
    let name = literal(&tool.name, Language::Rust);
    let annotations = members(tool, Language::Rust, |key, value| format!("        {key} = {value},\n"));
    format!(
        "#[tool(\n    name = {name},\n    annotations(\n{}    )\n)]\n// async fn ...\n",
        annotations.concat().trim_end_matches(",\n").to_owned() + "\n"
    )
}

fn go(tool: &OfferedTool) -> String {
    let name = literal(&tool.name, Language::Go);
    let options = members(tool, Language::Go, |key, value| {
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

fn java(tool: &OfferedTool) -> String {
    let name = literal(&tool.name, Language::Java);
    let annotations = members(tool, Language::Java, |key, value| format!("        {key} = {value}"));
    format!(
        "@McpTool(\n    name = {name},\n    annotations = @McpTool.McpAnnotations(\n{}))\n// public ...\n",
        annotations.join(",\n")
    )
}

fn gram(tool: &OfferedTool) -> String {
    let name = literal(&tool.name, Language::TypeScript);
    let annotations = members(tool, Language::TypeScript, |key, value| format!("    {key}: {value},\n"));
    format!(
        "gram.tool({{\n  name: {name},\n  annotations: {{\n{}  }},\n  // ...\n}})\n",
        annotations.concat()
    )
}

/// Quotes a string literal. Hidden characters, and those that would end the literal or reorder the line, are escaped.
fn literal(text: &str, language: Language) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) => code(c, language, &mut out),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn code(c: char, language: Language, out: &mut String) {
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
    fn a_text_does_not_end_its_literal_in_any_language() {
        let text = "a\"b\\u0022\n\u{1}\u{85}\u{2028}\u{202e}\u{e0041}é";
        let same = "\"a\\\"b\\\\u0022\\n";
        for (language, written) in [
            (Language::TypeScript, "\\u{1}\\u{85}\\u{2028}\\u{202e}\\u{e0041}é\""),
            (Language::Rust, "\\u{1}\\u{85}\\u{2028}\\u{202e}\\u{e0041}é\""),
            (Language::Python, "\\u0001\\u0085\\u2028\\u202e\\U000e0041é\""),
            (Language::Go, "\\u0001\\u0085\\u2028\\u202e\\U000e0041é\""),
            (Language::Java, "\\001\\205\\u2028\\u202e\\udb40\\udc41é\""),
        ] {
            assert_eq!(literal(text, language), format!("{same}{written}"));
        }
        let read: String = serde_json::from_str(&literal("a\"b\\c\nd", Language::TypeScript)).unwrap();
        assert_eq!(read, "a\"b\\c\nd");
    }
}
