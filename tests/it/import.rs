//! Import from other clients: read without starting anything, added only as shown, secrets stored separately.

use std::process::Command;

use serde_json::{Value, json};

use crate::odd_servers::{OddServers, script};
use crate::support::{ROOT, Run, Store, tool_names};

const SECRETS: [&str; 5] =
    ["arg-secret-0001", "env-secret-0002", "header-secret-0003", "toml-secret-0004", "yaml-secret-0005"];

/// The clients' files, their locations in a home folder, and client ids.
const FILES: [(&str, &str, &str); 4] = [
    ("claude_desktop_config.json", ".config/Claude/claude_desktop_config.json", "claude-desktop"),
    ("vscode-mcp.json", ".config/Code/User/mcp.json", "vscode"),
    ("codex.toml", ".codex/config.toml", "codex"),
    ("goose.yaml", ".config/goose/config.yaml", "goose"),
];

/// A store and a home folder with the files of four clients.
struct Home {
    store: Store,
    servers: OddServers,
}

impl Home {
    fn new() -> Self {
        let home = Self { store: Store::new(), servers: OddServers::start() };
        for (fixture, place, _) in FILES {
            let text = std::fs::read_to_string(format!("{ROOT}/tests/fixtures/import/{fixture}")).unwrap();
            let text = text
                .replace("@odd@", &script())
                .replace("@recorder@", &format!("{ROOT}/tests/servers/recorder.mjs"))
                .replace("@record@", &home.record_path())
                .replace("@address@", &home.servers.address);
            home.store.file(&format!("home/{place}"), &text);
        }
        home
    }

    fn record_path(&self) -> String {
        self.store.path().join("record.json").to_str().unwrap().to_owned()
    }

