//! Upload scripts beside exported payloads: each runs against a mock API, which must receive what the file
//! contains.

mod api;

use std::process::{Command, Output};

use serde_json::{Value, json};

use self::api::{Api, Request};
use super::{ask_python, golden, goldens};
use crate::support::{ROOT, Store};

const TOKEN: &str = "a-token-of-a-test";

/// Runs a script with the token in the environment; it must leave no file behind.
fn run(script: &str, store: &Store, variables: &[(&str, &str)]) -> Output {
    let work = store.path().join("work");
    std::fs::create_dir_all(&work).unwrap();
    let output =
        Command::new("sh").arg(script).envs(variables.iter().copied()).env("TMPDIR", &work).output().unwrap();
    assert_eq!(std::fs::read_dir(&work).unwrap().count(), 0, "the token was in a file that is gone now");
    output
}

/// The content of a target's file, and the path of the script beside it.
fn payload(target: &str, fixture: &str) -> (Value, String) {
    let text = golden(target, ".json", fixture).text();
    (serde_json::from_str(&text).unwrap(), golden(target, ".sh", fixture).path)
}

/// The bodies of the requests that change something.
fn sent(arrived: &[Request], path: &str) -> Vec<Value> {
    let changes = arrived.iter().filter(|request| request.method != "GET" && request.path == path);
    changes.map(|request| serde_json::from_str(&request.body).unwrap()).collect()
}

fn finish(output: &Output, api: &Api, header: &str) -> Vec<Request> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let arrived = api.arrived();
    for request in &arrived {
        assert!(request.head.contains(header), "{}", request.head);
    }
    arrived
}

#[test]
fn every_script_can_be_read_by_its_shell_or_by_python() {
    let targets = ["cloudflare", "contextforge", "gram", "gram-variations", "litellm"];
    for script in targets.iter().flat_map(|target| goldens(target, ".sh")) {
        let read = Command::new("sh").args(["-n", &script.path]).output().unwrap();
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
        assert!(!script.text().contains(TOKEN));
    }
    let scripts = goldens("fastmcp-script", ".py");
    let scripts: Vec<&str> = scripts.iter().map(|golden| golden.path.as_str()).collect();
    assert_eq!(ask_python("compiles.py", &json!(scripts)), json!([]));
}

