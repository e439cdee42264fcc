//! Tests of all frameworks: golden files, and names that try to break out of their quotes.
//!
//! `HINTSMITH_BLESS=1 cargo test -p hintsmith-core stubs` rewrites the golden files. Review the diff, and run them:
//! golden files of code that does not run prove nothing.

use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::hint::HintName::{Destructive, Idempotent, OpenWorld, ReadOnly};

fn hints(some: &[(HintName, Expected)]) -> PerHint<Expected> {
    let of = |hint| some.iter().find(|(name, _)| *name == hint).map(|(_, expected)| *expected);
    PerHint::from_fn(|hint| of(hint).unwrap_or_default())
}

const HOSTILE: [&str; 6] = [
    "\"quoted\" 'too' \"\"\" \\",
    "two\nlines\tand\r\n\\n",
    "\u{202e}desrever\u{0}\u{1b}[31m\u{feff}\u{e0041}\u{fffe}\u{10ffff}\u{2028}",
    "größe 漢字 🎉 ${x} `y` {z} %s #{a}",
    "*/ // -- <!-- ]]",
    "__proto__",
];

/// Runs `check` on a realistic input, an empty one, and one with hostile names.
fn fixtures(check: impl Fn(&str, &Stub)) {
    let command = ["npx", "-y", "notes-server", "--root", "."].map(str::to_owned);
    let every_tool = [
        ("delete_*", hints(&[(ReadOnly, Expected::NotTrue), (Destructive, Expected::True)])),
        ("get_?", hints(&[(ReadOnly, Expected::True)])),
    ];
    let all = hints(&[
        (ReadOnly, Expected::False),
        (Destructive, Expected::Set),
        (Idempotent, Expected::Unset),
        (OpenWorld, Expected::NotFalse),
    ]);
    let tools = [
        Expectation { tool: "list_notes", hints: hints(&[(ReadOnly, Expected::True)]) },
        Expectation { tool: "delete_draft", hints: hints(&[(Destructive, Expected::False)]) },
        Expectation { tool: "add_note", hints: all },
        Expectation { tool: "ping", hints: PerHint::default() },
    ];
    let agreed = Stub {
        server: "notes",
        command: &command,
        every_tool: &every_tool,
        tools: &tools,
        annotations_required: true,
        no_others: false,
    };
    check("agreed", &agreed);
    check(
        "nothing",
        &Stub { command: &[], every_tool: &[], tools: &[], annotations_required: false, ..agreed },
    );
    let command = HOSTILE.map(str::to_owned);
    let hostile = HOSTILE.map(|tool| Expectation { tool, hints: all });
    let patterns = HOSTILE.map(|pattern| (pattern, all));
    let server = HOSTILE.join(" ");
    check(
        "hostile",
        &Stub {
            server: &server,
            command: &command,
            every_tool: &patterns,
            tools: &hostile,
            no_others: true,
            ..agreed
        },
    );
}

#[test]
fn every_suite_is_written_as_its_golden_file_says() {
    let bless = std::env::var_os("HINTSMITH_BLESS").is_some();
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/golden/lint/stubs"));
    fixtures(|fixture, policy| {
        for suite in Suite::ALL {
            let path = folder.join(fixture).join(suite.file_name());
            let text = stub(suite, policy);
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
fn every_suite_has_its_own_word_and_file() {
    for suite in Suite::ALL {
        assert_eq!(Suite::from_word(suite.word()), Some(suite));
        assert_eq!(json!(suite), json!(suite.word()));
        assert_eq!(Suite::ALL.iter().filter(|other| other.file_name() == suite.file_name()).count(), 1);
    }
}

#[test]
fn what_cannot_be_seen_is_written_in_the_way_of_the_language() {
    let name = "a\u{202e}\u{e0041}\"\n";
    assert_eq!(quoted(name, short_or_long), r#""a\u202e\U000e0041\"\n""#);
    assert_eq!(quoted(name, in_braces), r#""a\u{202e}\u{e0041}\"\n""#);
}

proptest! {
    /// A JSON parser reads the subset of escapes that all four languages share; it does not know `\U`.
    #[test]
    fn any_name_stays_itself_within_its_quotes(name in "[\\PC\u{0}-\u{ff}\u{2000}-\u{2070}\u{feff}\u{fffe}]{0,40}") {
        let written = quoted(&name, short_or_long);
        prop_assert!(!written.chars().any(|character| is_hidden(character) || character == '\n'));
        if !written.contains("\\U") {
            prop_assert_eq!(serde_json::from_str::<String>(&written).unwrap(), name);
        }
    }
}
