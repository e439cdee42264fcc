//! Tests of all targets with all fixtures: golden files, and properties of every target.
//!
//! `HINTSMITH_BLESS=1 cargo test -p hintsmith-core targets` rewrites the golden files; review the diff.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;
use crate::decisions::{Decisions, Definition};
use crate::export::offer::{Choice, Given, Offer, OfferedServer, OfferedTool, Permission, Reach};
use crate::export::report::Report;
use crate::export::target::{File, Kind, Write};
use crate::hint::HintName;
use crate::infer::{ServerFacts, Settings, infer};
use crate::note::Bullet;
use crate::overrides::{Decided, Decision, Field, Overrides};
use crate::resolve::{Layers, resolve};
use crate::tool::Tool;

/// A tool with decisions and notes.
struct Case<'a> {
    raw: Value,
    decided: &'a [(Field, Decided)],
    notes: &'a [Bullet<'a>],
    offered: bool,
    /// True if the decisions were made for another definition.
    drifted: bool,
}

fn tool(name: &str, description: &str, annotations: Value) -> Value {
    let schema =
        json!({"type": "object", "properties": {"owner": {"type": "string"}, "limit": {"type": "integer"}}});
    json!({"name": name, "description": description, "inputSchema": schema, "annotations": annotations})
}

fn offered(given: &Case, choice: Choice) -> OfferedTool {
    let tool = Tool::parse(given.raw.to_string().into(), 0);
    let inferred = infer(&tool, &ServerFacts::default(), Settings::default());
    let mut overrides = Overrides::default();
    let print = if given.drifted { None } else { Some(tool.fingerprint.clone()) };
    for (field, value) in given.decided {
        let because = matches!(field, Field::Hint(_)).then(|| "looked at it".to_owned());
        let decision = Decision { value: value.clone(), because, fingerprint: print.clone() };
        overrides.set(field.clone(), Some(decision));
    }
    let decisions: Decisions = overrides.into();
    let layers = Layers {
        name: &tool.name,
        inferred: &inferred,
        declared: &tool.declared,
        decisions: &decisions,
        environment: None,
        definition: Definition { first: 1, since: 2, ..Definition::unchanged(&tool.fingerprint) },
    };
    OfferedTool::new(&tool, &resolve(&layers), given.notes, (given.offered, false), choice)
}

fn hint(hint: HintName, value: bool) -> (Field, Decided) {
    (Field::Hint(hint), Decided::Hint(value))
}

