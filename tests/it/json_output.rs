//! The output of commands with `--json` matches `docs/json-output.schema.json`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{ROOT, Store};

const TOOL: &str = "demo.nc_notes_get_note";

/// Commands whose output needs a server, a client or a registry that other tests have, with the same types.
const CHECKED_ELSEWHERE: [&str; 7] =
    ["approvals allow", "install CLIENT", "lint", "logout", "registry search", "registry show", "restore"];

/// The schema of every output, and those that were checked.
struct Schema {
    document: Value,
    checked: BTreeSet<String>,
}

impl Schema {
    fn read() -> Self {
        let text = std::fs::read_to_string(format!("{ROOT}/docs/json-output.schema.json")).unwrap();
        Self { document: serde_json::from_str(&text).unwrap(), checked: BTreeSet::new() }
    }

    fn problems(&self, command: &str, output: &Value) -> Vec<String> {
        let schema = self.document["commands"][command].clone();
        assert!(!schema.is_null(), "the schema does not have {command}");
        let schema = json!({"allOf": [schema], "$defs": self.document["$defs"]});
        let validator = jsonschema::validator_for(&schema).unwrap();
        validator.iter_errors(output).map(|error| format!("{}: {error}", error.instance_path())).collect()
    }

    /// Runs a command, whose exit code says whether something was found or changed, and validates what it prints.
    fn check(&mut self, store: &Store, command: &str, arguments: &str) -> Value {
        let words = shlex::split(arguments).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["--json"]).collect();
        let run = store.run(&words);
        assert!(run.code <= 1, "{arguments}: {}", run.stderr);
        let output: Value = serde_json::from_str(&run.stdout)
            .unwrap_or_else(|error| panic!("{arguments}: {error}: {}", run.stdout));
        assert_eq!(self.problems(command, &output), [""; 0], "{arguments}");
        self.checked.insert(command.to_owned());
        output
    }
}

