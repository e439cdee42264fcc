//! Tests of all frameworks: golden files, and names that try to break out of their quotes.
//!
//! `HINTSMITH_BLESS=1 cargo test -p hintsmith-core stubs` rewrites the golden files. Review the diff, and run them:
//! golden files of code that does not run prove nothing.

use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::lint::expectation::HintExpectation;
use crate::model::hint::HintName::{self, Destructive, Idempotent, OpenWorld, ReadOnly};
use crate::model::hint::PerHint;

fn expect(some: &[(HintName, HintExpectation)]) -> ToolExpectation {
    let of = |hint| some.iter().find(|(name, _)| *name == hint).map(|(_, expected)| *expected);
    let hints = PerHint::from_fn(|hint| of(hint).unwrap_or_default());
    ToolExpectation { annotations_required: false, hints }
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
    let pin = |name, narrowness, expected| StubPin { name, narrowness, expected };
    let annotated = ToolExpectation { annotations_required: true, ..ToolExpectation::default() };
    let patterns = [
        pin("*", 1, annotated),
        pin("get_?", 2, expect(&[(ReadOnly, HintExpectation::True)])),
        pin(
            "delete_*",
            3,
            expect(&[(ReadOnly, HintExpectation::NotTrue), (Destructive, HintExpectation::True)]),
        ),
    ];
    let all = expect(&[
        (ReadOnly, HintExpectation::False),
        (Destructive, HintExpectation::Set),
        (Idempotent, HintExpectation::Unset),
        (OpenWorld, HintExpectation::NotFalse),
    ]);
    let tools = [
        pin("list_notes", 6, expect(&[(ReadOnly, HintExpectation::True)])),
        pin("delete_draft", 7, expect(&[(Destructive, HintExpectation::False)])),
        pin("add_note", 5, all),
        pin("ping", 4, ToolExpectation::default()),
    ];
    let implications = [Implication {
        when: expect(&[(Destructive, HintExpectation::True)]),
        then: ToolExpectation {
            annotations_required: true,
            ..expect(&[(ReadOnly, HintExpectation::NotTrue)])
        },
    }];
    let typical = StubInput {
        server: "notes",
        command: &command,
        patterns: &patterns,
        tools: &tools,
        implications: &implications,
        new_tools: NewToolPolicy::Annotated,
    };
    check("agreed", &typical);
    let nothing = StubInput {
        command: &[],
        patterns: &[],
        tools: &[],
        implications: &[],
        new_tools: NewToolPolicy::Allow,
        ..typical
    };
    check("nothing", &nothing);
    let command = HOSTILE_NAMES.map(str::to_owned);
    let hostile = HOSTILE_NAMES.map(|name| pin(name, 1, all));
    let server = HOSTILE_NAMES.join(" ");
    check(
        "hostile",
        &StubInput {
            server: &server,
            command: &command,
            patterns: &hostile,
            tools: &hostile,
            new_tools: NewToolPolicy::Refuse,
            ..typical
        },
    );
}

#[test]
fn a_test_file_says_what_the_policy_says() {
    let policy = |new_tools: &str| {
        let text = format!(
            r#"version = 1
            new-tools = "{new_tools}"
            [pins]
            "*" = {{ annotations = "set", read-only = true }}
            "delete_*" = {{ read-only = false }}
            ping = {{ open-world = true }}
            [servers.notes.pins]
            "p*" = {{ open-world = "unset" }}
            [servers.other.pins]
            pong = {{}}
            [[implications]]
            when = {{ annotations = "set" }}
            then = {{ idempotent = "set" }}"#
        );
        render_from_policy(Suite::Pytest, "notes", &LintPolicy::parse(&text).unwrap(), &[])
    };
    let text = policy("allow");
    for row in [
        // The narrowest pin of a hint applies; one for the server is narrower than every other.
        "    (\"*\", 1, {\"annotations\": \"set\", \"readOnlyHint\": \"true\"}),\n",
        "    (\"ping\", 2, {\"openWorldHint\": \"true\"}),\n",
        "    (\"delete_*\", 3, {\"readOnlyHint\": \"false\"}),\n",
        "    (\"p*\", 4, {\"openWorldHint\": \"unset\"}),\n",
        "    ({\"annotations\": \"set\"}, {\"idempotentHint\": \"set\"}),\n",
    ] {
        assert!(text.contains(row), "{row}{text}");
    }
    assert!(!text.contains("pong") && !text.contains("not_pinned") && !text.contains("is_named"), "{text}");
    assert!(policy("annotated").contains("def test_every_tool_that_is_not_pinned_by_name_has_annotations"));
    let text = policy("refuse");
    assert!(text.contains("def test_every_tool_is_pinned_by_name") && !text.contains("not_pinned"), "{text}");
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