    fn path(&self, place: &str) -> String {
        self.store.path().join("home").join(place).to_str().unwrap().to_owned()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.store.command(arguments);
        command.env("HOME", self.path("")).env("XDG_CONFIG_HOME", self.path(".config"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let run = Run::from_output(self.command(arguments).output().unwrap());
        for secret in SECRETS {
            assert!(
                !run.stdout.contains(secret) && !run.stderr.contains(secret),
                "{arguments:?} shows {secret}"
            );
        }
        run
    }

    fn find_imports(&self) -> Value {
        let run = self.run(&["import", "--dry-run", "--json"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        serde_json::from_str(&run.stdout).unwrap()
    }
}

/// The displayed command of an entry, or the reason that it cannot be added.
fn displayed(entry: &Value) -> Value {
    match &entry["problem"] {
        Value::Null => entry["preview"]["connection"]["command"].clone(),
        problem => problem.clone(),
    }
}

#[test]
fn the_configurations_of_four_clients_are_found_and_shown_without_their_secrets() {
    let home = Home::new();
    let files = home.find_imports();
    let clients: Vec<_> =
        files.as_array().unwrap().iter().map(|file| file["client"].as_str().unwrap()).collect();
    assert_eq!(clients, FILES.map(|(_, _, client)| client));
    let entries = |at: usize| files[at]["entries"].as_array().unwrap().clone();

    let desktop = entries(0);
    assert_eq!(tool_names(&json!(desktop)), ["desk-notes"]);
    let command = desktop[0]["preview"]["connection"]["command"].as_array().unwrap();
    assert_eq!(command[3..], ["--token", "••••••", "it's $(id) `x` \"y\"\nz"], "{command:?}");
    let variables = &desktop[0]["preview"]["connection"]["variables"];
    assert_eq!((&variables[0]["value"], &variables[0]["secret"]), (&"••••••".into(), &true.into()));
    assert_eq!((&variables[1]["value"], &variables[1]["secret"]), (&"eu".into(), &false.into()));

    let code = entries(1);
    assert_eq!(tool_names(&json!(code)), ["web", "tracker", "old"]);
    assert_eq!(code[0]["preview"]["connection"]["variables"][0]["value"], "Bearer ••••••");
    assert!(code[1]["notes"].to_string().contains("Key of the tracker"), "{}", code[1]["notes"]);
    assert!(displayed(&code[2]).to_string().contains("the old HTTP+SSE transport"), "{}", code[2]);

    let codex = entries(2);
    assert_eq!(tool_names(&json!(codex)), ["codex_notes", "off"]);
    assert_eq!((&codex[0]["disabled"], &codex[1]["disabled"]), (&false.into(), &true.into()));

    let goose = entries(3);
    assert_eq!(displayed(&goose[0]), "it is built into Goose");
    assert_eq!(displayed(&goose[1]), json!(["node", script(), "one-bad"]));
    assert!(!std::path::Path::new(&home.record_path()).exists(), "a dry run started something");
}

#[test]
fn the_client_of_a_file_is_detected_from_its_content() {
    let home = Home::new();
    for (fixture, place, client) in FILES {
        let extension = fixture.rsplit('.').next().unwrap();
        let copy = home.path(&format!("copy.{extension}"));
        std::fs::copy(home.path(place), &copy).unwrap();
        let run = home.run(&["import", &copy, "--dry-run", "--json"]);
        assert_eq!(run.code, 0, "{fixture}: {}", run.stderr);
        let files: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((files.as_array().unwrap().len(), &files[0]["client"]), (1, &client.into()), "{fixture}");
    }
}

#[test]
fn an_unknown_client_is_reported_with_the_known_ones() {
    let run = Home::new().run(&["import", "--from", "nobody"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(
        run.stderr.contains("there is no client named nobody") && run.stderr.contains("cursor, vscode"),
        "{}",
        run.stderr
    );
}

#[test]
fn an_invalid_file_is_reported_and_the_others_are_read() {
    let home = Home::new();
    home.store.file("home/.cursor/mcp.json", "{\"mcpServers\": {\n  \"a\": {]}");
    let files = home.find_imports();
    let problems = files.as_array().unwrap().iter().filter(|file| !file["problem"].is_null());
    let problems: Vec<_> =
        problems.map(|file| (&file["client"], file["problem"].as_str().unwrap())).collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].0, "cursor");
    assert!(
        problems[0].1.starts_with("it is not JSON: ") && problems[0].1.contains("line 2"),
        "{problems:?}"
    );
    assert_eq!(files.as_array().unwrap().len(), 5);

    let run = home.run(&["import", "--dry-run"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(
        run.stderr.contains("! skipped: it is not JSON") && run.stderr.contains("- goose-notes"),
        "{}",
        run.stderr
    );
}

#[test]
fn imported_servers_run_as_shown_and_secrets_stay_in_the_vault() {
    let home = Home::new();
    let store = &home.store;
    for (_, place, client) in FILES {
        let run = home.run(&["import", &home.path(place), "--yes"]);
        assert_eq!(run.code, 0, "{client}: {}", run.stderr);
    }
    // Disabled entries are skipped.
    let added = ["codex_notes", "desk-notes", "goose-notes", "tracker", "web"];
    assert_eq!(tool_names(&store.json(&["servers", "--json"])), added);
    assert_eq!(store.json(&["tools", "--json"]).as_array().unwrap().len(), 2 + 2 + 4 + 2 + 2);

    // Arguments reach the server unchanged, without a shell in between.
    let record: Value = serde_json::from_str(&std::fs::read_to_string(home.record_path()).unwrap()).unwrap();
    assert_eq!(record["arguments"], json!(["--token", "arg-secret-0001", "it's $(id) `x` \"y\"\nz"]));
    assert_eq!(record["environment"]["NOTES_TOKEN"], "env-secret-0002");
    assert!(!record["environment"].to_string().contains("HINTSMITH_"), "our own variables were passed on");
    let headers = &home.servers.recorded_requests()["seen"][0]["headers"];
    assert_eq!(
        (&headers["authorization"], &headers["x-tenant"]),
        (&"Bearer header-secret-0003".into(), &"acme".into())
    );

    for arguments in
        [&["servers", "--json"][..], &["servers", "web"], &["export", "hintsmith"], &["import", "--dry-run"]]
    {
        assert_eq!(home.run(arguments).code, 0, "{arguments:?}");
    }
    assert!(store.data_contains("NOTES_REGION"), "the search finds nothing at all");
    for secret in SECRETS {
        assert!(!store.data_contains(secret), "{secret} is in the data folder");
    }
    let again = home.run(&["import", &home.path(FILES[2].1), "--yes"]);
    assert_eq!(again.code, 1, "{}", again.stderr);
    assert!(again.stderr.contains("already added as codex_notes"), "{}", again.stderr);
}

#[test]
fn nothing_is_added_or_started_without_confirmation() {
    let home = Home::new();
    let run = home.run(&["import", &home.path(FILES[0].1)]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("nothing was added"), "{}", run.stderr);
    assert_eq!(home.store.json(&["servers", "--json"]), json!([]));
    assert!(!std::path::Path::new(&home.record_path()).exists());
}

#[test]
fn the_names_that_are_shown_are_those_that_servers_get() {
    let home = Home::new();
    let entry = |mode: &str| json!({"command": "node", "args": [script(), mode]});
    let file = |entries: Value| json!({"mcpServers": entries}).to_string();
    for (place, mode) in [(".cursor/mcp.json", "good"), (".gemini/settings.json", "one-bad")] {
        home.store.file(&format!("home/{place}"), &file(json!({"mail": entry(mode)})));
    }
    let shown: Vec<Value> = home
        .find_imports()
        .as_array()
        .unwrap()
        .iter()
        .filter(|file| ["cursor", "gemini"].contains(&file["client"].as_str().unwrap()))
        .map(|file| file["entries"][0].clone())
        .collect();
    assert_eq!(tool_names(&json!(shown)), ["mail", "mail-2"]);
    assert!(shown[1]["notes"].to_string().contains("the name `mail` is taken"), "{}", shown[1]);

    // Alone there is no collision; afterwards the other server is the one that gets another name.
    let only = home.run(&["import", "--from", "gemini", "--yes"]);
    assert_eq!(only.code, 0, "{}", only.stderr);
    let all = home.run(&["import", "--yes"]);
    assert!(all.stderr.contains("- mail-2"), "{}", all.stderr);
    let names = tool_names(&home.store.json(&["servers", "--json"]));
    assert!(names.contains(&"mail".to_owned()) && names.contains(&"mail-2".to_owned()), "{names:?}");
}
