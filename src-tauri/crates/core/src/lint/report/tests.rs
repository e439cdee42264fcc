//! Tests of all report formats: golden files, names that try to break out of the format, and schemas.
//!
//! `HINTSMITH_BLESS=1 cargo test -p hintsmith-core report` rewrites the golden files; review the diff.

use std::path::PathBuf;

use proptest::prelude::*;
use quick_junit::TestCaseStatus;
use serde_json::{Value, json};

use super::*;
use crate::hint::HintName;
use crate::lint::Severity;
use crate::overrides::{Decided, Field};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// Tool names with which a server could try to break out of a format.
const HOSTILE: [&str; 9] = [
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

fn found<'a>(rule: &'static str, severity: Severity, tool: &'a str, message: &str) -> Finding<'a> {
    let (field, message) = ("annotations.readOnlyHint".to_owned(), message.to_owned());
    Finding { rule, severity, server: "notes", tool, field, message, fix: None }
}

fn fix(field: Field, value: Decided, safe: bool) -> Option<Fix> {
    Some(Fix { decisions: vec![(field, value)], safe })
}

/// One finding of each severity, safe and unsafe fixes, and one finding per hostile name.
fn findings() -> Vec<Finding<'static>> {
    let read_only = Field::Hint(HintName::ReadOnly);
    let title = Decided::Text("Delete | a Note".to_owned());
    let mut all = vec![
        Finding {
            fix: fix(read_only.clone(), Decided::Hint(false), true),
            ..found("contradictory-hints", Severity::Error, "delete_note", "it is read-only and destructive")
        },
        Finding {
            fix: fix(read_only, Decided::Hint(false), false),
            ..found("declared-disagrees", Severity::Warning, "delete_note", "“delete” does not read")
        },
        found("behaviour-not-said", Severity::Warning, "add_note", "neither hint is said"),
        Finding {
            field: "title".to_owned(),
            fix: fix(Field::Title, title, false),
            ..found("title-missing", Severity::Note, "delete_note", "the tool has no title")
        },
        Finding {
            server: "wiki",
            ..found("pointless-hint", Severity::Note, "read", "it means nothing here")
        },
    ];
    all.extend(HOSTILE.iter().map(|name| found("name-characters", Severity::Warning, name, name)));
    all
}

fn suppressed() -> Vec<(Finding<'static>, String)> {
    let message = "there is no description";
    vec![
        (found("description-missing", Severity::Warning, "old_note", message), "goes away in May".to_owned()),
        (found("description-missing", Severity::Warning, "add_note", message), HOSTILE[1].to_owned()),
    ]
}

fn places() -> Places {
    let lines = HashMap::from([("delete_note".to_owned(), 12), ("old_note".to_owned(), 40)]);
    Places { file: "lists/our tools, all.json".to_owned(), lines }
}

