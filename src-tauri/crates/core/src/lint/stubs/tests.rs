//! Tests of all frameworks: golden files, and names that try to break out of their quotes.
//!
//! `HINTSMITH_BLESS=1 cargo test -p hintsmith-core stubs` rewrites the golden files. Review the diff, and run them:
//! golden files of code that does not run prove nothing.

use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::model::hint::HintName::{Destructive, Idempotent, OpenWorld, ReadOnly};

fn hints(some: &[(HintName, HintExpectation)]) -> PerHint<HintExpectation> {
    let of = |hint| some.iter().find(|(name, _)| *name == hint).map(|(_, expected)| *expected);
    PerHint::from_fn(|hint| of(hint).unwrap_or_default())
}

const HOSTILE_NAMES: [&str; 6] = [
    "\"quoted\" 'too' \"\"\" \\",
    "two\nlines\tand\r\n\\n",
    "\u{202e}desrever\u{0}\u{1b}[31m\u{feff}\u{e0041}\u{fffe}\u{10ffff}\u{2028}",
    "größe 漢字 🎉 ${x} `y` {z} %s #{a}",
    "*/ // -- <!-- ]]",
    "__proto__",
];

/// Runs `check` on a realistic input, an empty one, and one with hostile names.
fn for_each_fixture(check: impl Fn(&str, &StubInput)) {
    let command = ["npx", "-y", "notes-server", "--root", "."].map(str::to_owned);
    let every_tool = [
        ("delete_*", hints(&[(ReadOnly, HintExpectation::NotTrue), (Destructive, HintExpectation::True)])),
        ("get_?", hints(&[(ReadOnly, HintExpectation::True)])),
    ];
    let all = hints(&[
        (ReadOnly, HintExpectation::False),
        (Destructive, HintExpectation::Set),
        (Idempotent, HintExpectation::Unset),
        (OpenWorld, HintExpectation::NotFalse),
    ]);
    let tools = [
        PinnedTool { tool: "list_notes", hints: hints(&[(ReadOnly, HintExpectation::True)]) },
        PinnedTool { tool: "delete_draft", hints: hints(&[(Destructive, HintExpectation::False)]) },
        PinnedTool { tool: "add_note", hints: all },
        PinnedTool { tool: "ping", hints: PerHint::default() },
    ];
    let typical = StubInput {
        server: "notes",
        command: &command,
        patterns: &every_tool,
        tools: &tools,
        annotations_required: true,
        forbids_other_tools: false,
    };
    check("agreed", &typical);
    check(
        "nothing",
        &StubInput { command: &[], patterns: &[], tools: &[], annotations_required: false, ..typical },
    );
    let command = HOSTILE_NAMES.map(str::to_owned);
    let hostile = HOSTILE_NAMES.map(|tool| PinnedTool { tool, hints: all });
    let patterns = HOSTILE_NAMES.map(|pattern| (pattern, all));
    let server = HOSTILE_NAMES.join(" ");
    check(
        "hostile",
        &StubInput {
            server: &server,
            command: &command,
            patterns: &patterns,
            tools: &hostile,
            forbids_other_tools: true,
            ..typical
        },
    );
}

#[test]
fn every_suite_matches_its_golden_file() {
    let bless = std::env::var_os("HINTSMITH_BLESS").is_some();
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/golden/lint/stubs"));
    for_each_fixture(|fixture, policy| {
        for suite in Suite::ALL {
            let path = folder.join(fixture).join(suite.file_name());
            let text = render(suite, policy);
            if bless {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, &text).unwrap();
            }
            assert_eq!(text, std::fs::read_to_string(&path).unwrap_or_default(), "{}", path.display());
            assert!(!text.chars().any(is_hidden), "{}", path.display());
        }
    });
}

#[test]
fn suite_names_and_file_names_are_unique() {
    for suite in Suite::ALL {
        assert_eq!(Suite::parse(suite.as_str()), Some(suite));
        assert_eq!(json!(suite), json!(suite.as_str()));
        assert_eq!(Suite::ALL.iter().filter(|other| other.file_name() == suite.file_name()).count(), 1);
    }
}

#[test]
fn hidden_characters_use_the_escapes_of_the_language() {
    let name = "a\u{202e}\u{e0041}\"\n";
    assert_eq!(quote(name, python_go_escape), r#""a\u202e\U000e0041\"\n""#);
    assert_eq!(quote(name, braced_escape), r#""a\u{202e}\u{e0041}\"\n""#);
}

proptest! {
    /// A JSON parser reads the subset of escapes that all four languages share; it does not know `\U`.
    #[test]
    fn quoted_names_round_trip(name in "[\\PC\u{0}-\u{ff}\u{2000}-\u{2070}\u{feff}\u{fffe}]{0,40}") {
        let written = quote(&name, python_go_escape);
        prop_assert!(!written.chars().any(|character| is_hidden(character) || character == '\n'));
        if !written.contains("\\U") {
            prop_assert_eq!(serde_json::from_str::<String>(&written).unwrap(), name);
        }
    }
}