/// More than a second, because it starts the program some ninety times.
#[test]
fn the_output_of_every_command_matches_its_schema() {
    let store = Store::new();
    let mut schema = Schema::read();
    let list = store.file("list.json", r#"{"tools": [{"name": "get_note", "inputSchema": {}}]}"#);
    let renamed = r#"{"tools": [{"name": "read_note", "inputSchema": {}}]}"#;
    let out = |name: &str| store.path().join(name).display().to_string();

    schema.check(&store, "demo", "demo");
    schema.check(&store, "add", &format!("add s --yes --file {list}"));
    schema.check(&store, "scan", "scan s");
    schema.check(&store, "servers", "servers");
    schema.check(&store, "servers NAME", "servers demo");
    schema.check(&store, "edit", "edit s --open-world own");
    let openapi =
        store.file("api.json", r#"{"openapi": "3.1.0", "paths": {"/a": {"get": {"tags": ["x"]}}}}"#);
    schema.check(&store, "operations", &format!("operations {openapi}"));
    schema.check(&store, "disable", "disable s");
    schema.check(&store, "enable", "enable s");
    schema.check(&store, "tools", "tools");
    schema.check(&store, "set --dry-run", &format!("set {TOOL} read-only=yes --dry-run"));
    schema.check(
        &store,
        "set",
        &format!("set {TOOL} read-only=yes title=Read description=Reads. --because 'it looks'"),
    );
    schema.check(&store, "explain", &format!("explain {TOOL}"));
    schema.check(&store, "set-all --dry-run", "set-all server:s read-only=no --dry-run");
    schema.check(&store, "set-all", "set-all server:s read-only=no --yes");
    schema.check(&store, "mark-wrong", "mark-wrong demo.nc_notes_list_notes idempotent");
    schema.check(&store, "infer --learn", "infer --learn");
    schema.check(&store, "rule add", "rule add 's.*' open-world=yes --because 'the web'");
    schema.check(&store, "rule", "rule");
    schema.check(&store, "env add", "env add dev");
    schema.check(&store, "env copy", "env copy dev prod");
    schema.check(&store, "env rename", "env rename prod live");
    store.ok(&["set", TOOL, "open-world=yes", "--env", "dev"]);
    schema.check(&store, "env", "env");
    schema.check(&store, "env compare", "env compare dev live");
    schema.check(&store, "env promote", "env promote dev live");
    schema.check(&store, "env promote --yes", "env promote dev live --yes");
    schema.check(&store, "env remove", "env remove live");
    schema.check(&store, "toolset build", &format!("toolset build daily {TOOL} s.get_note --activate"));
    schema.check(&store, "toolset", "toolset");
    schema.check(&store, "toolset show", "toolset show daily");
    schema.check(&store, "note add", &format!("note add {TOOL} ids 'Ids are numbers.'"));
    schema.check(&store, "note SERVER.TOOL", &format!("note list {TOOL}"));
    schema.check(&store, "note list", "note list");
    schema.check(&store, "note proposed", "note proposed");
    schema.check(&store, "note template", "note template");
    schema.check(&store, "toolset export", "toolset export daily");
    schema.check(
        &store,
        "toolset export --output",
        &format!("toolset export daily --output {}", out("daily.json")),
    );
    schema.check(
        &store,
        "toolset import --dry-run",
        &format!("toolset import {} --dry-run", out("daily.json")),
    );
    schema.check(&store, "coverage", "coverage");
    schema.check(&store, "comment SERVER.TOOL TEXT", &format!("comment {TOOL} 'Ask Ann'"));
    schema.check(&store, "comment SERVER.TOOL", &format!("comment {TOOL}"));
    schema.check(&store, "approval SERVER.TOOL MODE", &format!("approval {TOOL} always-ask"));
    schema.check(&store, "approval SERVER.TOOL", &format!("approval {TOOL}"));
    schema.check(&store, "approvals", "approvals");
    schema.check(&store, "review", "review");
    schema.check(&store, "review accept --agreeing", "review accept --agreeing");
    schema.check(&store, "review accept", "review accept s.get_note");
    schema.check(&store, "review reopen", "review reopen s.get_note");
    schema.check(&store, "readiness", "readiness");
    schema.check(&store, "suppress SERVER.TOOL", &format!("suppress {TOOL} title-missing --because 'known'"));
    schema.check(&store, "suppress", "suppress");
    store.ok(&["pins", "generate", "--output", &out("pins.toml")]);
    store.ok(&["set", TOOL, "title=Other"]);
    schema.check(&store, "pins check", &format!("pins check --policy {}", out("pins.toml")));
    schema.check(&store, "targets", "targets");
    schema.check(&store, "export", "export csv --all-tools");
    let file = out("hintsmith.json");
    schema.check(&store, "export --output", &format!("export hintsmith --all-tools --output {file}"));
    schema.check(&store, "unset", &format!("unset {TOOL} title"));
    schema.check(&store, "export --check", &format!("export hintsmith --all-tools --check --output {file}"));
    schema.check(&store, "pending", "pending");
    schema.check(&store, "discard", "discard --yes");
    store.ok(&["unset", TOOL, "title"]);
    schema.check(&store, "apply", &format!("apply {file}"));
    schema.check(&store, "apply --yes", &format!("apply {file} --yes"));
    let overrides = store.file("overrides.json", r#"{"permissions": {"ask": ["mcp__s__get_note", "Bash"]}}"#);
    schema.check(&store, "import overrides", &format!("import overrides {overrides}"));
    schema.check(&store, "import overrides --yes", &format!("import overrides {overrides} --yes"));
    schema.check(&store, "pending --forget", &format!("pending {file} --forget"));
    schema.check(&store, "filter save", "filter save unsafe is:destructive");
    schema.check(&store, "filter", "filter");
    schema.check(&store, "filter remove", "filter remove unsafe");
    schema.check(&store, "run --form", "run demo.nc_notes_list_notes --form");
    schema.check(&store, "run", "run demo.nc_notes_list_notes --yes");
    schema.check(&store, "run --twice", "run demo.nc_notes_list_notes --twice --yes");
    schema.check(&store, "calls", "calls");
    schema.check(&store, "calls --output", &format!("calls --output {}", out("calls.jsonl")));
    schema.check(&store, "calls --clear", "calls --clear");
    schema.check(&store, "clients", "clients");
    schema.check(&store, "install", "install");
    let config = store.file(".cursor/mcp.json", r#"{"mcpServers": {"one": {"command": "true"}}}"#);
    schema.check(&store, "install CLIENT --dry-run", "install cursor one --project --dry-run");
    schema.check(&store, "import", &format!("import {config} --from cursor"));
    let source = store.file(
        "source/server.py",
        "from mcp.server import MCPServer\nserver = MCPServer('s')\n\n@server.tool()\ndef nc_notes_get_note(): ...\n",
    );
    let source = std::path::Path::new(&source).parent().unwrap().display().to_string();
    store.ok(&["set", TOOL, "read-only=yes"]);
    schema.check(&store, "patch", &format!("patch demo {source}"));
    schema.check(&store, "patch --write", &format!("patch demo {source} --write --yes --allow-no-vcs"));
    schema.check(&store, "patch --verify", &format!("patch demo {source} --verify"));
    schema.check(&store, "retire --dry-run", "retire demo --dry-run");
    schema.check(&store, "retire", "retire demo --yes");
    schema.check(&store, "preferences", "preferences");
    schema.check(&store, "preferences KEY", "preferences approval.patience");
    schema.check(&store, "history", "history");
    schema.check(&store, "undo", "undo");
    schema.check(&store, "redo", "redo");
    schema.check(&store, "rule remove", "rule remove 's.*'");
    store.ok(&["review", "accept", "s.get_note"]);
    store.file("list.json", renamed);
    store.ok(&["scan", "s"]);
    schema.check(&store, "review", "review");
    schema.check(&store, "review move", "review move s.get_note read_note");
    schema.check(&store, "diff", "diff");
    schema.check(&store, "backup", "backup");
    schema.check(&store, "restore --list", "restore --list");
    schema.check(&store, "doctor", "doctor");
    schema.check(&store, "remove", "remove s --yes");

    let all: BTreeSet<String> = schema.document["commands"].as_object().unwrap().keys().cloned().collect();
    let elsewhere = CHECKED_ELSEWHERE.map(str::to_owned);
    assert_eq!(all.difference(&schema.checked).cloned().collect::<Vec<_>>(), elsewhere);
}

#[test]
fn the_schema_rejects_unknown_and_missing_keys() {
    let schema = Schema::read();
    let comment = |value: Value| schema.problems("comment SERVER.TOOL", &value).is_empty();
    assert!(comment(json!({"comment": null})) && comment(json!({"comment": "text"})));
    assert!(
        !comment(json!({})) && !comment(json!({"comment": 1})) && !comment(json!({"comment": null, "x": 1}))
    );
}