fn report<'a>(findings: &'a [Finding<'a>], suppressed: &'a [(Finding<'a>, String)]) -> Report<'a> {
    Report { profile: "spec", version: "1.2.3", tools: 101, findings, suppressed, places: None, stored: true }
}

/// Runs `check` on a sample report with and without a source file.
fn samples(check: impl Fn(&Report)) {
    let (findings, suppressed, places) = (findings(), suppressed(), places());
    let plain = report(&findings, &suppressed);
    check(&Report { places: Some(&places), ..plain });
    check(&plain);
}

#[test]
fn every_format_writes_what_its_golden_file_says() {
    let bless = std::env::var_os("HINTSMITH_BLESS").is_some();
    samples(|report| {
        for format in Format::ALL {
            let folder = if report.places.is_some() { "file" } else { "servers" };
            let path =
                PathBuf::from(ROOT).join("tests/golden/lint/report").join(folder).join(format.file_name());
            let text = report.write(format, false);
            if bless {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, &text).unwrap();
            }
            assert_eq!(text, std::fs::read_to_string(&path).unwrap_or_default(), "{}", path.display());
            assert_eq!(text, report.write(format, false));
        }
    });
}

#[test]
fn every_format_has_its_own_word_and_file() {
    for format in Format::ALL {
        assert_eq!(Format::from_word(format.word()), Some(format));
        assert_eq!(json!(format), json!(format.word()));
        assert_eq!(Format::ALL.iter().filter(|other| other.file_name() == format.file_name()).count(), 1);
    }
    assert_eq!(Format::from_word("Text"), None);
}

#[test]
fn colour_adds_nothing_but_colour() {
    samples(|report| {
        let coloured = report.write(Format::Text, true);
        let mut parts = coloured.split("\u{1b}[");
        let mut plain = parts.next().unwrap().to_owned();
        plain.extend(parts.map(|part| part.split_once('m').unwrap().1));
        assert!(coloured.starts_with("\u{1b}[1mnotes.delete_note\u{1b}[0m"), "{coloured}");
        assert_eq!(plain, report.write(Format::Text, false));
    });
}

#[test]
fn the_last_line_counts_in_words() {
    let all = findings();
    let one = |at: usize, tools| Report { tools, ..report(&all[at..=at], &[]) }.summary();
    assert_eq!(one(0, 1), "1 finding in 1 tool (1 error); 1 can be fixed with --fix.");
    assert_eq!(one(1, 2), "1 finding in 2 tools (1 warning); 1 can be fixed with --fix-unsafe.");
    assert_eq!(one(2, 0), "1 finding in 0 tools (1 warning).");
    let suppressed = suppressed();
    assert_eq!(
        report(&all[..5], &suppressed).summary(),
        "5 findings in 101 tools (1 error, 2 warnings, 2 notes), 2 suppressed; 1 can be fixed with --fix, 2 more with --fix-unsafe."
    );
    assert_eq!(report(&[], &[]).summary(), "no findings in 101 tools.");
    for format in [Format::Text, Format::Github] {
        assert_eq!(report(&[], &[]).write(format, true), "no findings in 101 tools.\n");
    }
}

fn our_schema() -> jsonschema::Validator {
    let schema = std::fs::read_to_string(format!("{ROOT}/docs/lint-report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

fn parsed(report: &Report, format: Format) -> Value {
    serde_json::from_str(&report.write(format, false)).unwrap()
}

#[test]
fn json_fits_our_schema_and_keeps_names_as_they_are() {
    let schema = our_schema();
    samples(|report| {
        let document = parsed(report, Format::Json);
        let wrong: Vec<String> = schema.iter_errors(&document).map(|error| error.to_string()).collect();
        assert_eq!(wrong, [""; 0]);
        let tools: Vec<&str> =
            document["findings"].as_array().unwrap().iter().map(|it| it["tool"].as_str().unwrap()).collect();
        assert!(tools.ends_with(&HOSTILE), "{tools:?}");
    });
    assert!(schema.is_valid(&parsed(&report(&[], &[]), Format::Json)));
}

#[test]
fn our_schema_refuses_what_is_no_report() {
    let schema = our_schema();
    let (findings, suppressed) = (findings(), suppressed());
    let good = parsed(&report(&findings, &suppressed), Format::Json);
    assert!(schema.is_valid(&good));
    for (pointer, value) in [
        ("/version", json!(2)),
        ("/tools", json!(-1)),
        ("/counts/error", json!("1")),
        ("/counts", json!({"error": 1, "warning": 0, "note": 0})),
        ("/findings/0/severity", json!("fatal")),
        ("/findings/0/lane", json!("left")),
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
fn sarif_fits_the_published_schema() {
    let schema = sarif_schema();
    samples(|report| {
        let log = parsed(report, Format::Sarif);
        let wrong: Vec<String> = schema.iter_errors(&log).map(|error| error.to_string()).collect();
        assert_eq!(wrong, [""; 0]);
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
    assert!(schema.is_valid(&parsed(&report(&[], &[]), Format::Sarif)));
}

#[test]
fn sarif_knows_a_finding_again_and_tells_two_apart() {
    let prints = |findings: &[Finding], places: Option<&Places>| {
        let log = parsed(&Report { places, ..report(findings, &[]) }, Format::Sarif);
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let print =
            |result: &Value| result["partialFingerprints"]["hintsmith/v1"].as_str().unwrap().to_owned();
        results.iter().map(print).collect::<Vec<_>>()
    };
    let (mut all, places) = (findings(), places());
    let before = prints(&all, None);
    let mut different = before.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), before.len());
    // The location, the message, the severity and other findings do not change a fingerprint.
    for finding in &mut all {
        finding.message.push_str(" indeed");
        finding.severity = Severity::Note;
    }
    assert_eq!(prints(&all[1..], Some(&places)), before[1..]);
    // For two findings about the same field, the first keeps its fingerprint.
    let twice = prints(&[all[0].clone(), all[0].clone()], None);
    assert_eq!((&twice[0], twice[1].ends_with(":2")), (&before[0], true), "{twice:?}");
}

#[test]
fn junit_counts_tools_and_names_the_worst() {
    let (all, suppressed) = (findings(), suppressed());
    let xml = report(&all, &suppressed).write(Format::Junit, false);
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
    let clean = report(&[], &[]).write(Format::Junit, false);
    assert_eq!(quick_junit::Report::deserialize_from_str(&clean).unwrap().tests, 1);
}

/// The `Char` production of XML 1.0, section 2.2.
const fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Checks the properties that hold for any names.
fn holds(report: &Report) -> Result<(), String> {
    let said = report.findings.len();
    for format in Format::ALL {
        let text = report.write(format, false);
        let is = |held: bool, what: &str| if held { Ok(()) } else { Err(format!("{what}: {text}")) };
        is(!text.chars().any(is_hidden), "nothing hides")?;
        is(text.ends_with('\n'), "the last line ends")?;
        let lines: Vec<&str> = text.lines().collect();
        match format {
            Format::Text => {
                let fixes = report.findings.iter().filter(|finding| finding.fix.is_some()).count();
                let tools = report.by_tool().iter().filter(|about| !about.findings.is_empty()).count();
                is(lines.len() == said + fixes + 2 * tools + 1, "a line each")?;
            }
            Format::Json | Format::Sarif => {
                let document: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                let list = document.pointer("/runs/0/results").unwrap_or(&document["findings"]);
                let all = if format == Format::Sarif { said + report.suppressed.len() } else { said };
                is(list.as_array().map(Vec::len) == Some(all), "every finding is there")?;
            }
            Format::Junit => {
                is(text.chars().all(is_xml), "XML can hold it")?;
                let read =
                    quick_junit::Report::deserialize_from_str(&text).map_err(|error| error.to_string())?;
                let tools = report.by_tool();
                is(
                    read.tests == tools.len() + usize::from(report.tools > tools.len()),
                    "every tool is there",
                )?;
                let cases = read.test_suites.iter().flat_map(|suite| &suite.test_cases);
                is(cases.count() == read.tests, "as many as it says")?;
            }
            Format::Github => {
                is(lines.len() == said + 1, "a line each")?;
                let (last, commands) = lines.split_last().ok_or("it is empty")?;
                is(!last.contains("::"), "the last line is no command")?;
                for line in commands {
                    let known = ["::error ", "::warning ", "::notice "];
                    is(known.iter().any(|start| line.starts_with(start)), "a command")?;
                    let head = line.split("::").nth(1).unwrap_or_default();
                    let title = head.rsplit([',', ' ']).next().unwrap_or_default();
                    is(title.starts_with("title="), "the title last")?;
                    let parts = 1 + usize::from(head.contains("file=")) + usize::from(head.contains("line="));
                    is(head.split(',').count() == parts, "no property of a server's")?;
                }
            }
            Format::Markdown => {
                for row in lines.iter().filter(|line| line.starts_with('|')) {
                    is(bars(row) == 7, "six cells")?;
                    let text = row.replace("](https://", "");
                    is(!text.contains("://") && !text.contains("www."), "no links")?;
                    let calls = text.split('@').skip(1).all(|rest| rest.starts_with("&#8203;"));
                    is(calls && !text.replace("\\<", "").contains('<'), "no mentions, no tags")?;
                }
                is(lines.len() <= said.min(500) + 8, "a row each")?;
            }
        }
    }
    Ok(())
}

/// Counts the `|` that end a cell, that is, those without a backslash before them.
fn bars(row: &str) -> usize {
    let (mut count, mut escaped) = (0, false);
    for character in row.chars() {
        count += usize::from(character == '|' && !escaped);
        escaped = character == '\\' && !escaped;
    }
    count
}

#[test]
fn no_name_breaks_out_of_a_report() {
    samples(|report| assert_eq!(holds(report), Ok(())));
    for name in HOSTILE
        .iter()
        .map(|name| (*name).to_owned())
        .chain(HOSTILE.map(|name| name.repeat(10_000 / name.len().max(1))))
    {
        let file = Places { file: name.clone(), lines: HashMap::from([(name.clone(), 7)]) };
        let finding = Finding {
            server: &name,
            field: name.clone(),
            fix: fix(Field::Parameter(name.as_str().into()), Decided::Text(name.clone()), false),
            ..found("title-missing", Severity::Error, &name, &name)
        };
        let (findings, suppressed) = ([finding.clone()], [(finding, name.clone())]);
        let all =
            Report { profile: &name, version: &name, places: Some(&file), ..report(&findings, &suppressed) };
        assert_eq!(holds(&all), Ok(()));
    }
}

#[test]
fn many_findings_are_written_in_one_go() {
    let names: Vec<String> = (0..5_000).map(|at| format!("tool_{at}")).collect();
    let findings: Vec<Finding> =
        names.iter().map(|name| found("title-missing", Severity::Note, name, "no title")).collect();
    let suppressed: Vec<_> = findings.iter().map(|finding| (finding.clone(), "so".to_owned())).collect();
    let all = Report { tools: names.len(), ..report(&findings, &suppressed) };
    for format in Format::ALL {
        let text = all.write(format, false);
        assert_eq!(text.contains("tool_4999"), format != Format::Markdown, "{}", format.word());
    }
    let rows = all.write(Format::Markdown, false);
    assert!(rows.ends_with("\n\n4500 more findings are not listed.\n"), "{rows}");
}

proptest! {
    #[test]
    fn any_name_and_message_is_written_well(
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
                fix: fix(Field::Parameter(tool.as_str().into()), Decided::Text(message.clone()), at == 0),
                ..found("title-missing", Severity::ALL[at], tool, message)
            })
            .collect();
        let suppressed: Vec<_> = findings.iter().take(2).map(|finding| (finding.clone(), reason.clone())).collect();
        let places = Places { file: reason.clone(), lines: findings.iter().map(|it| (it.tool.to_owned(), 3)).collect() };
        let all = Report { places: Some(&places), ..report(&findings, &suppressed) };
        prop_assert_eq!(holds(&all), Ok(()));
    }
}
