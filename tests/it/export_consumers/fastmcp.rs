//! FastMCP loads the exported `mcp.json` and runs the exported script: its client must list what was decided.

use serde_json::{Value, json};

use super::{
    export_toolset, find_tool, golden_file, golden_files, list_tools, python_program, store_with_files,
};

#[test]
fn fastmcp_lists_the_tools_of_every_mcp_json() {
    let goldens = golden_files("fastmcp", ".json");
    let answers =
        list_tools(&goldens.iter().map(|golden| json!({"config": golden.path})).collect::<Vec<_>>());
    let mut checked = 0;
    for (golden, seen) in goldens.iter().zip(&answers) {
        assert_eq!(seen["error"], Value::Null, "{}: {seen}", golden.fixture);
        let config: Value = serde_json::from_str(&golden.text()).unwrap();
        for (name, said) in config["mcpServers"]["github"]["tools"].as_object().into_iter().flatten() {
            let offered = find_tool(seen, name);
            if said["enabled"] == false {
                assert_eq!(offered, None, "{} {name}", golden.fixture);
                continue;
            }
            checked += 1;
            assert_texts(offered.unwrap(), said, &said["arguments"], &golden.fixture);
        }
    }
    assert!(checked > 5, "{checked}");
}

/// Asserts that a listed tool and its parameters have the titles and descriptions of the file.
fn assert_texts(arrived: &Value, expected: &Value, parameters: &Value, context: &str) {
    for key in ["title", "description"] {
        if let Some(text) = expected.get(key) {
            assert_eq!(arrived[key], *text, "{context}: {arrived}");
        }
    }
    for (name, text) in parameters.as_object().into_iter().flatten() {
        let text = text.get("description").unwrap_or(text);
        assert_eq!(arrived["inputSchema"]["properties"][name]["description"], *text, "{context}");
    }
}

/// The embedded JSON of a script, read without Python.
fn embedded_data(script: &str) -> Value {
    let start = script.find("r'''").unwrap() + 4;
    let end = script[start..].find("'''").unwrap();
    serde_json::from_str(&script[start..start + end]).unwrap()
}

#[test]
fn every_script_offers_the_decided_tools_only() {
    let mut goldens = golden_files("fastmcp-script", ".py");
    // Fixtures with a URL have no server that answers, and without a server FastMCP has nothing to proxy.
    goldens.retain(|golden| {
        let servers = embedded_data(&golden.text())["config"]["mcpServers"].take();
        servers.as_object().unwrap().len() == 1
    });
    let run = |golden: &super::GoldenFile| {
        let secret = json!({"GITHUB_TOKEN": "a secret"});
        json!({"command": [python_program(), golden.path], "env": secret, "call": ["create_issue", "delete_repository"]})
    };
    let answers = list_tools(&goldens.iter().map(run).collect::<Vec<_>>());
    let mut hidden = 0;
    for (golden, seen) in goldens.iter().zip(&answers) {
        let data = embedded_data(&golden.text());
        for name in ["create_issue", "delete_repository"] {
            let is_offered =
                data["offered"].as_array().is_none_or(|offered| offered.iter().any(|tool| tool == name));
            let call = &seen["calls"][name];
            if is_offered {
                assert_eq!(call["text"], format!("called {name}"), "{}: {seen}", golden.fixture);
            } else {
                hidden += 1;
                assert_eq!(find_tool(seen, name), None, "{} {name}", golden.fixture);
                assert_eq!(call["refused"], true, "{} {name}", golden.fixture);
            }
        }
        for (name, said) in data["tools"].as_object().unwrap() {
            let arrived = find_tool(seen, name).unwrap();
            assert_texts(arrived, said, &said["parameters"], &golden.fixture);
            for (hint, value) in said["annotations"].as_object().into_iter().flatten() {
                assert_eq!(arrived["annotations"][hint], *value, "{} {name} {hint}", golden.fixture);
            }
        }
    }
    assert!(hidden > 0 && goldens.len() >= 4, "{hidden} {}", goldens.len());
}

#[test]
fn a_script_proxies_a_real_server_with_decided_hints() {
    let store = store_with_files();
    let script = export_toolset(&store, "fastmcp-script", "proxy.py");
    let config = export_toolset(&store, "fastmcp", "mcp.json");
    let run = json!({"command": [python_program(), script], "call": ["list_allowed_directories"]});
    let older = json!({"command": [python_program(), script], "mode": "legacy"});
    let answers = list_tools(&[run, json!({"config": config}), older]);
    let look = find_tool(&answers[0], "list_directory").unwrap();
    assert_eq!(look["title"], "Look into a folder");
    assert_eq!(look["annotations"]["title"], "Look into a folder");
    assert_eq!(look["annotations"]["readOnlyHint"], false);
    assert_eq!(look["annotations"]["openWorldHint"], true);
    let write = find_tool(&answers[0], "write_file").unwrap();
    assert_eq!(write["annotations"]["destructiveHint"], false);
    // Declared hints that were not overridden are unchanged.
    assert_eq!(write["annotations"]["idempotentHint"], true);
    assert_eq!(answers[0]["calls"]["list_allowed_directories"]["refused"], true);
    for seen in &answers {
        let write = find_tool(seen, "write_file").unwrap();
        assert_eq!(write["inputSchema"]["properties"]["content"]["description"], "The text to write");
        assert!(write["description"].as_str().unwrap().contains("Ask first"), "{write}");
        assert_eq!(find_tool(seen, "list_directory").unwrap()["title"], "Look into a folder");
        assert_eq!(seen["tools"].as_array().unwrap().len(), 2, "{seen}");
    }
}

/// A toolset is an allow-list: tools that it does not name are not offered.
#[test]
fn a_tool_that_a_server_adds_later_is_not_offered_with_a_toolset() {
    let store = store_with_files();
    let config = export_toolset(&store, "fastmcp", "mcp.json");
    let mut value: Value = serde_json::from_str(&std::fs::read_to_string(&config).unwrap()).unwrap();
    let servers = value["mcpServers"].as_object_mut().unwrap();
    let mut known = 0;
    for server in servers.values_mut() {
        // As if these tools had not existed when the file was written.
        let tools = server["tools"].as_object_mut().unwrap();
        known += tools.len();
        tools.retain(|_, tool| tool["enabled"] != false);
        known -= tools.len();
    }
    assert!(known > 3, "{known}");
    let later = store.file("later.json", &value.to_string());
    let script = export_toolset(&store, "fastmcp-script", "proxy.py");
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(!text.contains("list_allowed_directories"), "a tool that is not offered is not named");
    let answers = list_tools(&[json!({"config": later}), json!({"command": [python_program(), script]})]);
    for seen in &answers {
        assert_eq!(seen["tools"].as_array().unwrap().len(), 2, "{seen}");
    }
}

/// Control: FastMCP must reject invalid files, or loading would prove nothing.
#[test]
fn fastmcp_rejects_unknown_fields() {
    let store = crate::support::Store::new();
    let text = golden_file("fastmcp", ".json", "decided").text();
    let broken =
        text.replace("\"title\": \"List GitHub issues\"", "\"annotations\": {\"readOnlyHint\": true}");
    assert_ne!(broken, text);
    let answer = &list_tools(&[json!({"config": store.file("mcp.json", &broken)})])[0];
    assert!(answer["error"].as_str().unwrap().contains("Extra inputs are not permitted"), "{answer}");
}
