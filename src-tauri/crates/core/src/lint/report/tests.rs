//! Tests of all report formats: golden files, names that try to break out of the format, and schemas.
//!
//! `HINTSMITH_BLESS=1 cargo test -p hintsmith-core report` rewrites the golden files; review the diff.

use std::path::PathBuf;

use proptest::prelude::*;
use quick_junit::TestCaseStatus;
use serde_json::{Value, json};

use super::*;
use crate::lint::Severity;
use crate::model::hint::HintName;
use crate::model::overrides::{DecidedValue, Field};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// Tool names with which a server could try to break out of a format.
const HOSTILE_NAMES: [&str; 9] = [
    "two\nlines\r\nand more",
    "\u{1b}[31mred\u{1b}[0m \u{0}\u{7}\u{9b}\u{fffe}\u{ffff}",
    "\u{202e}desrever\u{2066}\u{200b}\u{feff}\u{e0041}",
    "</testcase></testsuite>]]><!--&amp;",
    "a|b\\|c`d` <img src=x onerror=y> [x](https://example.com) **b**",
    "%0A::error::x\n::stop-commands::y",
    "@everyone #1 https://example.com www.example.com a@example.com",
    "\"},{\"rule\":\"x\",title=a:b,c",
    "",
];

fn finding<'a>(rule: &'static str, severity: Severity, tool: &'a str, message: &str) -> Finding<'a> {
    let (field, message) = ("annotations.readOnlyHint".to_owned(), message.to_owned());
    Finding { rule, severity, server: "notes", tool, field, message, fix: None }
}

fn fix(field: Field, value: DecidedValue, safe: bool) -> Option<Fix> {
    Some(Fix { decisions: vec![(field, value)], is_safe: safe })
}

/// One finding of each severity, safe and unsafe fixes, and one finding per hostile name.
fn findings() -> Vec<Finding<'static>> {
    let read_only = Field::Hint(HintName::ReadOnly);
    let title = DecidedValue::Text("Delete | a Note".to_owned());
    let mut all = vec![
        Finding {
            fix: fix(read_only.clone(), DecidedValue::Hint(false), true),
            ..finding(
                "contradictory-hints",
                Severity::Error,
                "delete_note",
                "it is read-only and destructive",
            )
        },
        Finding {
            fix: fix(read_only, DecidedValue::Hint(false), false),
            ..finding("declared-disagrees", Severity::Warning, "delete_note", "“delete” does not read")
        },
        finding("behaviour-not-said", Severity::Warning, "add_note", "neither hint is said"),
        Finding {
            field: "title".to_owned(),
            fix: fix(Field::Title, title, false),
            ..finding("title-missing", Severity::Note, "delete_note", "the tool has no title")
        },
        Finding {
            server: "wiki",
            ..finding("pointless-hint", Severity::Note, "read", "it means nothing here")
        },
    ];
    all.extend(HOSTILE_NAMES.iter().map(|name| finding("name-characters", Severity::Warning, name, name)));
    all
}

fn suppressed() -> Vec<(Finding<'static>, String)> {
    let message = "there is no description";
    vec![
        (
            finding("description-missing", Severity::Warning, "old_note", message),
            "goes away in May".to_owned(),
        ),
        (finding("description-missing", Severity::Warning, "add_note", message), HOSTILE_NAMES[1].to_owned()),
    ]
}

fn locations() -> ToolLocations {
    let lines = HashMap::from([("delete_note".to_owned(), 12), ("old_note".to_owned(), 40)]);
    ToolLocations { file: "lists/our tools, all.json".to_owned(), lines, ..ToolLocations::default() }
}

