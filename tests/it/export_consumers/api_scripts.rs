//! Upload scripts beside exported payloads: each runs against a mock API, which must receive what the file
//! contains.

mod api;

use std::process::{Command, Output};

use serde_json::{Value, json};

use self::api::{MockApi, Request};
use super::{golden_file, golden_files, run_python};
use crate::support::{ROOT, Store};

const TOKEN: &str = "a-token-of-a-test";

/// Runs a script with the token in the environment; it must leave no file behind.
fn run_script(script: &str, store: &Store, variables: &[(&str, &str)]) -> Output {
    let work = store.path().join("work");
    std::fs::create_dir_all(&work).unwrap();
    let output =
        Command::new("sh").arg(script).envs(variables.iter().copied()).env("TMPDIR", &work).output().unwrap();
    assert_eq!(std::fs::read_dir(&work).unwrap().count(), 0, "the token was in a file that is gone now");
    output
}

/// The content of a target's file, and the path of the script beside it.
fn payload(target: &str, fixture: &str) -> (Value, String) {
    let text = golden_file(target, ".json", fixture).text();
    (serde_json::from_str(&text).unwrap(), golden_file(target, ".sh", fixture).path)
}

/// The bodies of the requests that change something.
fn sent_bodies(arrived: &[Request], path: &str) -> Vec<Value> {
    let changes = arrived.iter().filter(|request| request.method != "GET" && request.path == path);
    changes.map(|request| serde_json::from_str(&request.body).unwrap()).collect()
}

fn received_requests(output: &Output, api: &MockApi, header: &str) -> Vec<Request> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let arrived = api.requests();
    for request in &arrived {
        assert!(request.head.contains(header), "{}", request.head);
    }
    arrived
}

#[test]
fn every_script_has_valid_syntax() {
    let targets = ["cloudflare", "contextforge", "gram", "gram-variations", "litellm"];
    for script in targets.iter().flat_map(|target| golden_files(target, ".sh")) {
        let read = Command::new("sh").args(["-n", &script.path]).output().unwrap();
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
        assert!(!script.text().contains(TOKEN));
    }
    let scripts = golden_files("fastmcp-script", ".py");
    let scripts: Vec<&str> = scripts.iter().map(|golden| golden.path.as_str()).collect();
    assert_eq!(run_python("compiles.py", &json!(scripts)), json!([]));
}

