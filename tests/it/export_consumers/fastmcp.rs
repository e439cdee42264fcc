//! FastMCP loads the exported `mcp.json` and runs the exported script: its client must list what was decided.

use serde_json::{Value, json};

use super::{fresh, golden, goldens, python_program, seen, tool, with_files};

#[test]
fn fastmcp_offers_what_every_mcp_json_says() {
    let goldens = goldens("fastmcp", ".json");
    let answers = seen(&goldens.iter().map(|golden| json!({"config": golden.path})).collect::<Vec<_>>());
    let mut checked = 0;
    for (golden, seen) in goldens.iter().zip(&answers) {
        assert_eq!(seen["error"], Value::Null, "{}: {seen}", golden.fixture);
        let config: Value = serde_json::from_str(&golden.text()).unwrap();
        for (name, said) in config["mcpServers"]["github"]["tools"].as_object().into_iter().flatten() {
            let offered = tool(seen, name);
            if said["enabled"] == false {
                assert_eq!(offered, None, "{} {name}", golden.fixture);
                continue;
            }
            checked += 1;
            says(offered.unwrap(), said, &said["arguments"], &golden.fixture);
        }
    }
    assert!(checked > 5, "{checked}");
}

/// Asserts that a listed tool and its parameters have the titles and descriptions of the file.
fn says(arrived: &Value, said: &Value, parameters: &Value, told: &str) {
    for key in ["title", "description"] {
        if let Some(text) = said.get(key) {
            assert_eq!(arrived[key], *text, "{told}: {arrived}");
        }
    }
    for (name, text) in parameters.as_object().into_iter().flatten() {
        let text = text.get("description").unwrap_or(text);
        assert_eq!(arrived["inputSchema"]["properties"][name]["description"], *text, "{told}");
    }
}

/// The embedded JSON of a script, read without Python.
fn data(script: &str) -> Value {
    let start = script.find("r'''").unwrap() + 4;
    let end = script[start..].find("'''").unwrap();
    serde_json::from_str(&script[start..start + end]).unwrap()
}

#[test]
fn every_script_offers_what_was_decided_and_calls_nothing_else() {
    let mut goldens = goldens("fastmcp-script", ".py");
    // Fixtures with a URL have no server that answers, and without a server FastMCP has nothing to proxy.
    goldens.retain(|golden| {
        let servers = data(&golden.text())["config"]["mcpServers"].take();
        servers.as_object().unwrap().len() == 1
    });
    let run = |golden: &super::Golden| {
        let secret = json!({"GITHUB_TOKEN": "a secret"});
        json!({"command": [python_program(), golden.path], "env": secret, "call": ["create_issue", "delete_repository"]})
    };
    let answers = seen(&goldens.iter().map(run).collect::<Vec<_>>());
    let mut hidden = 0;
    for (golden, seen) in goldens.iter().zip(&answers) {
        let data = data(&golden.text());
        for name in ["create_issue", "delete_repository"] {
            let is_offered =
                data["offered"].as_array().is_none_or(|offered| offered.iter().any(|tool| tool == name));
            let call = &seen["calls"][name];
            if is_offered {
                assert_eq!(call["text"], format!("called {name}"), "{}: {seen}", golden.fixture);
            } else {
                hidden += 1;
                assert_eq!(tool(seen, name), None, "{} {name}", golden.fixture);
                assert_eq!(call["refused"], true, "{} {name}", golden.fixture);
            }
        }
        for (name, said) in data["tools"].as_object().unwrap() {
            let arrived = tool(seen, name).unwrap();
            says(arrived, said, &said["parameters"], &golden.fixture);
            for (hint, value) in said["annotations"].as_object().into_iter().flatten() {
                assert_eq!(arrived["annotations"][hint], *value, "{} {name} {hint}", golden.fixture);
            }
        }
    }
    assert!(hidden > 0 && goldens.len() >= 4, "{hidden} {}", goldens.len());
}

#[test]
fn a_script_in_front_of_a_real_server_says_the_hints_that_were_decided() {
    let store = with_files();
    let script = fresh(&store, "fastmcp-script", "proxy.py");
    let config = fresh(&store, "fastmcp", "mcp.json");
    let run = json!({"command": [python_program(), script], "call": ["list_allowed_directories"]});
    let older = json!({"command": [python_program(), script], "mode": "legacy"});
    let answers = seen(&[run, json!({"config": config}), older]);
    let look = tool(&answers[0], "list_directory").unwrap();
    assert_eq!(look["title"], "Look into a folder");
    assert_eq!(look["annotations"]["title"], "Look into a folder");
    assert_eq!(look["annotations"]["readOnlyHint"], false);
    assert_eq!(look["annotations"]["openWorldHint"], true);
    let write = tool(&answers[0], "write_file").unwrap();
    assert_eq!(write["annotations"]["destructiveHint"], false);
    // Declared hints that were not overridden are unchanged.
    assert_eq!(write["annotations"]["idempotentHint"], true);
    assert_eq!(answers[0]["calls"]["list_allowed_directories"]["refused"], true);
    for seen in &answers {
        let write = tool(seen, "write_file").unwrap();
        assert_eq!(write["inputSchema"]["properties"]["content"]["description"], "The text to write");
        assert!(write["description"].as_str().unwrap().contains("Ask first"), "{write}");
        assert_eq!(tool(seen, "list_directory").unwrap()["title"], "Look into a folder");
        assert_eq!(seen["tools"].as_array().unwrap().len(), 2, "{seen}");
    }
}

/// A toolset is an allow-list: tools that it does not name are not offered.
#[test]
fn a_tool_that_a_server_adds_later_is_not_offered_with_a_toolset() {
    let store = with_files();
    let config = fresh(&store, "fastmcp", "mcp.json");
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
    let script = fresh(&store, "fastmcp-script", "proxy.py");
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(!text.contains("list_allowed_directories"), "a tool that is not offered is not named");
    let answers = seen(&[json!({"config": later}), json!({"command": [python_program(), script]})]);
    for seen in &answers {
        assert_eq!(seen["tools"].as_array().unwrap().len(), 2, "{seen}");
    }
}

/// Control: FastMCP must reject invalid files, or loading would prove nothing.
#[test]
fn fastmcp_refuses_what_it_does_not_know() {
    let store = crate::support::Store::new();
    let text = golden("fastmcp", ".json", "decided").text();
    let broken =
        text.replace("\"title\": \"List GitHub issues\"", "\"annotations\": {\"readOnlyHint\": true}");
    assert_ne!(broken, text);
    let answer = &seen(&[json!({"config": store.file("mcp.json", &broken)})])[0];
    assert!(answer["error"].as_str().unwrap().contains("Extra inputs are not permitted"), "{answer}");
}
