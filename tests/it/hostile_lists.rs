//! Malformed, huge, deep or endless lists: usable tools are stored unchanged, and problems are reported.

use crate::odd_servers::{OddServers, TRANSPORTS, Transport, tools_sent_in};
use crate::support::{Store, tool_names};

/// Mode, expected tools, and reported problems.
const CASES: [(&str, &[&str], &[&str]); 12] = [
    ("good", &["get_note", "delete_note"], &["odd: 2 tools (2 new, 0 changed, 0 removed)"]),
    ("deep", &["get_note", "deep"], &["odd: 2 tools"]),
    ("deeper", &["get_note", "deep"], &["odd: 2 tools"]),
    ("deep-list", &["get_note", "deep"], &["odd: 2 tools"]),
    ("reference-loop", &["get_note", "loop", "away"], &["odd: 3 tools"]),
    ("slow-pattern", &["get_note", "pattern"], &["odd: 2 tools"]),
    ("odd_numbers", &["numbers"], &["odd: 1 tool ("]),
    (
        "same-names",
        &["get_note", "get_note (2)", "Get_Note", "get_note (3)"],
        &["odd.get_note (2): name is used by", "odd.get_note (3): name is used by"],
    ),
    (
        "lone-surrogate",
        &["get_note", "half", "(tool 3)", "delete_note"],
        &[
            "odd.half: description contains text that is not valid Unicode",
            "odd.(tool 3): name contains text that is not valid Unicode",
        ],
    ),
    ("nul", &["get_note", "nul", "n\0m", "delete_note"], &["odd: 4 tools"]),
    (
        "hint-types",
        &[
            "text_hint",
            "number_hint",
            "array_hint",
            "zero_hint",
            "frobnicate",
            "text_annotations",
            "good_hint",
        ],
        &[
            "odd.text_hint: annotations.readOnlyHint is \"yes\", not true or false; it counts as unset",
            "odd.number_hint: annotations.readOnlyHint is 1, not true or false; it counts as unset",
            "odd.array_hint: annotations.idempotentHint is [], not true or false; it counts as unset",
            "odd.zero_hint: annotations.destructiveHint is 0, not true or false; it counts as unset",
            "odd.text_annotations: annotations is a string, not an object; the defaults apply",
        ],
    ),
    (
        "field-types",
        &[
            "get_note",
            "(tool 2)",
            "(tool 3)",
            "no_schema",
            "true_schema",
            "list_schema",
            "null_schema",
            "number_title",
            "(tool 9)",
            "(tool 10)",
            "(tool 11)",
            "delete_note",
        ],
        &[
            "odd.(tool 2): name is a number, not a string",
            "odd.(tool 3): name is missing",
            "odd.no_schema: inputSchema is missing",
            "odd.true_schema: inputSchema is a boolean, not an object",
            "odd.list_schema: inputSchema is a list, not an object",
            "odd.null_schema: inputSchema is null, not an object",
            "odd.number_title: description is an object, not a string",
            "odd.number_title: title is a number, not a string",
            "odd.number_title: inputSchema.properties is a list, not an object",
            "odd.(tool 9): tool is not an object",
            "odd.(tool 10): tool is not an object",
            "odd.(tool 11): tool is not an object",
        ],
    ),
];

#[test]
fn tools_of_malformed_lists_are_stored_unchanged_and_problems_are_reported() {
    let servers = OddServers::start();
    for (mode, expected, said) in CASES {
        let sent = tools_sent_in(mode);
        for way in TRANSPORTS {
            let store = Store::new();
            let run = servers.add(&store, way, mode);
            assert_eq!(run.code, 0, "{mode} {way:?}: {}", run.stderr);
            for sentence in said {
                assert!(run.stderr.contains(sentence), "{mode} {way:?}: {sentence}\nin {}", run.stderr);
            }
            assert_eq!(tool_names(&store.json(&["tools", "--json"])), expected, "{mode} {way:?}");
            assert!(store.ok(&["tools", "--raw"]).lines().eq(&sent), "{mode} {way:?}");
        }
    }
}

#[test]
fn a_schema_with_thousands_of_branches_is_stored_unchanged() {
    let servers = OddServers::start();
    let sent = tools_sent_in("wide");
    for way in [Transport::Stdio, Transport::HttpStateless] {
        let store = Store::new();
        let run = servers.add(&store, way, "wide");
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(store.ok(&["tools", "--raw"]).lines().eq(&sent), "{way:?}");
        assert!(store.ok(&["explain", "odd.wide"]).contains("read-only"), "{way:?}");
    }
}