/// The models that every target is tested with, by fixture name.
fn offers(choice: Choice) -> Vec<(&'static str, Offer)> {
    let read = [hint(HintName::ReadOnly, true), (Field::Title, Decided::Text("List GitHub issues".into()))];
    let destroy = [hint(HintName::Destructive, true), hint(HintName::OpenWorld, true)];
    let parameter = [(Field::Parameter("limit".into()), Decided::Text("How many at most".into()))];
    let notes = [Bullet { name: "team", text: "Ask which \"team\" it is for.\nThen go on: it's fine." }];
    let plain = |raw: Value| Case { raw, decided: &[], notes: &[], offered: true, drifted: false };
    let list = || tool("list_issues", "Lists issues of a repository.", json!({}));
    let create = || tool("create_issue", "Creates an issue.", json!({"title": "Create issue"}));
    let delete =
        || tool("delete_repository", "Deletes a repository for good.", json!({"destructiveHint": false}));
    let github = |tools: &[Case]| OfferedServer {
        name: "github".to_owned(),
        reach: Reach::Command {
            command: vec!["github-mcp-server".to_owned(), "stdio".to_owned()],
            variables: vec![
                Given { name: "GITHUB_TOKEN".to_owned(), value: None },
                Given { name: "LOG".to_owned(), value: Some("warn".to_owned()) },
            ],
        },
        tools: tools.iter().map(|given| offered(given, choice)).collect(),
    };
    let decided = || {
        [
            Case { decided: &read, ..plain(list()) },
            Case { decided: &parameter, notes: &notes, ..plain(create()) },
            Case { decided: &destroy, ..plain(delete()) },
        ]
    };
    let linear = OfferedServer {
        name: "linear".to_owned(),
        reach: Reach::Address {
            url: "https://mcp.linear.example/mcp".to_owned(),
            headers: vec![Given { name: "Authorization".to_owned(), value: None }],
        },
        tools: vec![offered(&plain(tool("get_team", "Gets a team.", json!({"readOnlyHint": true}))), choice)],
    };
    let mut hidden = decided();
    hidden[2].offered = false;
    let mut drifted = decided();
    drifted.iter_mut().for_each(|given| given.drifted = true);
    let odd = [
        plain(tool("löschen 🔥/all", "Löscht alles: \"wirklich\", #1\n- ja?", json!({}))),
        Case { decided: &destroy, ..plain(tool("true", "", json!({}))) },
        Case { decided: &read, ..plain(tool(&"x".repeat(80), "*.: {}", json!({"readOnlyHint": "yes"}))) },
    ];
    // A server that declares both hints, decisions against one of the declared hints, and a decision for both.
    let both = || json!({"readOnlyHint": true, "destructiveHint": true});
    let read_and_destroy = [hint(HintName::ReadOnly, true), hint(HintName::Destructive, true)];
    let contradictory = [
        plain(tool("purge_cache", "Empties the cache.", both())),
        Case { decided: &read[..1], ..plain(tool("show_log", "Shows the log.", both())) },
        Case { decided: &destroy[..1], ..plain(tool("rotate_log", "Rotates the log.", both())) },
        Case { decided: &read_and_destroy, ..plain(tool("sync", "Syncs.", json!({}))) },
    ];
    let request = |mut raw: Value, method: &str, path: &str| {
        raw["_meta"] = json!({"dev.hintsmith/http": {"method": method, "path": path}});
        raw
    };
    let path = "/repos/{owner}/it's";
    let mut requests = decided();
    for (given, method) in requests.iter_mut().zip(["GET", "POST", "DELETE"]) {
        given.raw = request(given.raw.take(), method, path);
    }
    let search = plain(request(tool("search", "Searches.", json!({})), "GET", "/search"));
    let unknown = plain(tool("no_request", "Comes from elsewhere.", json!({})));
    let hide = Case { offered: false, ..plain(request(tool("purge", "Purges.", json!({})), "DELETE", "/")) };
    let openapi = OfferedServer {
        name: "openapi".to_owned(),
        reach: Reach::Nowhere,
        tools: requests
            .iter()
            .chain([&search, &unknown, &hide])
            .map(|given| offered(given, choice))
            .collect(),
    };
    vec![
        ("decided", Offer { toolset: None, servers: vec![github(&decided()), linear] }),
        ("toolset", Offer { toolset: Some("daily".to_owned()), servers: vec![github(&hidden)] }),
        (
            "undecided",
            Offer {
                toolset: None,
                servers: vec![github(&[plain(list()), plain(create()), plain(delete())])],
            },
        ),
        ("drifted", Offer { toolset: None, servers: vec![github(&drifted)] }),
        ("odd-names", Offer { toolset: Some("daily".to_owned()), servers: vec![github(&odd)] }),
        ("contradictory", Offer { toolset: None, servers: vec![github(&contradictory)] }),
        ("openapi", Offer { toolset: Some("daily".to_owned()), servers: vec![openapi] }),
        ("nothing", Offer::default()),
    ]
}

fn many(choice: Choice) -> Offer {
    let read = [hint(HintName::ReadOnly, true)];
    let one = |n: usize| {
        let raw = tool(&format!("get_thing_{n}"), "Gets a thing.", json!({}));
        offered(
            &Case { raw, decided: &read, notes: &[], offered: n.is_multiple_of(2), drifted: false },
            choice,
        )
    };
    let tools = (0..5_000).map(one).collect();
    let server = OfferedServer { name: "big".to_owned(), reach: Reach::Nowhere, tools };
    Offer { toolset: Some("half".to_owned()), servers: vec![server] }
}

