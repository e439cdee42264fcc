//! mcp-hub starts with every exported file and lists the hints of that file. Only in `make test-full`, since
//! compiling mcp-hub takes minutes.

use std::process::Command;

use serde_json::{Value, json};

use super::{
    export_toolset, find_tool, golden_file, golden_files, list_tools, require_installed, store_with_files,
};
use crate::support::Store;

const HINTS: [(&str, &str); 3] =
    [("read_only", "readOnlyHint"), ("destructive", "destructiveHint"), ("open_world", "openWorldHint")];

/// Legacy mode: mcp-hub exits on any request before `initialize`, which newer clients send.
fn hub_entry(path: &str) -> Value {
    json!({"command": [require_installed("target/tools/mcp-hub-0.3.0/bin/mcp-hub"), path], "read": path, "mode": "legacy"})
}

#[test]
fn mcp_hub_lists_the_hints_of_every_file() {
    let goldens = golden_files("mcp-hub", ".toml");
    let (files, empty): (Vec<_>, Vec<_>) = goldens.iter().partition(|golden| !golden.text().is_empty());
    let answers = list_tools(&files.iter().map(|golden| hub_entry(&golden.path)).collect::<Vec<_>>());
    let (mut overridden, mut hidden) = (0, 0);
    for (golden, seen) in files.iter().zip(&answers) {
        assert_eq!(seen["error"], Value::Null, "{}: {seen}", golden.fixture);
        let server = &seen["read"]["servers"]["github"];
        let outward = |name: &str| match server["prefix"].as_str() {
            Some(prefix) => format!("{prefix}.{name}"),
            None => name.to_owned(),
        };
        for (name, said) in server["tools"]["overrides"].as_object().into_iter().flatten() {
            let arrived =
                find_tool(seen, &outward(name)).unwrap_or_else(|| panic!("{} {name}", golden.fixture));
            // mcp-hub ignores unknown keys, so check them here.
            let keys = said.as_object().unwrap().keys();
            assert!(keys.into_iter().all(|key| HINTS.iter().any(|(known, _)| key == known)), "{said}");
            for (key, hint) in HINTS {
                if let Some(value) = said.get(key) {
                    overridden += 1;
                    assert_eq!(arrived["annotations"][hint], *value, "{} {name} {hint}", golden.fixture);
                }
            }
        }
        for name in server["tools"]["exclude"].as_array().into_iter().flatten() {
            hidden += 1;
            assert_eq!(find_tool(seen, &outward(name.as_str().unwrap())), None, "{} {name}", golden.fixture);
        }
    }
    assert!(overridden > 5 && hidden > 0, "{overridden} {hidden}");
    // A file without a server is rejected, as our report says.
    assert_eq!(
        empty.iter().map(|golden| golden.fixture.as_str()).collect::<Vec<_>>(),
        ["nothing", "openapi"]
    );
    assert!(start_error(&empty[0].path).contains("at least one upstream server"));
}

/// The error message of mcp-hub when it does not start.
fn start_error(path: &str) -> String {
    let output =
        Command::new(require_installed("target/tools/mcp-hub-0.3.0/bin/mcp-hub")).arg(path).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn mcp_hub_proxies_a_real_server_with_decided_hints() {
    let store = store_with_files();
    let seen = list_tools(&[hub_entry(&export_toolset(&store, "mcp-hub", "mcp-hub.toml"))]).remove(0);
    let look = find_tool(&seen, "list_directory").unwrap();
    assert_eq!(look["annotations"]["readOnlyHint"], false);
    assert_eq!(look["annotations"]["openWorldHint"], true);
    assert_eq!(find_tool(&seen, "write_file").unwrap()["annotations"]["destructiveHint"], false);
    assert_eq!(seen["tools"].as_array().unwrap().len(), 2, "{seen}");
}

/// Control: mcp-hub must reject invalid files, or starting would prove nothing.
#[test]
fn mcp_hub_rejects_an_invalid_value() {
    let store = Store::new();
    let text = golden_file("mcp-hub", ".toml", "decided").text();
    let broken = text.replace("read_only = true", "read_only = \"yes\"");
    assert_ne!(broken, text);
    let error = start_error(&store.file("mcp-hub.toml", &broken));
    assert!(error.contains("invalid type: string"), "{error}");
}