#[test]
fn a_hint_of_the_wrong_type_keeps_its_conservative_default() {
    let servers = OddServers::start();
    let store = Store::new();
    servers.add(&store, Transport::Http, "hint-types");
    let tools = store.json(&["tools", "--json"]);
    for (tool, hint, value) in [
        (0, "readOnlyHint", false),
        (1, "readOnlyHint", false),
        (2, "idempotentHint", false),
        (3, "destructiveHint", true),
        (4, "openWorldHint", true),
        (5, "readOnlyHint", false),
        (5, "destructiveHint", true),
        (6, "readOnlyHint", true),
    ] {
        let found = &tools[tool]["hints"][hint];
        assert_eq!(found["value"], value, "{} {hint}: {found}", tools[tool]["name"]);
        let layer = if tool == 6 { "declared" } else { "default" };
        assert_eq!(found["layer"], layer, "{} {hint}", tools[tool]["name"]);
    }
}

/// The sent text is unchanged; of two contradictory hints the conservative one applies, with a reason.
#[test]
fn contradictory_hints_resolve_conservatively_and_names_override_no_declared_hint() {
    let servers = OddServers::start();
    let store = Store::new();
    assert_eq!(servers.add(&store, Transport::Stdio, "contradictory").code, 0);
    let tools = store.json(&["tools", "--json"]);
    for (tool, hint, value, reason) in [
        (0, "readOnlyHint", false, "the tool is also destructive; the careful value applies"),
        (0, "destructiveHint", true, "declared by the server"),
        (1, "readOnlyHint", true, "declared by the server"),
    ] {
        let found = &tools[tool]["hints"][hint];
        assert_eq!(found["value"], value, "{found}");
        assert_eq!(found["reason"], reason, "{found}");
    }
    assert!(store.ok(&["tools", "--raw"]).lines().eq(&tools_sent_in("contradictory")));
}

#[test]
fn an_endless_list_is_truncated_and_reported() {
    let servers = OddServers::start();
    for way in [Transport::Stdio, Transport::HttpStateless] {
        for mode in ["cursors-in-a-circle", "cursors-at-random", "endless"] {
            let store = Store::new();
            let run = servers.add(&store, way, mode);
            assert_eq!(run.code, 0, "{mode} {way:?}: {}", run.stderr);
            let said = "the list is incomplete: the server has more than 1000 pages";
            assert!(run.stderr.contains(said), "{mode} {way:?}: {}", run.stderr);
            assert_eq!(store.json(&["servers", "--json"])[0]["tools"], 1000, "{mode} {way:?}");
            assert!(
                store.ok(&["servers", "odd"]).contains("list incomplete: more than 1000 pages"),
                "{mode} {way:?}"
            );
        }
    }
}

#[test]
fn an_empty_cursor_is_followed() {
    let servers = OddServers::start();
    for way in TRANSPORTS {
        let store = Store::new();
        assert_eq!(servers.add(&store, way, "empty-cursor-once").code, 0, "{way:?}");
        assert_eq!(tool_names(&store.json(&["tools", "--json"])), ["a", "b"], "{way:?}");
    }
}

#[test]
fn an_oversized_tool_is_skipped_and_reported() {
    let servers = OddServers::start();
    for (mode, said, kept) in [
        (
            "long-description",
            "odd.long: tool has 48828 KiB and was skipped",
            &["get_note", "delete_note"][..],
        ),
        ("too-wide", "odd.wide: tool has 3027 KiB and was skipped", &["get_note"]),
    ] {
        for way in [Transport::Stdio, Transport::HttpStateless] {
            let store = Store::new();
            let run = servers.add(&store, way, mode);
            assert_eq!(run.code, 0, "{mode} {way:?}: {}", run.stderr);
            assert!(run.stderr.contains(said) && run.stderr.len() < 1_000, "{mode} {way:?}: {}", run.stderr);
            assert_eq!(tool_names(&store.json(&["tools", "--json"])), kept, "{mode} {way:?}");
        }
    }
}

#[test]
fn an_oversized_message_is_an_error_with_the_limit() {
    let servers = OddServers::start();
    for way in TRANSPORTS {
        let store = Store::new();
        let run = servers.add(&store, way, "long-message");
        assert_eq!(run.code, 3, "{way:?}");
        assert!(run.stderr.contains("sent a message larger than 64 MiB"), "{way:?}: {}", run.stderr);
    }
}
