//! HTML table of tools and their hints, without scripts and external resources.

use std::fmt::Write as _;

use super::table::{CAPABILITIES, describe_hint, hint_labels, record_excluded, servers_with_tools};
use crate::export::model::{ExportModel, ExportOptions};
use crate::export::report::FidelityReport;
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;
use crate::text::escape_hidden;

pub const TARGET: Target = Target {
    id: "html-table",
    name: "HTML table",
    kind: TargetKind::Document,
    purpose: "The tools of each server with their hints and the source of each, as a web page to share",
    file_name: "tools.html",
    locations: &[],
    capabilities: CAPABILITIES,
    verification: Verification::People,
    caveats: &[
        "The page has no scripts and loads nothing; its content security policy forbids both.",
        "Tools outside the toolset are omitted.",
    ],
    writer: TargetWriter::NewFiles(render),
};

const PAGE_START: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Tools</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem; }
table { border-collapse: collapse; }
th, td { padding: .3rem .6rem; border: 1px solid #8886; text-align: left; vertical-align: top; }
td:last-child { white-space: pre-wrap; min-width: 20rem; }
</style>
</head>
<body>
<h1>Tools</h1>
"#;

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    record_excluded(model, report);
    let mut out = PAGE_START.to_owned();
    for (server, tools) in servers_with_tools(model) {
        let _ = writeln!(out, "<h2>{}</h2>\n<table>\n<thead><tr>", escape_html(&server.name));
        for label in ["Tool", "Title"].into_iter().chain(hint_labels()).chain(["Description"]) {
            let _ = writeln!(out, "<th scope=\"col\">{label}</th>");
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for tool in tools {
            let title = escape_html(tool.effective_title().unwrap_or_default());
            let _ = write!(out, "<tr><th scope=\"row\">{}</th><td>{title}</td>", escape_html(&tool.name));
            for hint in HintName::ALL {
                let _ = write!(out, "<td>{}</td>", describe_hint(tool, hint));
            }
            let _ = writeln!(out, "<td>{}</td></tr>", escape_html(tool.effective_description()));
        }
        out.push_str("</tbody>\n</table>\n");
    }
    out.push_str("</body>\n</html>\n");
    vec![ExportFile::new(TARGET.file_name, out)]
}

fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in escape_hidden(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_text_is_escaped() {
        assert_eq!(
            escape_html("</td><script src='//x'>\u{202e}&amp;\""),
            "&lt;/td&gt;&lt;script src=&#39;//x&#39;&gt;‹U+202E›&amp;amp;&quot;"
        );
    }
}
