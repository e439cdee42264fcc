//! Text with control, bidirectional or invisible characters: escaped in all output.

use crate::odd_servers::{OddServers, TRANSPORTS, Transport, script};
use crate::support::{Run, Store};

/// The control and invisible characters in the output of a command.
fn unsafe_characters(text: &str) -> Vec<char> {
    let hidden =
        |c: &char| (c.is_control() && *c != '\n') || "\u{202e}\u{202c}\u{200b}\u{e0041}\u{ad}".contains(*c);
    text.chars().filter(hidden).collect()
}

fn assert_escaped(run: &Run, what: &str) {
    for text in [&run.stdout, &run.stderr] {
        assert_eq!(unsafe_characters(text), [] as [char; 0], "{what}: {text}");
    }
}

const TOOL: &str = "odd.evil \u{1b}[31mred\u{1b}]52;c;cm0gLXJm\u{7} \rover \u{202e}evil\u{202c} \u{200b}zero \u{e0041}tag \u{ad}soft <script>window.__pwned=1</script> </textarea> [x](javascript:alert(1)) {{7*7}} ${7*7}";

#[test]
fn tool_text_is_escaped_by_every_command() {
    let servers = OddServers::start();
    for way in TRANSPORTS {
        let store = Store::new();
        let added = servers.add(&store, way, "hostile-text");
        assert_eq!(added.code, 0, "{}", added.stderr);
        assert_escaped(&added, "add");
        assert!(added.stderr.contains("annotations.readOnlyHint is"), "{}", added.stderr);
        for arguments in [
            &["tools"][..],
            &["servers"],
            &["servers", "odd"],
            &["explain", TOOL],
            &["tools", "no-such\u{1b}[2J:filter"],
        ] {
            let run = store.run(arguments);
            assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
            assert_escaped(&run, arguments[0]);
        }
        let explained = store.ok(&["explain", TOOL]);
        for code in ["‹U+001B›[31m", "‹U+202E›evil", "‹U+200B›", "‹U+E0041›", "‹U+00AD›", "<script>window"]
        {
            assert!(explained.contains(code), "{code}: {explained}");
        }
    }
}

#[test]
fn an_unknown_name_is_escaped() {
    let store = Store::with_demo();
    for arguments in [
        ["explain", "demo.\u{1b}[2Jx"],
        ["explain", "\u{1b}[2J.x"],
        ["scan", "\u{202e}x"],
        ["export", "\u{1b}[2J"],
        ["enable", "\u{9b}2J"],
    ] {
        let run = store.run(&arguments);
        assert_eq!(run.code, 3, "{arguments:?}");
        assert_escaped(&run, arguments[0]);
    }
}

#[test]
fn errors_and_server_output_are_escaped() {
    let servers = OddServers::start();
    let over = |mode| [(Transport::Stdio, mode), (Transport::HttpStateless, mode)];
    let modes = over("list-error")
        .into_iter()
        .chain([(Transport::Stdio, "exits-hostile"), (Transport::Stdio, "noise-hostile")]);
    for (way, mode) in modes {
        let store = Store::new();
        let patience = if mode == "noise-hostile" { "5" } else { "90" };
        let run = servers.add_with_timeout(&store, way, mode, patience);
        assert_eq!(run.code, 3, "{mode}: {}", run.stderr);
        assert!(run.stderr.contains("<script>window.__pwned=1<"), "{mode}: {}", run.stderr);
        assert_escaped(&run, mode);
        assert_escaped(&store.run(&["servers", "odd"]), mode);
        assert_escaped(&store.run(&["scan", "--timeout", patience]), mode);
    }
}

/// JSON output keeps the value: a pipe is not a terminal.
#[test]
fn json_output_is_not_escaped() {
    let store = Store::new();
    store.ok(&["add", "odd", "--yes", "--", "node", &script(), "hostile-text"]);
    let name = store.json(&["tools", "--json"])[0]["name"].as_str().unwrap().to_owned();
    assert_eq!(format!("odd.{name}"), TOOL);
}
