//! Decided descriptions on every surface: wrap, gateway from a file, export, drift, environments and undo.

use serde_json::{Value, json};

use crate::support::{ROOT, Store};
use crate::wrap::StdioClient;

const TEXT: &str = "Reads \"one\" note.";
const WRITTEN: &str = r#""description":"Reads \"one\" note.""#;
const DECLARED: &str = r#""description":"Does get_note.""#;

/// A store with a server whose lists contain numbers and keys that only their bytes keep.
fn store_with_spy() -> (Store, Vec<String>) {
    let store = Store::new();
    let heard = store.path().join("heard").to_str().unwrap().to_owned();
    let server = ["node".to_owned(), format!("{ROOT}/tests/servers/spy.mjs"), heard].to_vec();
    let mut add = vec!["add", "spy", "--yes", "--"];
    add.extend(server.iter().map(String::as_str));
    store.ok(&add);
    (store, server)
}

fn list_with(store: &Store, arguments: &[&str]) -> String {
    let mut client = StdioClient::spawn(store.command(arguments));
    client.initialize();
    let list = client.list_tools();
    client.close();
    list
}

#[test]
fn a_decided_description_is_the_only_difference_on_the_wire() {
    let (store, server) = store_with_spy();
    let mut wrap = vec!["wrap", "--server", "spy", "--"];
    wrap.extend(server.iter().map(String::as_str));
    let before = list_with(&store, &wrap);
    assert!(before.contains(DECLARED) && before.contains("1e400"), "{before}");

    store.ok(&["set", "spy.get_note", &format!("description={TEXT}"), "--because", "clearer"]);
    let decided = before.replacen(DECLARED, WRITTEN, 1);
    assert_eq!(list_with(&store, &wrap), decided);

    // The same from a file alone, with the gateway.
    let file = store.path().join("decided.json").to_str().unwrap().to_owned();
    store.ok(&["export", "hintsmith", "-o", &file]);
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let tool = &document["servers"]["spy"]["tools"]["get_note"];
    assert_eq!((&tool["description"], &tool["because"]["description"]), (&json!(TEXT), &json!("clearer")));
    document["mcpServers"] = json!({"spy": {"command": server[0], "args": server[1..]}});
    let file = store.file("gateway.json", &document.to_string());
    let served = list_with(&store, &["gateway", "--file", &file]);
    assert!(served.contains(WRITTEN) && !served.contains(DECLARED), "{served}");

    // Notes follow the decided text.
    store.ok(&["note", "add", "spy.get_note", "team", "Ask which"]);
    let noted =
        r#""description":"Reads \"one\" note.\n\n### Additional Tool Notes\n\n• **team**: Ask which""#;
    assert_eq!(list_with(&store, &wrap), before.replacen(DECLARED, noted, 1));

    store.ok(&["note", "remove", "spy.get_note", "team"]);
    store.ok(&["unset", "spy.get_note", "description"]);
    assert_eq!(list_with(&store, &wrap), before);
    store.ok(&["undo"]);
    assert_eq!(list_with(&store, &wrap), decided);
}

#[test]
fn a_decided_description_is_exported_imported_and_reported() {
    let (store, _) = store_with_spy();
    store.ok(&["env", "add", "prod"]);
    store.ok(&["set", "spy.get_note", &format!("description={TEXT}")]);
    store.ok(&["set", "spy.get_note", "description=For prod.", "--env", "prod"]);
    let exported =
        |target: &str, environment: &[&str]| store.ok(&[&["export", target], environment].concat());
    assert!(exported("fastmcp", &[]).contains("Reads \\\"one\\\" note."), "{}", exported("fastmcp", &[]));
    assert!(exported("toolhive-cli", &["--env", "prod"]).contains("For prod."));
    // A format without a place for it says so.
    let run = store.run(&["export", "claude-code"]);
    assert!(run.stderr.contains("description"), "{}", run.stderr);

    let file = store.file("all.json", &exported("hintsmith", &[]));
    let (other, _) = store_with_spy();
    other.ok(&["apply", &file, "--yes"]);
    assert_eq!(other.ok(&["export", "hintsmith"]), std::fs::read_to_string(&file).unwrap());

    let compared = store.run(&["env", "compare", "base", "prod"]);
    assert!(compared.stdout.contains("For prod."), "{}", compared.stdout);
    // Hidden characters in a decided text are reported where it is set, and by lint.
    let run = store.run(&["set", "spy.get_note", "description=Reads\u{202e} it."]);
    assert!(
        run.stderr.contains("the decided text of “description” contains invisible characters: U+202E"),
        "{}",
        run.stderr
    );
    let lint = store.run(&["lint"]);
    assert!(lint.stdout.contains("U+202E"), "{}", lint.stdout);
}

#[test]
fn a_decided_description_is_compared_with_the_servers_new_text() {
    let store = Store::new();
    let list = |text: &str| {
        let tool = json!({"name": "get_note", "description": text, "inputSchema": {"type": "object"}});
        store.file("list.json", &json!({"tools": [tool]}).to_string())
    };
    store.ok(&["add", "s", "--yes", "--file", &list("Reads a note.")]);
    store.ok(&["set", "s.get_note", "description=Reads one note."]);
    store.ok(&["scan", "s"]);
    list("Reads a note and its history.");
    store.ok(&["scan", "s"]);
    let diff = store.run(&["diff"]);
    assert!(
        diff.stdout
            .contains("your description stays; the server's new text → yours: Reads [-a-]{+one+} note"),
        "{}",
        diff.stdout
    );
    let explained = store.json(&["explain", "s.get_note", "--json"]);
    let field = &explained["fields"]["description"];
    assert_eq!(
        (&field["value"], &field["superseded"], &field["declared"]),
        (&json!("Reads one note."), &json!("contradicted"), &json!("Reads a note and its history."))
    );
    // Accepting the tool confirms the decided text.
    store.ok(&["review", "accept", "s.get_note"]);
    assert_eq!(
        store.json(&["explain", "s.get_note", "--json"])["fields"]["description"]["superseded"],
        json!(null)
    );
}

#[test]
fn a_parameter_that_the_tool_does_not_have_is_refused() {
    let store = Store::with_demo();
    let run = store.run(&["set", "demo.nc_notes_get_note", "parameter:note_idd=The note."]);
    assert!(run.code != 0 && run.stderr.contains("has no parameter note_idd"), "{} {}", run.code, run.stderr);
    assert!(run.stderr.contains("Did you mean note_id?"), "{}", run.stderr);
}