/// The files and the report of a target; `None` for the canonical target, which is not written from the model.
fn written(target: &Target, offer: &Offer, choice: Choice) -> Option<(Vec<File>, Report)> {
    let mut report = Report::of(offer, &target.holds, choice);
    let files = match target.write {
        Write::Canonical => return None,
        Write::Whole(write) => write(offer, choice, &mut report),
        Write::Into(write) => {
            vec![File::new(target.file_name, write(offer, choice, "", &mut report).unwrap())]
        }
    };
    Some((files, report))
}

fn golden(target: &Target, fixture: &str, file: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/golden/export");
    PathBuf::from(folder).join(target.id).join(fixture).join(file)
}

#[test]
fn every_target_writes_what_its_golden_files_say() {
    let bless = std::env::var_os("HINTSMITH_BLESS").is_some();
    let choice = Choice::default();
    for target in TARGETS {
        for (fixture, offer) in offers(choice) {
            let Some((files, report)) = written(target, &offer, choice) else { continue };
            let report = serde_json::to_string_pretty(&report).unwrap() + "\n";
            for File { name, text } in files.iter().chain([&File::new("report.json", report)]) {
                let path = golden(target, fixture, name);
                if bless {
                    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                    std::fs::write(&path, text).unwrap();
                }
                let expected = std::fs::read_to_string(&path).unwrap_or_default();
                assert_eq!(*text, expected, "{}", path.display());
            }
        }
    }
}

#[test]
fn writing_twice_gives_the_same_bytes_and_into_its_own_file_changes_nothing() {
    let choice = Choice::default();
    for target in TARGETS {
        for (fixture, offer) in offers(choice) {
            let Some((files, _)) = written(target, &offer, choice) else { continue };
            assert_eq!(written(target, &offer, choice).unwrap().0, files, "{} {fixture}", target.id);
            if let Write::Into(write) = target.write {
                let again = write(&offer, choice, &files[0].text, &mut Report::default()).unwrap();
                assert_eq!(again, files[0].text, "{} {fixture}", target.id);
            }
        }
    }
}

