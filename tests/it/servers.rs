//! Server management: secrets, editing, disabling, and inference settings.

use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{ROOT, Store};

const SECRETS: [&str; 2] = ["tok-7f3a91c4e5", "key-2b6d08aa17"];

fn script_path() -> String {
    format!("{ROOT}/tests/servers/telling.mjs")
}

fn digest(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The environment and arguments that the server was started with.
fn reported(store: &Store) -> Value {
    let tools = store.ok(&["tools", "--raw"]);
    let tool: Value = serde_json::from_str(tools.trim()).unwrap();
    serde_json::from_str(tool["description"].as_str().unwrap()).unwrap()
}

/// The bytes of all files in a folder.
fn all_bytes(folder: &Path) -> Vec<u8> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { all_bytes(&path) } else { std::fs::read(path).unwrap() })
        .collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn secrets_reach_the_server_and_are_neither_stored_nor_shown() {
    let store = Store::new();
    let script = script_path();
    let (token, key) = (format!("TOKEN={}", SECRETS[0]), format!("--api-key={}", SECRETS[1]));
    let added = store.run(&["add", "t", "--yes", "--env-var", &token, "--", "node", &script, &key]);
    assert_eq!(added.code, 0, "{}", added.stderr);
    let report = reported(&store);
    assert_eq!(report["token"], digest(SECRETS[0]));
    assert_eq!(report["arguments"], json!([digest(&key)]));
    // The server inherits none of our own variables, such as the vault's passphrase.
    assert_eq!(report["ours"], json!([]));

    let shown = store.ok(&["servers", "t"]) + &store.ok(&["servers", "--json"]) + &added.stderr;
    assert!(shown.contains("TOKEN=••••••") && shown.contains("--api-key=••••••"), "{shown}");
    store.ok(&["export", "hintsmith", "-o", store.data_dir().join("out.json").to_str().unwrap()]);
    let stored = all_bytes(&store.data_dir());
    assert!(contains(&stored, "TOKEN"), "the name of the variable is stored");
    for secret in SECRETS {
        assert!(!contains(&stored, secret) && !shown.contains(secret), "{secret}");
    }
    store.ok(&["remove", "t", "--yes"]);
    let again = store.run(&["add", "t", "--yes", "--env-var", "TOKEN", "--", "node", &script]);
    assert!(again.stderr.contains("TOKEN is not set; write TOKEN=VALUE"), "{}", again.stderr);
}

#[test]
fn without_a_secret_store_nothing_is_stored_in_plain_text() {
    let store = Store::new();
    let token = format!("TOKEN={}", SECRETS[0]);
    let mut command =
        store.command(&["add", "t", "--yes", "--env-var", &token, "--", "node", &script_path()]);
    let output = command.env_remove("HINTSMITH_PASSPHRASE").output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("no passphrase is set") && stderr.contains("HINTSMITH_PASSPHRASE"), "{stderr}");
    assert_eq!(store.ok(&["servers"]), "");
    assert!(!contains(&all_bytes(&store.data_dir()), SECRETS[0]));
}

#[test]
fn a_changed_command_needs_confirmation_again() {
    let store = Store::new();
    let script = script_path();
    store.ok(&["add", "t", "--yes", "--", "node", &script, "one"]);
    let refused = store.run(&["edit", "t", "--", "node", &script, "two"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("two") && refused.stderr.contains("not changed"), "{}", refused.stderr);
    assert_eq!(reported(&store)["arguments"], json!([digest("one")]));
    let folder = store.path().to_str().unwrap();
    let edited = store.run(&["edit", "t", "--yes", "--folder", folder, "--", "node", &script, "two"]);
    assert_eq!(edited.code, 0, "{}", edited.stderr);
    assert_eq!(reported(&store)["arguments"], json!([digest("two")]));
    assert!(
        Path::new(reported(&store)["folder"].as_str().unwrap()).ends_with(store.path().file_name().unwrap())
    );
}

#[test]
fn dangerous_variables_and_shells_are_flagged() {
    let store = Store::new();
    let run = store.run(&[
        "add",
        "t",
        "--env-var",
        "LD_PRELOAD=/x.so",
        "--env-var",
        "A=b",
        "--",
        "sh",
        "-c",
        "true",
    ]);
    assert_eq!(run.code, 1);
    for said in [
        "The variable LD_PRELOAD loads other code into every program it starts.",
        "This starts a shell: its arguments can run anything.",
        "variable A=b",
        "not added: confirmation requires a terminal",
    ] {
        assert!(run.stderr.contains(said), "{said}: {}", run.stderr);
    }
    let plain = store.run(&["add", "t", "--url", "http://example.com/mcp"]);
    assert!(plain.stderr.contains("The address is not encrypted"), "{}", plain.stderr);
}

#[test]
fn a_disabled_server_is_not_started_and_keeps_its_tools() {
    let store = Store::new();
    store.ok(&["add", "t", "--yes", "--", "node", &script_path()]);
    assert!(store.ok(&["servers", "t"]).contains("| telling began"));
    store.ok(&["disable", "t"]);
    let scanned = store.run(&["scan", "t"]);
    assert!(scanned.stderr.contains("t is disabled"), "{}", scanned.stderr);
    assert_eq!(store.run(&["scan"]).code, 0);
    assert_eq!(store.json(&["servers", "--json"])[0]["state"], "off");
    assert_eq!(store.json(&["tools", "--json"]).as_array().unwrap().len(), 1);
    store.ok(&["enable", "t"]);
    assert_eq!(store.run(&["scan", "t"]).code, 0);
}

#[test]
fn inference_settings_can_be_changed_and_reset() {
    let store = Store::new();
    store.ok(&["add", "t", "--yes", "--", "node", &script_path()]);
    let hint = |name: &str| store.json(&["tools", "--json"])[0]["hints"][name]["value"].clone();
    assert_eq!((hint("destructiveHint"), hint("openWorldHint")), (json!(false), json!(false)));
    store.ok(&["edit", "t", "--destructive", "broad", "--open-world", "external"]);
    assert_eq!((hint("destructiveHint"), hint("openWorldHint")), (json!(true), json!(true)));
    assert!(store.ok(&["servers", "t"]).contains("destructive: broad"));
    store.ok(&["edit", "t", "--destructive", "narrow", "--open-world", "by-tool"]);
    assert_eq!((hint("destructiveHint"), hint("openWorldHint")), (json!(false), json!(false)));
}

#[test]
fn a_server_that_fails_is_added_only_with_keep() {
    let store = Store::new();
    let fails = ["--", "node", "-e", "process.exit(3)"];
    let run = store.run(&[&["add", "gone", "--yes"][..], &fails].concat());
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("gone was not added"), "{}", run.stderr);
    assert_eq!(store.json(&["servers", "--json"]).as_array().unwrap().len(), 0);
    assert_eq!(store.run(&[&["add", "gone", "--yes", "--keep"][..], &fails].concat()).code, 3);
    assert_eq!(store.json(&["servers", "--json"])[0]["state"], "failed");
}

