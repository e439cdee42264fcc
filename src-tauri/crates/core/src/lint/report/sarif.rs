//! SARIF 2.1.0 (OASIS) for code scanning, limited to the objects that a list of findings needs. Results are built one
//! at a time during serialization, because each takes kilobytes in memory.
//!
//! A fix is a decision in Hintsmith, not an edit of the file, so there are no `fixes`; the property `fix` describes it.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{MAX_MESSAGE_CHARS, Report, describe_fix, sanitize, to_pretty_json};
use crate::lint::{Finding, Severity, rules};
use crate::model::fingerprint::to_hex;
use crate::text::escape_line;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
struct SarifLog<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
struct Run<'a> {
    tool: Value,
    properties: Value,
    results: Results<'a>,
}

struct Results<'a> {
    report: &'a Report<'a>,
    rules: HashMap<&'static str, usize>,
    fingerprints: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportingDescriptor {
    default_configuration: Value,
    full_description: SarifText,
    help: SarifText,
    #[serde(skip_serializing_if = "Option::is_none")]
    help_uri: Option<&'static str>,
    id: &'static str,
    name: &'static str,
    properties: Value,
    short_description: SarifText,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    level: &'static str,
    locations: [Location; 1],
    message: SarifText,
    partial_fingerprints: Value,
    properties: Properties<'a>,
    rule_id: &'static str,
    rule_index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<Value>,
}

#[derive(Serialize)]
struct Properties<'a> {
    field: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    logical_locations: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<Value>,
}

/// A `message`, or a `multiformatMessageString` with plain text.
#[derive(Serialize)]
struct SarifText {
    text: String,
}

impl SarifText {
    /// Breaks up embedded links, `[text](target)`: server text must not create any, and in a rule's text they have no
    /// target.
    fn new(text: &str) -> Self {
        Self { text: text.replace("](", "] (") }
    }
}

pub fn render(report: &Report) -> String {
    let mut ids: Vec<&'static str> = Vec::new();
    let mut rules: HashMap<&'static str, usize> = HashMap::new();
    for (finding, _) in report.all_findings() {
        rules.entry(finding.rule).or_insert_with(|| {
            ids.push(finding.rule);
            ids.len() - 1
        });
    }
    let descriptors: Vec<Value> = ids.into_iter().map(descriptor).collect();
    to_pretty_json(&SarifLog {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: json!({"driver": {"name": "Hintsmith", "rules": descriptors, "version": report.hintsmith_version}}),
            properties: json!({ "profile": report.profile, "tools": report.tool_count }),
            results: Results { report, rules, fingerprints: fingerprints(report) },
        }],
    })
}

fn descriptor(id: &'static str) -> Value {
    let Some(rule) = rules::find(id) else { return json!({ "id": id }) };
    let see = if rule.source_url.is_empty() { String::new() } else { format!(" See {}", rule.source_url) };
    json!(ReportingDescriptor {
        default_configuration: json!({ "level": rule.default_severity.as_str() }),
        full_description: SarifText::new(&format!("{} {}", rule.summary, rule.rationale)),
        help: SarifText::new(&format!("{} {}{see}", rule.summary, rule.rationale)),
        help_uri: (!rule.source_url.is_empty()).then_some(rule.source_url),
        id: rule.id,
        name: rule.id,
        properties: json!({ "tags": [rule.category.as_str()] }),
        short_description: SarifText::new(rule.summary),
    })
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let results = self.report.all_findings().zip(&self.fingerprints);
        serializer
            .collect_seq(results.map(|((finding, reason), print)| self.to_result(finding, reason, print)))
    }
}

impl Results<'_> {
    fn to_result<'f>(&self, finding: &'f Finding, reason: Option<&str>, print: &str) -> SarifResult<'f> {
        let tool = qualified_name(finding);
        let field = escape_line(&finding.field);
        let text = format!("{tool}, {field}: {}", escape_line(&finding.message));
        SarifResult {
            level: match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            locations: [self.location(finding, &tool)],
            message: SarifText::new(&text),
            partial_fingerprints: json!({ FINGERPRINT_KEY: print, GITHUB_FINGERPRINT_KEY: print }),
            properties: Properties { field, fix: finding.fix.as_ref().map(describe_fix) },
            rule_id: finding.rule,
            rule_index: self.rules[finding.rule],
            suppressions: reason.map(
                |reason| json!([{"justification": sanitize(reason, MAX_MESSAGE_CHARS), "kind": "external"}]),
            ),
        }
    }

    fn location(&self, finding: &Finding, tool: &str) -> Location {
        let logical =
            json!([{"fullyQualifiedName": tool, "kind": "function", "name": escape_line(finding.tool)}]);
        let physical = self.report.file_of(finding).map(|file| {
            // Code scanning rejects results without a line, so line 1 represents the whole file.
            let line = self.report.line_of(finding).unwrap_or(1);
            json!({"artifactLocation": {"uri": path_to_uri(file)}, "region": {"startLine": line}})
        });
        Location { logical_locations: logical, physical_location: physical }
    }
}

/// Keys of the fingerprint that identifies a finding across runs: our own, and the one that GitHub code scanning reads.
/// Without the latter, GitHub hashes the line, and many tool lists are a single line.
const FINGERPRINT_KEY: &str = "hintsmith/v1";
const GITHUB_FINGERPRINT_KEY: &str = "primaryLocationLineHash";

/// A hash of each finding's identity, with a counter for findings that share it.
fn fingerprints(report: &Report) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let fingerprint = |(finding, _): (&Finding, _)| {
        let mut hash = Sha256::new();
        for part in [finding.rule, finding.server, finding.tool, &finding.field] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let hash = to_hex(&hash.finalize()[..16]);
        let nth = seen.entry(hash.clone()).or_default();
        *nth += 1;
        format!("{hash}:{nth}")
    };
    report.all_findings().map(fingerprint).collect()
}

fn qualified_name(finding: &Finding) -> String {
    format!("{}.{}", escape_line(finding.server), escape_line(finding.tool))
}

/// Converts a path to a URI reference. Relative paths stay relative, so that they resolve in any checkout.
fn path_to_uri(file: &str) -> String {
    let path = file.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let drive = path.len() > 2 && path.as_bytes()[0].is_ascii_alphabetic() && &path.as_bytes()[1..3] == b":/";
    let (mut out, rest) = if drive {
        (format!("file:///{}:", &path[..1]), &path[2..])
    } else if path.starts_with("//") {
        ("file:".to_owned(), path)
    } else if path.starts_with('/') {
        ("file://".to_owned(), path)
    } else {
        (String::new(), path)
    };
    for byte in rest.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte.into())
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::path_to_uri;

    #[test]
    fn paths_become_uri_references() {
        for (path, expected) in [
            ("tools.json", "tools.json"),
            ("./a b/tools#1.json", "a%20b/tools%231.json"),
            ("/srv/größe.json", "file:///srv/gr%C3%B6%C3%9Fe.json"),
            (r"C:\lists\a.json", "file:///C:/lists/a.json"),
            (r"\\host\share\a.json", "file://host/share/a.json"),
            ("x:y%.json", "x%3Ay%25.json"),
            ("a\u{202e}\n.json", "a%E2%80%AE%0A.json"),
            ("", ""),
        ] {
            assert_eq!(path_to_uri(path), expected);
        }
    }
}
