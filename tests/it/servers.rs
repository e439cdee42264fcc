//! Server management: secrets, editing, disabling, and inference settings.

use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{ROOT, Store};

const SECRETS: [&str; 2] = ["tok-7f3a91c4e5", "key-2b6d08aa17"];

fn telling() -> String {
    format!("{ROOT}/tests/servers/telling.mjs")
}

fn digest(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The environment and arguments that the server was started with.
fn told(store: &Store) -> Value {
    let tools = store.ok(&["tools", "--raw"]);
    let tool: Value = serde_json::from_str(tools.trim()).unwrap();
    serde_json::from_str(tool["description"].as_str().unwrap()).unwrap()
}

/// The bytes of all files in a folder.
fn bytes(folder: &Path) -> Vec<u8> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { bytes(&path) } else { std::fs::read(path).unwrap() }).collect()
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn secrets_reach_the_server_and_are_in_no_file_and_on_no_screen() {
    let store = Store::new();
    let script = telling();
    let (token, key) = (format!("TOKEN={}", SECRETS[0]), format!("--api-key={}", SECRETS[1]));
    let added = store.run(&["add", "t", "--yes", "--env", &token, "--", "node", &script, &key]);
    assert_eq!(added.code, 0, "{}", added.stderr);
    let told = told(&store);
    assert_eq!(told["token"], digest(SECRETS[0]));
    assert_eq!(told["arguments"], json!([digest(&key)]));
    // The server inherits none of our own variables, such as the vault's passphrase.
    assert_eq!(told["ours"], json!([]));

    let shown = store.ok(&["servers", "t"]) + &store.ok(&["servers", "--json"]) + &added.stderr;
    assert!(shown.contains("TOKEN=••••••") && shown.contains("--api-key=••••••"), "{shown}");
    store.ok(&["export", "hintsmith", "-o", store.data().join("out.json").to_str().unwrap()]);
    let stored = bytes(&store.data());
    assert!(holds(&stored, "TOKEN"), "the name of the variable is stored");
    for secret in SECRETS {
        assert!(!holds(&stored, secret) && !shown.contains(secret), "{secret}");
    }
    store.ok(&["remove", "t"]);
    let again = store.run(&["add", "t", "--yes", "--env", "TOKEN", "--", "node", &script]);
    assert!(again.stderr.contains("TOKEN has no value here; write TOKEN=VALUE"), "{}", again.stderr);
}

#[test]
fn without_a_secret_store_nothing_is_kept_in_plain_text() {
    let store = Store::new();
    let token = format!("TOKEN={}", SECRETS[0]);
    let mut command = store.command(&["add", "t", "--yes", "--env", &token, "--", "node", &telling()]);
    let output = command.env_remove("HINTSMITH_PASSPHRASE").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("no passphrase is set") && said.contains("HINTSMITH_PASSPHRASE"), "{said}");
    assert_eq!(store.ok(&["servers"]), "");
    assert!(!holds(&bytes(&store.data()), SECRETS[0]));
}

#[test]
fn a_changed_command_is_shown_and_agreed_to_again() {
    let store = Store::new();
    let script = telling();
    store.ok(&["add", "t", "--yes", "--", "node", &script, "one"]);
    let refused = store.run(&["edit", "t", "--", "node", &script, "two"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("two") && refused.stderr.contains("not changed"), "{}", refused.stderr);
    assert_eq!(told(&store)["arguments"], json!([digest("one")]));
    let folder = store.path().to_str().unwrap();
    let edited = store.run(&["edit", "t", "--yes", "--folder", folder, "--", "node", &script, "two"]);
    assert_eq!(edited.code, 0, "{}", edited.stderr);
    assert_eq!(told(&store)["arguments"], json!([digest("two")]));
    assert!(Path::new(told(&store)["folder"].as_str().unwrap()).ends_with(store.path().file_name().unwrap()));
}

#[test]
fn what_makes_a_program_run_something_else_is_pointed_out() {
    let store = Store::new();
    let run = store.run(&["add", "t", "--env", "LD_PRELOAD=/x.so", "--env", "A=b", "--", "sh", "-c", "true"]);
    assert_eq!(run.code, 1);
    for said in [
        "The variable LD_PRELOAD loads other code into every program it starts.",
        "This starts a shell: its arguments can run anything.",
        "variable A=b",
        "not added: there is nobody to ask",
    ] {
        assert!(run.stderr.contains(said), "{said}: {}", run.stderr);
    }
    let plain = store.run(&["add", "t", "--url", "http://example.com/mcp"]);
    assert!(plain.stderr.contains("The address is not encrypted"), "{}", plain.stderr);
}

#[test]
fn a_server_that_is_off_is_not_started_and_keeps_its_tools() {
    let store = Store::new();
    store.ok(&["add", "t", "--yes", "--", "node", &telling()]);
    assert!(store.ok(&["servers", "t"]).contains("| telling began"));
    store.ok(&["disable", "t"]);
    let scanned = store.run(&["scan", "t"]);
    assert!(scanned.stderr.contains("t is turned off"), "{}", scanned.stderr);
    assert_eq!(store.run(&["scan"]).code, 0);
    assert_eq!(store.json(&["servers", "--json"])[0]["state"], "off");
    assert_eq!(store.json(&["tools", "--json"]).as_array().unwrap().len(), 1);
    store.ok(&["enable", "t"]);
    assert_eq!(store.run(&["scan", "t"]).code, 0);
}

#[test]
fn a_server_can_be_read_more_broadly_and_back() {
    let store = Store::new();
    store.ok(&["add", "t", "--yes", "--", "node", &telling()]);
    let hint = |name: &str| store.json(&["tools", "--json"])[0]["hints"][name]["value"].clone();
    assert_eq!((hint("destructiveHint"), hint("openWorldHint")), (json!(false), json!(false)));
    store.ok(&["edit", "t", "--destructive", "broad", "--open-world", "external"]);
    assert_eq!((hint("destructiveHint"), hint("openWorldHint")), (json!(true), json!(true)));
    assert!(store.ok(&["servers", "t"]).contains("destructive is read: broad"));
    store.ok(&["edit", "t", "--destructive", "narrow", "--open-world", "by-tool"]);
    assert_eq!((hint("destructiveHint"), hint("openWorldHint")), (json!(false), json!(false)));
}