#[test]
fn removing_a_server_asks_first() {
    let store = Store::with_demo();
    let run = store.run(&["remove", "demo"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("not removed"), "{}", run.stderr);
    assert_eq!(store.json(&["servers", "--json"]).as_array().unwrap().len(), 1);
}

#[test]
fn several_servers_are_disabled_at_once_or_none() {
    let store = Store::with_demo();
    let list = store.file("tools.json", r#"{"tools":[]}"#);
    store.ok(&["add", "saved", "--yes", "--file", &list]);
    let run = store.run(&["disable", "saved", "demmo"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("Did you mean demo?"), "{}", run.stderr);
    let states = || {
        let servers = store.json(&["servers", "--json"]);
        let states = servers.as_array().unwrap().iter().map(|server| server["state"].to_string());
        states.collect::<Vec<_>>()
    };
    assert!(!states().contains(&"\"off\"".to_owned()), "{:?}", states());
    store.ok(&["disable", "saved", "demo"]);
    assert_eq!(states(), ["\"off\"", "\"off\""]);
}

#[test]
fn edit_keeps_what_is_not_given() {
    let store = Store::new();
    let command = ["--", "/bin/false", "first"];
    let added =
        store.run(&[&["add", "s", "--yes", "--keep", "-e", "A=1", "-e", "B=2"][..], &command].concat());
    assert_eq!(added.code, 3, "{}", added.stderr);
    let folder = store.path().display().to_string();
    store.run(&["edit", "s", "--yes", "-e", "B=3", "--folder", &folder]);
    let connection = store.json(&["servers", "s", "--json"])["connection"].clone();
    assert_eq!(connection["command"], json!(["/bin/false", "first"]));
    assert_eq!(connection["folder"], json!(folder));
    let variables = connection["variables"].as_array().unwrap().iter().map(|v| (&v["name"], &v["value"]));
    assert_eq!(variables.collect::<Vec<_>>(), [(&json!("A"), &json!("1")), (&json!("B"), &json!("3"))]);

    let document = json!({
        "openapi": "3.1.0",
        "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
        "paths": {"/a": {"get": {"tags": ["x"]}}, "/b": {"get": {}}},
    });
    let document = store.file("shop.json", &document.to_string());
    let base = "http://127.0.0.1:9/v1";
    let add = ["add", "shop", "--yes", "--openapi", &document, "--operations", "tag:x", "--base-url", base];
    store.ok(&[&add[..], &["--credential", "key=hunter2"]].concat());
    let connection = || store.json(&["servers", "shop", "--json"])["connection"].clone();
    let before = connection();
    store.ok(&["edit", "shop", "--yes", "--openapi", &document]);
    assert_eq!(connection(), before);
    store.ok(&["edit", "shop", "--yes", "--operations", "get_b"]);
    assert_eq!((&connection()["operations"], &connection()["baseUrl"]), (&json!(["get_b"]), &json!(base)));
    store.ok(&["edit", "shop", "--yes", "--operations", "*"]);
    assert_eq!((&connection()["operations"], &connection()["variables"]), (&json!([]), &before["variables"]));

    let run = store.run(&["edit", "s", "--yes", "--base-url", base]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("for servers of an OpenAPI document"), "{}", run.stderr);
}
