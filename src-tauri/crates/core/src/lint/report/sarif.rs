//! SARIF 2.1.0, for code scanning. The parts are the crate's; results are made one at a time while they are written,
//! because one of them takes kilobytes in memory.
//!
//! What mends a finding is a decision and no edit of the file, so there are no `fixes`: a property says it.

use std::collections::{BTreeMap, HashMap};

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use serde_sarif::sarif::{
    ArtifactLocation, Location, LogicalLocation, Message, MultiformatMessageString, PhysicalLocation,
    PropertyBag, Region, ReportingConfiguration, ReportingDescriptor, Result as Found, ResultLevel,
    Suppression, Tool, ToolComponent,
};
use sha2::{Digest, Sha256};

use super::{MESSAGE, Report, fix_words, pretty, shown};
use crate::fingerprint::hex;
use crate::lint::{Finding, Severity, rules};
use crate::text::visible_line;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
struct Run<'a> {
    tool: Tool,
    properties: Value,
    results: Results<'a>,
}

struct Results<'a> {
    report: &'a Report<'a>,
    rules: HashMap<&'static str, i64>,
    prints: Vec<String>,
}

pub fn write(report: &Report) -> String {
    let mut ids: Vec<&'static str> = Vec::new();
    let mut rules: HashMap<&'static str, i64> = HashMap::new();
    for (finding, _) in report.all() {
        rules.entry(finding.rule).or_insert_with(|| {
            ids.push(finding.rule);
            ids.len() as i64 - 1
        });
    }
    let driver = ToolComponent::builder()
        .name("Hintsmith")
        .version(report.version)
        .rules(ids.into_iter().map(descriptor).collect::<Vec<_>>())
        .build();
    pretty(&Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool::builder().driver(driver).build(),
            properties: json!({ "profile": report.profile, "tools": report.tools }),
            results: Results { report, rules, prints: prints(report) },
        }],
    })
}

fn descriptor(id: &'static str) -> ReportingDescriptor {
    let text = |text: &str| MultiformatMessageString::builder().text(unlinked(text)).build();
    let Some(rule) = rules::find(id) else { return ReportingDescriptor::builder().id(id).build() };
    let see = if rule.source.is_empty() { String::new() } else { format!(" See {}", rule.source) };
    let mut descriptor = ReportingDescriptor::builder()
        .id(rule.id)
        .name(rule.id)
        .short_description(text(rule.what))
        .full_description(text(&format!("{} {}", rule.what, rule.why)))
        .help(text(&format!("{} {}{see}", rule.what, rule.why)))
        .default_configuration(ReportingConfiguration::builder().level(json!(rule.severity.word())).build())
        .properties(PropertyBag::builder().tags(vec![rule.lane.word().to_owned()]).build())
        .build();
    descriptor.help_uri = (!rule.source.is_empty()).then(|| rule.source.to_owned());
    descriptor
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let results = self.report.all().zip(&self.prints);
        serializer.collect_seq(results.map(|((finding, reason), print)| self.found(finding, reason, print)))
    }
}

impl Results<'_> {
    fn found(&self, finding: &Finding, reason: Option<&str>, print: &str) -> Found {
        let tool = full_name(finding);
        let field = visible_line(&finding.field);
        let text = format!("{tool}, {field}: {}", visible_line(&finding.message));
        let mut properties = BTreeMap::from([("field".to_owned(), json!(field))]);
        if let Some(fix) = &finding.fix {
            properties.insert("fix".to_owned(), json!(fix_words(fix)));
        }
        let prints = [PRINT, GITHUBS_PRINT].map(|name| (name.to_owned(), print.to_owned()));
        let mut found = Found::builder()
            .rule_id(finding.rule)
            .level(match finding.severity {
                Severity::Error => ResultLevel::Error,
                Severity::Warning => ResultLevel::Warning,
                Severity::Note => ResultLevel::Note,
            })
            .message(Message::builder().text(unlinked(&text)).build())
            .locations(vec![self.location(finding, tool)])
            .partial_fingerprints(BTreeMap::from(prints))
            .properties(PropertyBag::builder().additional_properties(properties).build())
            .build();
        found.rule_index = self.rules.get(finding.rule).copied();
        found.suppressions = reason.map(|reason| {
            let justification = shown(reason, MESSAGE);
            vec![Suppression::builder().kind(json!("external")).justification(justification).build()]
        });
        found
    }

    fn location(&self, finding: &Finding, tool: String) -> Location {
        let logical = LogicalLocation::builder()
            .name(visible_line(finding.tool))
            .fully_qualified_name(tool)
            .kind("function")
            .build();
        let mut location = Location::builder().logical_locations(vec![logical]).build();
        location.physical_location = self.report.places.map(|places| {
            // Code scanning refuses a result without a line: the first stands for the whole file.
            let line = self.report.line(finding).unwrap_or(1);
            PhysicalLocation::builder()
                .artifact_location(ArtifactLocation::builder().uri(uri(&places.file)).build())
                .region(Region::builder().start_line(i64::from(line)).build())
                .build()
        });
        location
    }
}

/// What the same finding is known by in the next run, under our name and under the one that code scanning looks at. It
/// would hash the line otherwise, and many lists of tools are a single line.
const PRINT: &str = "hintsmith/v1";
const GITHUBS_PRINT: &str = "primaryLocationLineHash";

/// A hash of what each finding is about, and which of those with the same it is.
fn prints(report: &Report) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let print = |(finding, _): (&Finding, _)| {
        let mut hash = Sha256::new();
        for part in [finding.rule, finding.server, finding.tool, &finding.field] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let hash = hex(&hash.finalize()[..16]);
        let nth = seen.entry(hash.clone()).or_default();
        *nth += 1;
        format!("{hash}:{nth}")
    };
    report.all().map(print).collect()
}

fn full_name(finding: &Finding) -> String {
    format!("{}.{}", visible_line(finding.server), visible_line(finding.tool))
}

/// A message may hold links, `[text](address)`, which a server must not make, and which lead nowhere from a rule's text.
fn unlinked(text: &str) -> String {
    text.replace("](", "] (")
}

/// A path as a URI reference: relative ones stay so, for whoever reads the file in a checkout.
fn uri(file: &str) -> String {
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
    use super::uri;

    #[test]
    fn a_path_is_a_uri_reference() {
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
            assert_eq!(uri(path), expected);
        }
    }
}