#[test]
fn contextforge_is_sent_every_update_under_the_id_of_its_tool() {
    let store = Store::new();
    let names = ["list_issues", "create_issue", "delete_repository"];
    let tools: Vec<Value> = names
        .iter()
        .map(|name| json!({"id": format!("id-of-{name}"), "originalName": name, "gatewaySlug": "github"}))
        .collect();
    let api = Api::start(move |request| match request.method.as_str() {
        "GET" => json!(tools),
        _ => json!({}),
    });
    let (updates, script) = payload("contextforge", "toolset");
    let output = run(&script, &store, &[("CONTEXTFORGE_URL", &api.url), ("CONTEXTFORGE_TOKEN", TOKEN)]);
    let arrived = finish(&output, &api, &format!("Authorization: Bearer {TOKEN}"));
    let mut hidden = 0;
    for update in updates.as_array().unwrap() {
        let id = format!("/tools/id-of-{}", update["tool"].as_str().unwrap());
        if let Some(expected) = update.get("update") {
            assert_eq!(sent(&arrived, &id), std::slice::from_ref(expected));
        }
        if let Some(active) = update.get("active") {
            hidden += usize::from(active == false);
            let state = format!("{id}/state?activate={active}");
            assert!(arrived.iter().any(|request| request.path == state), "{state}");
        }
    }
    assert_eq!(hidden, 1);

    // A missing tool is reported, and nothing is sent for it.
    let empty = Api::start(|_| json!([]));
    let output = run(&script, &store, &[("CONTEXTFORGE_URL", &empty.url), ("CONTEXTFORGE_TOKEN", TOKEN)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not found: github.list_issues"));
    assert_eq!(empty.arrived().len(), 1);
}

#[test]
fn gram_is_sent_the_tools_of_each_server_under_its_id() {
    let store = Store::new();
    let api = Api::start(|request| match request.method.as_str() {
        "GET" => {
            json!({"mcp_servers": [{"id": "1", "name": "github"}, {"id": "2", "name": "L", "slug": "linear"}]})
        }
        _ => json!({"deleted": 0}),
    });
    let (updates, script) = payload("gram", "decided");
    let output =
        run(&script, &store, &[("GRAM_URL", &api.url), ("GRAM_KEY", TOKEN), ("GRAM_PROJECT", "ours")]);
    let arrived = finish(&output, &api, &format!("Gram-Key: {TOKEN}\r\nGram-Project: ours"));
    let expected =
        [("1", 0), ("2", 1)].map(|(id, at)| json!({"mcp_server_id": id, "tools": updates[at]["tools"]}));
    assert_eq!(sent(&arrived, "/rpc/mcpServers.setToolMetadataBatch"), expected);
}

#[test]
fn gram_is_sent_variations_and_replaces_none_unasked() {
    let store = Store::new();
    let api = Api::start(|_| json!({"variations": []}));
    let (updates, script) = payload("gram-variations", "odd-names");
    let variables = |url| [("GRAM_URL", url), ("GRAM_KEY", TOKEN), ("GRAM_PROJECT", "ours")];
    let output = run(&script, &store, &variables(api.url.as_str()));
    let arrived = finish(&output, &api, &format!("Gram-Key: {TOKEN}"));
    assert_eq!(json!(sent(&arrived, "/rpc/variations.upsertGlobal")), updates);
    assert!(!updates.as_array().unwrap().is_empty());

    let urn = updates[0]["src_tool_urn"].clone();
    let taken = Api::start(move |_| json!({"variations": [{"src_tool_urn": urn}]}));
    let output = run(&script, &store, &variables(taken.url.as_str()));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(taken.arrived().len(), 1, "it only looked");
}

#[test]
fn litellm_is_sent_descriptions_beside_those_it_has() {
    let store = Store::new();
    let api = Api::start(|_| {
        json!([{"server_id": "7", "server_name": "github", "transport": "stdio", "url": null, "command": "x",
            "tool_name_to_description": {"mine": "My words"}}])
    });
    let (updates, script) = payload("litellm", "decided");
    let output = run(&script, &store, &[("LITELLM_URL", &api.url), ("LITELLM_KEY", TOKEN)]);
    let arrived = finish(&output, &api, &format!("Authorization: Bearer {TOKEN}"));
    let mut descriptions = json!({"mine": "My words"});
    let ours = &updates[0]["update"]["tool_name_to_description"]["create_issue"];
    descriptions["create_issue"] = ours.clone();
    assert!(ours.is_string());
    let expected = json!({"server_id": "7", "transport": "stdio", "command": "x",
        "tool_name_to_description": descriptions});
    assert_eq!(sent(&arrived, "/v1/mcp/server"), [expected]);
}

#[test]
fn cloudflare_is_sent_the_tools_of_a_server_that_is_there() {
    let store = Store::new();
    let api = Api::start(|_| json!({"success": true}));
    let (updates, script) = payload("cloudflare", "toolset");
    let account =
        [("CLOUDFLARE_ACCOUNT_ID", "ours"), ("CLOUDFLARE_API_TOKEN", TOKEN), ("CLOUDFLARE_URL", &api.url)];
    let output = run(&script, &store, &account);
    let arrived = finish(&output, &api, &format!("Authorization: Bearer {TOKEN}"));
    let path = "/accounts/ours/access/ai-controls/mcp/servers/github";
    assert_eq!(sent(&arrived, path), [json!({"updated_tools": updates[0]["updated_tools"]})]);
}

/// Without the variable for its token a script stops before the first request.
#[test]
fn no_script_starts_without_its_token() {
    let store = Store::new();
    for target in ["cloudflare", "contextforge", "gram", "gram-variations", "litellm"] {
        let (_, script) = payload(target, "decided");
        assert!(script.starts_with(ROOT));
        let output = run(&script, &store, &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains("not set"), "{target}: {told}");
    }
}