fn report<'a>(findings: &'a [Finding<'a>], suppressed: &'a [(Finding<'a>, String)]) -> Report<'a> {
    Report {
        profile: "spec",
        hintsmith_version: "1.2.3",
        tool_count: 101,
        findings,
        suppressed,
        locations: None,
        is_stored: true,
    }
}

/// Runs `check` on a sample report with and without a source file.
fn for_each_sample(check: impl Fn(&Report)) {
    let (findings, suppressed, places) = (findings(), suppressed(), locations());
    let plain = report(&findings, &suppressed);
    check(&Report { locations: Some(&places), ..plain });
    check(&plain);
}

#[test]
fn every_format_matches_its_golden_file() {
    let bless = std::env::var_os("HINTSMITH_BLESS").is_some();
    for_each_sample(|report| {
        for format in ReportFormat::ALL {
            let folder = if report.locations.is_some() { "file" } else { "servers" };
            let path =
                PathBuf::from(ROOT).join("tests/golden/lint/report").join(folder).join(format.file_name());
            let text = report.render(format, false);
            if bless {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, &text).unwrap();
            }
            assert_eq!(text, std::fs::read_to_string(&path).unwrap_or_default(), "{}", path.display());
            assert_eq!(text, report.render(format, false));
        }
    });
}

#[test]
fn format_names_and_file_names_are_unique() {
    for format in ReportFormat::ALL {
        assert_eq!(ReportFormat::parse(format.as_str()), Some(format));
        assert_eq!(json!(format), json!(format.as_str()));
        assert_eq!(
            ReportFormat::ALL.iter().filter(|other| other.file_name() == format.file_name()).count(),
            1
        );
    }
    assert_eq!(ReportFormat::parse("Text"), None);
}

#[test]
fn colour_only_adds_escape_sequences() {
    for_each_sample(|report| {
        let coloured = report.render(ReportFormat::Text, true);
        let mut parts = coloured.split("\u{1b}[");
        let mut plain = parts.next().unwrap().to_owned();
        plain.extend(parts.map(|part| part.split_once('m').unwrap().1));
        assert!(coloured.starts_with("\u{1b}[1mnotes.delete_note\u{1b}[0m"), "{coloured}");
        assert_eq!(plain, report.render(ReportFormat::Text, false));
    });
}

#[test]
fn the_summary_states_the_counts() {
    let all = findings();
    let one = |at: usize, tools| Report { tool_count: tools, ..report(&all[at..=at], &[]) }.summary();
    assert_eq!(one(0, 1), "1 finding in 1 tool (1 error); 1 can be fixed with --fix.");
    assert_eq!(one(1, 2), "1 finding in 2 tools (1 warning); 1 can be fixed with --fix-unsafe.");
    assert_eq!(one(2, 0), "1 finding in 0 tools (1 warning).");
    let suppressed = suppressed();
    assert_eq!(
        report(&all[..5], &suppressed).summary(),
        "5 findings in 101 tools (1 error, 2 warnings, 2 notes), 2 suppressed; 1 can be fixed with --fix, 2 more with --fix-unsafe."
    );
    assert_eq!(report(&[], &[]).summary(), "no findings in 101 tools.");
    for format in [ReportFormat::Text, ReportFormat::Github] {
        assert_eq!(report(&[], &[]).render(format, true), "no findings in 101 tools.\n");
    }
}

fn our_schema() -> jsonschema::Validator {
    let schema = std::fs::read_to_string(format!("{ROOT}/docs/lint-report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

fn render_and_parse(report: &Report, format: ReportFormat) -> Value {
    serde_json::from_str(&report.render(format, false)).unwrap()
}

#[test]
fn json_matches_our_schema_and_keeps_names_unchanged() {
    let schema = our_schema();
    for_each_sample(|report| {
        let document = render_and_parse(report, ReportFormat::Json);
        let errors: Vec<String> = schema.iter_errors(&document).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0]);
        let tools: Vec<&str> =
            document["findings"].as_array().unwrap().iter().map(|it| it["tool"].as_str().unwrap()).collect();
        assert!(tools.ends_with(&HOSTILE_NAMES), "{tools:?}");
    });
    assert!(schema.is_valid(&render_and_parse(&report(&[], &[]), ReportFormat::Json)));
}

#[test]
fn our_schema_rejects_malformed_reports() {
    let schema = our_schema();
    let (findings, suppressed) = (findings(), suppressed());
    let good = render_and_parse(&report(&findings, &suppressed), ReportFormat::Json);
    assert!(schema.is_valid(&good));
    for (pointer, value) in [
        ("/version", json!(2)),
        ("/tools", json!(-1)),
        ("/counts/error", json!("1")),
        ("/counts", json!({"error": 1, "warning": 0, "note": 0})),
        ("/findings/0/severity", json!("fatal")),
        ("/findings/0/category", json!("left")),
        ("/findings/0/rule", json!("Not An Id")),
        ("/findings/0/help", json!("not a link")),
        ("/findings/0/fix/decisions", json!([])),
        ("/findings/0/fix/decisions/0/value", json!("no")),
        ("/findings/0/fix/decisions/0/field", json!("title")),
        ("/findings/0/fix/decisions/0/field", json!("readOnly")),
        ("/findings/0", good["suppressed"][0].clone()),
        ("/suppressed/0", good["findings"][0].clone()),
        ("/suppressed", json!({})),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value.clone();
        assert!(!schema.is_valid(&bad), "{pointer} may be {value}");
    }
    for pointer in ["", "/counts", "/findings/0", "/findings/0/fix", "/findings/0/fix/decisions/0"] {
        let mut bad = good.clone();
        bad.pointer_mut(pointer).unwrap().as_object_mut().unwrap().insert("more".to_owned(), json!(1));
        assert!(!schema.is_valid(&bad), "{pointer} may have more");
    }
}

/// The published schema, which the package `serde-sarif` is generated from and contains.
fn sarif_schema() -> jsonschema::Validator {
    let metadata = cargo_metadata::MetadataCommand::new()
        .current_dir(ROOT)
        .other_options(["--locked".to_owned()])
        .exec()
        .unwrap();
    let package = metadata.packages.iter().find(|package| package.name.as_str() == "serde-sarif").unwrap();
    let schema = std::fs::read_to_string(package.manifest_path.with_file_name("src/schema.json")).unwrap();
    // The pattern for languages has a surplus bracket, which only JavaScript's engine accepts.
    let schema = schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

#[test]
fn sarif_matches_the_published_schema() {
    let schema = sarif_schema();
    for_each_sample(|report| {
        let log = render_and_parse(report, ReportFormat::Sarif);
        let errors: Vec<String> = schema.iter_errors(&log).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0]);
        for (pointer, value) in [
            ("/version", json!("2.0.0")),
            ("/runs/0/results/0/level", json!("fatal")),
            ("/runs/0/results/0/message", json!({})),
            ("/runs/0/tool/driver/rules/0/helpUri", json!("not a link")),
        ] {
            let mut bad = log.clone();
            *bad.pointer_mut(pointer).unwrap() = value;
            assert!(!schema.is_valid(&bad), "{pointer} can be anything");
        }
    });
    assert!(schema.is_valid(&render_and_parse(&report(&[], &[]), ReportFormat::Sarif)));
}

#[test]
fn sarif_fingerprints_are_stable_and_unique() {
    let fingerprints = |findings: &[Finding], places: Option<&ToolLocations>| {
        let log =
            render_and_parse(&Report { locations: places, ..report(findings, &[]) }, ReportFormat::Sarif);
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let print =
            |result: &Value| result["partialFingerprints"]["hintsmith/v1"].as_str().unwrap().to_owned();
        results.iter().map(print).collect::<Vec<_>>()
    };
    let (mut all, places) = (findings(), locations());
    let before = fingerprints(&all, None);
    let mut different = before.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), before.len());
    // The location, the message, the severity and other findings do not change a fingerprint.
    for finding in &mut all {
        finding.message.push_str(" indeed");
        finding.severity = Severity::Note;
    }
    assert_eq!(fingerprints(&all[1..], Some(&places)), before[1..]);
    // For two findings about the same field, the first keeps its fingerprint.
    let twice = fingerprints(&[all[0].clone(), all[0].clone()], None);
    assert_eq!((&twice[0], twice[1].ends_with(":2")), (&before[0], true), "{twice:?}");
}