#[test]
fn no_secret_no_null_hint_and_no_loosening_that_nobody_decided_is_written() {
    for target in TARGETS {
        for (fixture, offer) in offers(Choice::default()) {
            let Some((files, _)) = written(target, &offer, Choice::default()) else { continue };
            for File { name, text } in files {
                let told = format!("{} {fixture} {name}: {text}", target.id);
                for hint in HintName::ALL {
                    for null in [format!("\"{}\": null", hint.key()), format!("{}: null", hint.key())] {
                        assert!(!text.contains(&null), "{told}");
                    }
                }
                if fixture == "undecided" {
                    assert!(
                        !text.contains("readOnlyHint: true") && !text.contains("\"readOnlyHint\": true"),
                        "{told}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_client_allows_what_a_person_decided_and_nothing_else() {
    let choice = Choice::default();
    for (fixture, offer) in offers(choice) {
        for tool in offer.servers.iter().flat_map(|server| &server.tools) {
            let allowed = tool.permission(choice) == Permission::Allow;
            let decided =
                tool.hints[HintName::ReadOnly].as_ref().is_some_and(|stated| stated.decided && stated.value);
            assert_eq!(allowed, decided && tool.offered, "{fixture} {}", tool.name);
        }
    }
    // The same for the files: without a decision no client runs a tool without asking.
    let undecided = offers(choice).into_iter().find(|(name, _)| *name == "undecided").unwrap().1;
    for target in TARGETS.iter().filter(|target| target.kind == Kind::Client) {
        let (files, _) = written(target, &undecided, choice).unwrap();
        for word in [
            "\"approve\"",
            "always_allow:\n",
            "\"allow\": [\n",
            "decision = \"allow\"",
            ": \"allow\"",
            " allow:\n",
            "mcpAllowlist",
        ] {
            assert!(!files[0].text.contains(word), "{}: {}", target.id, files[0].text);
        }
    }
}

#[test]
fn five_thousand_tools_are_written_and_every_one_is_reported() {
    let offer = many(Choice::default());
    for target in TARGETS {
        let Some((files, report)) = written(target, &offer, Choice::default()) else { continue };
        assert!(!files.is_empty(), "{}", target.id);
        assert_eq!(report.tools.len(), 5_000, "{}", target.id);
    }
}

/// A user's file: comments, irregular spacing, unsorted, no line feed at the end.
fn of_a_person(target: &Target) -> &'static str {
    match target.file_name.rsplit('.').next().unwrap_or_default() {
        // hypertool's parser accepts no comments.
        "json" if target.id == "hypertool" => {
            "{\n\t\"version\":   \"1.0.0\",\n\t\"mine\" : [1,2 , 1e400],\n\t\"a\": {\"z\":1,\"b\":2}\n}"
        }
        "json" | "jsonc" => {
            "{\n\t// mine\n\t\"mine\" : [1,2 , 1e400], /* odd */\n\t\"a\": {\"z\":1,\"b\":2}\n}"
        }
        "toml" => "# mine\nmodel   = \"x\"  # odd\n\n[ z . y ]\n'a b' = [1,2 ,\n 3]\n",
        "yaml" => {
            "# mine\nother:\n    always_allow: []\n    ask_before:   [a, 'b']  # odd\n    never_allow: []\n"
        }
        other => panic!("{}: {other}", target.id),
    }
}

#[test]
fn whatever_else_is_in_a_persons_file_stays_byte_for_byte() {
    let choice = Choice::default();
    for target in TARGETS {
        let Write::Into(write) = target.write else { continue };
        let there = of_a_person(target);
        for (fixture, offer) in offers(choice) {
            let told = format!("{} {fixture}", target.id);
            let text = write(&offer, choice, there, &mut Report::default()).expect(&told);
            let mut rest = text.as_str();
            // Only a comma after the last member may be added.
            for line in there.lines().filter(|line| !matches!(*line, "{" | "}")) {
                let found = rest.find(line).unwrap_or_else(|| panic!("{told}: {line}\n{text}"));
                rest = &rest[found + line.len()..];
            }
            let again = write(&offer, choice, &text, &mut Report::default()).expect(&told);
            assert_eq!(again, text, "{told}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_refused() {
    for target in TARGETS {
        if let Write::Into(write) = target.write {
            let refused =
                write(&offers(Choice::default())[0].1, Choice::default(), "{ [ = :", &mut Report::default());
            assert!(refused.is_err(), "{}", target.id);
        }
    }
}

#[test]
fn ids_are_unique_and_plain() {
    let mut ids: Vec<&str> = TARGETS.iter().map(|target| target.id).collect();
    assert!(
        ids.iter().all(|id| id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'))
    );
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), TARGETS.len());
}

#[test]
fn every_file_can_be_read_in_the_form_its_name_says() {
    let choice = Choice::default();
    let many = [("many", many(choice))];
    for target in TARGETS {
        for (fixture, offer) in offers(choice).iter().chain(&many) {
            let Some((files, _)) = written(target, offer, choice) else { continue };
            for File { name, text } in files.into_iter().filter(|file| !file.text.is_empty()) {
                let told = format!("{} {fixture} {name}", target.id);
                match name.rsplit('.').next().unwrap_or_default() {
                    "json" | "jsonc" => drop(serde_json::from_str::<Value>(&text).expect(&told)),
                    "yaml" => drop(serde_saphyr::from_multiple::<Value>(&text).expect(&told)),
                    "toml" => drop(text.parse::<toml::Table>().expect(&told)),
                    "sh" => {
                        assert!(text.starts_with("#!/bin/sh\n") && text.contains("\nset -eu\n"), "{told}")
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Server text goes into the payload file next to a script, never into the script itself.
#[test]
fn a_script_is_the_same_for_every_offer() {
    let choice = Choice::default();
    for target in TARGETS {
        let mut scripts = Vec::new();
        for (_, offer) in offers(choice) {
            let Some((files, _)) = written(target, &offer, choice) else { continue };
            scripts.extend(files.into_iter().filter(|file| file.name.ends_with(".sh")));
        }
        scripts.dedup();
        assert!(scripts.len() <= 1, "{}", target.id);
    }
}
