//! A registry of two pages: searching, adding, and treating what it publishes as data.

use serde_json::Value;

use crate::odd_servers::OddServers;
use crate::support::{ROOT, Store, tool_names};

fn start_registry() -> OddServers {
    OddServers::from_script(&format!("{ROOT}/tests/servers/registry.mjs"))
}

fn store_with_registry(registry: &OddServers) -> Store {
    let store = Store::new();
    assert_eq!(store.ok(&["registry", "address", &registry.address]).trim(), registry.address);
    store
}

#[test]
fn a_custom_registry_is_saved_until_it_is_reset() {
    let store = Store::new();
    let public = store.ok(&["registry", "address"]);
    assert!(public.starts_with("https://"), "{public}");
    store.ok(&["registry", "address", "https://registry.example/"]);
    assert_eq!(store.ok(&["registry", "address"]), "https://registry.example\n");
    assert_eq!(store.ok(&["registry", "address", "--public"]), public);
    let run = store.run(&["registry", "address", "ftp://x"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("\"ftp://x\" is not an http or https URL"), "{}", run.stderr);
}

#[test]
fn pages_are_followed_and_an_invalid_entry_is_skipped() {
    let registry = start_registry();
    let store = store_with_registry(&registry);
    let first = store.run(&["registry", "search"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stdout.contains("io.example/notes") && first.stdout.contains("io.example/evil"));
    assert!(!first.stdout.contains("io.example/old"), "{}", first.stdout);
    assert!(first.stderr.contains("Show the next page with --cursor page two"), "{}", first.stderr);
    let second = store.json(&["registry", "search", "--cursor", "page two", "--json"]);
    assert_eq!(tool_names(&second["entries"]), ["io.example/old"]);
    assert_eq!((&second["next"], &second["entries"][0]["status"]), (&Value::Null, &"deprecated".into()));
    assert_eq!(
        tool_names(&store.json(&["registry", "search", "evil", "--json"])["entries"]),
        ["io.example/evil"]
    );
}

#[test]
fn a_server_is_added_with_its_inputs_and_its_secret_is_encrypted() {
    let servers = OddServers::start();
    let registry = OddServers::with_env(
        &format!("{ROOT}/tests/servers/registry.mjs"),
        &[("REMOTE", &servers.url("good"))],
    );
    let store = store_with_registry(&registry);
    let missing = store.run(&["registry", "add", "io.example/notes", "--yes"]);
    assert_eq!(missing.code, 2, "{}", missing.stderr);
    assert!(missing.stderr.contains("tenant") && missing.stderr.contains("X-Api-Key"), "{}", missing.stderr);
    assert!(missing.stderr.contains("--set X-Api-Key (required, secret): Key"), "{}", missing.stderr);

    let given = ["--set", "tenant=acme", "--set", "X-Api-Key=open-sesame-42"];
    let mut arguments = vec!["registry", "add", "io.example/notes", "--yes"];
    arguments.extend(given);
    let run = store.run(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.stderr.contains("open-sesame-42"), "{}", run.stderr);
    assert_eq!(tool_names(&store.json(&["tools", "--json"])), ["get_note", "delete_note"]);
    assert_eq!(store.json(&["servers", "--json"])[0]["name"], "notes");
    let seen = servers.recorded_requests();
    assert_eq!(seen["seen"][0]["headers"]["x-api-key"], "open-sesame-42");
    assert!(store.data_contains("X-Api-Key") && !store.data_contains("open-sesame-42"));
}

#[test]
fn nothing_is_added_without_confirmation() {
    let registry = start_registry();
    let store = store_with_registry(&registry);
    let run =
        store.run(&["registry", "add", "io.example/notes", "--set", "tenant=a", "--set", "X-Api-Key=b"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("confirmation requires a terminal"), "{}", run.stderr);
    assert_eq!(store.json(&["servers", "--json"]), Value::Array(Vec::new()));
}

#[test]
fn tools_of_a_listing_are_shown_as_claims_before_a_server_is_added() {
    let registry = start_registry();
    let store = store_with_registry(&registry);
    let shown = store.ok(&["registry", "show", "io.example/evil"]);
    assert!(shown.contains("3 tools according to the listing, not verified:"), "{shown}");
    for line in ["get‹U+001B›[31m_note‹U+202E›  =read-only", "drop  =destructive", "plain  no hints"]
    {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown}");
    let json = store.json(&["registry", "show", "io.example/evil", "--json"]);
    assert_eq!((&json["toolCount"], &json["tools"][1]["name"]), (&3.into(), &"drop".into()));
    let added = store.run(&["registry", "add", "io.example/evil", "--yes"]);
    assert!(added.stderr.contains("3 tools according to the listing, not verified:"), "{}", added.stderr);
    // Nothing of the listing is stored.
    assert_eq!(store.json(&["tools", "--json"]), Value::Array(Vec::new()));
    assert!(!store.ok(&["registry", "show", "io.example/notes"]).contains("according to the listing"));
}

#[test]
fn registry_text_is_escaped_and_invalid_entries_are_rejected() {
    let registry = start_registry();
    let store = store_with_registry(&registry);
    let listed = store.run(&["registry", "search"]);
    assert!(listed.stdout.contains("‹U+001B›[31mred‹U+202E›"), "{}", listed.stdout);
    for name in ["io.example/evil", "io.example/old"] {
        let run = store.run(&["registry", "add", name, "--yes"]);
        assert_eq!(run.code, 2, "{name}: {}", run.stderr);
        assert!(run.stderr.contains("cannot be added: "), "{name}: {}", run.stderr);
        assert!(!run.stderr.contains(['\u{1b}', '\u{202e}']), "{name}: {}", run.stderr);
    }
    assert_eq!(store.json(&["servers", "--json"]), Value::Array(Vec::new()));
}

#[test]
fn a_failing_registry_is_reported() {
    let registry = start_registry();
    let store = store_with_registry(&registry);
    let run = store.run(&["registry", "add", "io.example/none", "--yes"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("404"), "{}", run.stderr);
    store.ok(&["registry", "address", &format!("{}/broken", registry.address)]);
    let run = store.run(&["registry", "search"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("cannot be read: the registry's response is not JSON"), "{}", run.stderr);
    drop(registry);
    let run = store.run(&["registry", "search"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("could not be reached"), "{}", run.stderr);
}