#[test]
fn contextforge_receives_every_update_under_its_tool_id() {
    let store = Store::new();
    let names = ["list_issues", "create_issue", "delete_repository"];
    let tools: Vec<Value> = names
        .iter()
        .map(|name| json!({"id": format!("id-of-{name}"), "originalName": name, "gatewaySlug": "github"}))
        .collect();
    let api = MockApi::start(move |request| match request.method.as_str() {
        "GET" => json!(tools),
        _ => json!({}),
    });
    let (updates, script) = payload("contextforge", "toolset");
    let output =
        run_script(&script, &store, &[("CONTEXTFORGE_URL", &api.url), ("CONTEXTFORGE_TOKEN", TOKEN)]);
    let arrived = received_requests(&output, &api, &format!("Authorization: Bearer {TOKEN}"));
    let mut hidden = 0;
    for update in updates.as_array().unwrap() {
        let id = format!("/tools/id-of-{}", update["tool"].as_str().unwrap());
        if let Some(expected) = update.get("update") {
            assert_eq!(sent_bodies(&arrived, &id), std::slice::from_ref(expected));
        }
        if let Some(active) = update.get("active") {
            hidden += usize::from(active == false);
            let state = format!("{id}/state?activate={active}");
            assert!(arrived.iter().any(|request| request.path == state), "{state}");
        }
    }
    assert_eq!(hidden, 1);

    // A missing tool is reported, and nothing is sent for it.
    let empty = MockApi::start(|_| json!([]));
    let output =
        run_script(&script, &store, &[("CONTEXTFORGE_URL", &empty.url), ("CONTEXTFORGE_TOKEN", TOKEN)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not found: github.list_issues"));
    assert_eq!(empty.requests().len(), 1);
}

#[test]
fn gram_receives_the_tools_of_each_server_under_its_id() {
    let store = Store::new();
    let api = MockApi::start(|request| match request.method.as_str() {
        "GET" => {
            json!({"mcp_servers": [{"id": "1", "name": "github"}, {"id": "2", "name": "L", "slug": "linear"}]})
        }
        _ => json!({"deleted": 0}),
    });
    let (updates, script) = payload("gram", "decided");
    let output =
        run_script(&script, &store, &[("GRAM_URL", &api.url), ("GRAM_KEY", TOKEN), ("GRAM_PROJECT", "ours")]);
    let arrived = received_requests(&output, &api, &format!("Gram-Key: {TOKEN}\r\nGram-Project: ours"));
    let expected =
        [("1", 0), ("2", 1)].map(|(id, at)| json!({"mcp_server_id": id, "tools": updates[at]["tools"]}));
    assert_eq!(sent_bodies(&arrived, "/rpc/mcpServers.setToolMetadataBatch"), expected);
}

#[test]
fn gram_variations_are_not_replaced_by_default() {
    let store = Store::new();
    let api = MockApi::start(|_| json!({"variations": []}));
    let (updates, script) = payload("gram-variations", "odd-names");
    let variables = |url| [("GRAM_URL", url), ("GRAM_KEY", TOKEN), ("GRAM_PROJECT", "ours")];
    let output = run_script(&script, &store, &variables(api.url.as_str()));
    let arrived = received_requests(&output, &api, &format!("Gram-Key: {TOKEN}"));
    assert_eq!(json!(sent_bodies(&arrived, "/rpc/variations.upsertGlobal")), updates);
    assert!(!updates.as_array().unwrap().is_empty());

    let urn = updates[0]["src_tool_urn"].clone();
    let taken = MockApi::start(move |_| json!({"variations": [{"src_tool_urn": urn}]}));
    let output = run_script(&script, &store, &variables(taken.url.as_str()));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(taken.requests().len(), 1, "it only looked");
}

#[test]
fn litellm_keeps_its_existing_descriptions() {
    let store = Store::new();
    let api = MockApi::start(|_| {
        json!([{"server_id": "7", "server_name": "github", "transport": "stdio", "url": null, "command": "x",
            "tool_name_to_description": {"mine": "My words"}}])
    });
    let (updates, script) = payload("litellm", "decided");
    let output = run_script(&script, &store, &[("LITELLM_URL", &api.url), ("LITELLM_KEY", TOKEN)]);
    let arrived = received_requests(&output, &api, &format!("Authorization: Bearer {TOKEN}"));
    let mut descriptions = json!({"mine": "My words"});
    let ours = &updates[0]["update"]["tool_name_to_description"]["create_issue"];
    descriptions["create_issue"] = ours.clone();
    assert!(ours.is_string());
    let expected = json!({"server_id": "7", "transport": "stdio", "command": "x",
        "tool_name_to_description": descriptions});
    assert_eq!(sent_bodies(&arrived, "/v1/mcp/server"), [expected]);
}

#[test]
fn cloudflare_receives_the_tools_of_an_existing_server() {
    let store = Store::new();
    let api = MockApi::start(|_| json!({"success": true}));
    let (updates, script) = payload("cloudflare", "toolset");
    let account =
        [("CLOUDFLARE_ACCOUNT_ID", "ours"), ("CLOUDFLARE_API_TOKEN", TOKEN), ("CLOUDFLARE_URL", &api.url)];
    let output = run_script(&script, &store, &account);
    let arrived = received_requests(&output, &api, &format!("Authorization: Bearer {TOKEN}"));
    let path = "/accounts/ours/access/ai-controls/mcp/servers/github";
    assert_eq!(sent_bodies(&arrived, path), [json!({"updated_tools": updates[0]["updated_tools"]})]);
}

/// Without the variable for its token a script stops before the first request.
#[test]
fn no_script_starts_without_its_token() {
    let store = Store::new();
    for target in ["cloudflare", "contextforge", "gram", "gram-variations", "litellm"] {
        let (_, script) = payload(target, "decided");
        assert!(script.starts_with(ROOT));
        let output = run_script(&script, &store, &[]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && stderr.contains("not set"), "{target}: {stderr}");
    }
}