#[test]
fn junit_counts_tools_and_reports_the_most_severe_finding() {
    let (all, suppressed) = (findings(), suppressed());
    let xml = report(&all, &suppressed).render(ReportFormat::Junit, false);
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!((read.tests, read.failures, read.skipped), (14, 11, 1));
    let case = |suite: usize, at: usize| &read.test_suites[suite].test_cases[at];
    let TestCaseStatus::NonSuccess { ty, message, .. } = &case(0, 0).status else { panic!("it fails") };
    assert_eq!(ty.as_deref(), Some("contradictory-hints"));
    assert_eq!(message.as_deref(), Some("it is read-only and destructive (and 1 more)"));
    assert!(case(0, 0).system_out.as_deref().unwrap().starts_with("note title-missing title:"));
    assert_eq!(case(1, 0).name.as_str(), "wiki.read");
    assert!(matches!(case(1, 0).status, TestCaseStatus::Success { .. }));
    assert_eq!(case(2, 0).name.as_str(), "88 tools without findings");
    let clean = report(&[], &[]).render(ReportFormat::Junit, false);
    assert_eq!(quick_junit::Report::deserialize_from_str(&clean).unwrap().tests, 1);
}

/// The `Char` production of XML 1.0, section 2.2.
const fn is_xml_char(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Checks the properties that hold for any names.
fn check_invariants(report: &Report) -> Result<(), String> {
    let finding_count = report.findings.len();
    for format in ReportFormat::ALL {
        let text = report.render(format, false);
        let ensure =
            |condition: bool, what: &str| if condition { Ok(()) } else { Err(format!("{what}: {text}")) };
        ensure(!text.chars().any(is_hidden), "nothing hides")?;
        ensure(text.ends_with('\n'), "the last line ends")?;
        let lines: Vec<&str> = text.lines().collect();
        match format {
            ReportFormat::Text => {
                let fixes = report.findings.iter().filter(|finding| finding.fix.is_some()).count();
                let tools = report.group_by_tool().iter().filter(|about| !about.findings.is_empty()).count();
                ensure(lines.len() == finding_count + fixes + 2 * tools + 1, "a line each")?;
            }
            ReportFormat::Json | ReportFormat::Sarif => {
                let document: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                let list = document.pointer("/runs/0/results").unwrap_or(&document["findings"]);
                let all = if format == ReportFormat::Sarif {
                    finding_count + report.suppressed.len()
                } else {
                    finding_count
                };
                ensure(list.as_array().map(Vec::len) == Some(all), "every finding is there")?;
            }
            ReportFormat::Junit => {
                ensure(text.chars().all(is_xml_char), "XML can hold it")?;
                let read =
                    quick_junit::Report::deserialize_from_str(&text).map_err(|error| error.to_string())?;
                let tools = report.group_by_tool();
                ensure(
                    read.tests == tools.len() + usize::from(report.tool_count > tools.len()),
                    "every tool is there",
                )?;
                let cases = read.test_suites.iter().flat_map(|suite| &suite.test_cases);
                ensure(cases.count() == read.tests, "as many as it says")?;
            }
            ReportFormat::Github => {
                ensure(lines.len() == finding_count + 1, "a line each")?;
                let (last, commands) = lines.split_last().ok_or("it is empty")?;
                ensure(!last.contains("::"), "the last line is no command")?;
                for line in commands {
                    let known = ["::error ", "::warning ", "::notice "];
                    ensure(known.iter().any(|start| line.starts_with(start)), "a command")?;
                    let head = line.split("::").nth(1).unwrap_or_default();
                    let title = head.rsplit([',', ' ']).next().unwrap_or_default();
                    ensure(title.starts_with("title="), "the title last")?;
                    let parts = 1 + usize::from(head.contains("file=")) + usize::from(head.contains("line="));
                    ensure(head.split(',').count() == parts, "no property of a server's")?;
                }
            }
            ReportFormat::Markdown => {
                for row in lines.iter().filter(|line| line.starts_with('|')) {
                    ensure(count_cell_separators(row) == 7, "six cells")?;
                    let text = row.replace("](https://", "");
                    ensure(!text.contains("://") && !text.contains("www."), "no links")?;
                    let are_mentions_broken = text.split('@').skip(1).all(|rest| rest.starts_with("&#8203;"));
                    ensure(
                        are_mentions_broken && !text.replace("\\<", "").contains('<'),
                        "no mentions, no tags",
                    )?;
                }
                ensure(lines.len() <= finding_count.min(500) + 8, "a row each")?;
            }
        }
    }
    Ok(())
}

/// Counts the `|` that end a cell, that is, those without a backslash before them.
fn count_cell_separators(row: &str) -> usize {
    let (mut count, mut escaped) = (0, false);
    for character in row.chars() {
        count += usize::from(character == '|' && !escaped);
        escaped = character == '\\' && !escaped;
    }
    count
}

#[test]
fn no_name_breaks_out_of_a_report() {
    for_each_sample(|report| assert_eq!(check_invariants(report), Ok(())));
    for name in HOSTILE_NAMES
        .iter()
        .map(|name| (*name).to_owned())
        .chain(HOSTILE_NAMES.map(|name| name.repeat(10_000 / name.len().max(1))))
    {
        let file = ToolLocations {
            file: name.clone(),
            lines: HashMap::from([(name.clone(), 7)]),
            ..ToolLocations::default()
        };
        let finding = Finding {
            server: &name,
            field: name.clone(),
            fix: fix(Field::Parameter(name.as_str().into()), DecidedValue::Text(name.clone()), false),
            ..finding("title-missing", Severity::Error, &name, &name)
        };
        let (findings, suppressed) = ([finding.clone()], [(finding, name.clone())]);
        let all = Report {
            profile: &name,
            hintsmith_version: &name,
            locations: Some(&file),
            ..report(&findings, &suppressed)
        };
        assert_eq!(check_invariants(&all), Ok(()));
    }
}

#[test]
fn reports_with_many_findings_are_rendered() {
    let names: Vec<String> = (0..5_000).map(|at| format!("tool_{at}")).collect();
    let findings: Vec<Finding> =
        names.iter().map(|name| finding("title-missing", Severity::Note, name, "no title")).collect();
    let suppressed: Vec<_> = findings.iter().map(|finding| (finding.clone(), "so".to_owned())).collect();
    let all = Report { tool_count: names.len(), ..report(&findings, &suppressed) };
    for format in ReportFormat::ALL {
        let text = all.render(format, false);
        assert_eq!(text.contains("tool_4999"), format != ReportFormat::Markdown, "{}", format.as_str());
    }
    let rows = all.render(ReportFormat::Markdown, false);
    assert!(rows.ends_with("\n\n4500 more findings are not listed.\n"), "{rows}");
}

proptest! {
    #[test]
    fn any_name_and_message_is_rendered_safely(
        names in proptest::collection::vec((any::<String>(), any::<String>(), any::<String>(), 0..3_usize), 0..6),
        pieces in proptest::collection::vec("(::|%0A|\n|\r|,|=|\\||\\\\|`|<|>|&|@a|#1|://|www\\.|\\]\\]>|\u{1b}|\u{fffe}|x){0,12}", 0..6),
        reason in any::<String>(),
    ) {
        let pieces = pieces.iter().map(|piece| (piece, piece, piece, 1));
        let names = names.iter().map(|(server, tool, message, at)| (server, tool, message, *at)).chain(pieces);
        let findings: Vec<Finding> = names
            .map(|(server, tool, message, at)| Finding {
                server,
                field: message.clone(),
                fix: fix(Field::Parameter(tool.as_str().into()), DecidedValue::Text(message.clone()), at == 0),
                ..finding("title-missing", Severity::ALL[at], tool, message)
            })
            .collect();
        let suppressed: Vec<_> = findings.iter().take(2).map(|finding| (finding.clone(), reason.clone())).collect();
        let places = ToolLocations { file: reason.clone(), lines: findings.iter().map(|it| (it.tool.to_owned(), 3)).collect(), ..ToolLocations::default() };
        let all = Report { locations: Some(&places), ..report(&findings, &suppressed) };
        prop_assert_eq!(check_invariants(&all), Ok(()));
    }
}
