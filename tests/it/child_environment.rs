//! Environment of a started server: an allow-list, declared variables, and variables passed on by name.

use serde_json::{Value, json};

use crate::support::{ROOT, Run, Store};

fn recorder_command(store: &Store) -> [String; 3] {
    let record = store.path().join("record.json").to_str().unwrap().to_owned();
    ["node".to_owned(), format!("{ROOT}/tests/servers/recorder.mjs"), record]
}

fn recorded_environment(store: &Store) -> Value {
    let text = std::fs::read_to_string(store.path().join("record.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["environment"].clone()
}

/// Runs the program as a user whose shell holds secrets of other programs.
fn run_with_secrets(store: &Store, arguments: &[&str]) -> Run {
    let mut command = store.command(arguments);
    command
        .env("AWS_SECRET_ACCESS_KEY", "seen-01")
        .env("GITHUB_TOKEN", "seen-02")
        .env("TEAM", "blue")
        .env("LC_TIME", "de_DE.UTF-8")
        .env("HTTPS_PROXY", "http://proxy.example:3128")
        .env("XDG_CACHE_HOME", store.path());
    Run::from_output(command.output().unwrap())
}

#[test]
fn a_started_server_gets_only_allow_listed_and_named_variables() {
    let store = Store::new();
    let command = recorder_command(&store);
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let run_ok = |arguments: &[&str]| {
        let run = run_with_secrets(&store, arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run
    };
    run_ok(&[&["add", "mine", "--yes", "--env-var", "OWN=1", "--"], &command[..]].concat());
    let seen = recorded_environment(&store);
    assert_eq!((&seen["OWN"], &seen["PATH"]), (&json!("1"), &json!(std::env::var("PATH").unwrap())));
    // Locale, proxy and directories are on the allow-list.
    assert_eq!(seen["LC_TIME"], "de_DE.UTF-8");
    assert_eq!(seen["HTTPS_PROXY"], "http://proxy.example:3128");
    assert_eq!(seen["XDG_CACHE_HOME"], store.path().to_str().unwrap());
    for name in ["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "TEAM", "HINTSMITH_PASSPHRASE"] {
        assert_eq!(seen[name], Value::Null, "{name}");
    }

    let edited = run_ok(&[&["edit", "mine", "--yes", "--pass-env-var", "TEAM", "--"], &command[..]].concat());
    assert!(edited.stderr.contains("passed from the environment: TEAM"), "{}", edited.stderr);
    let seen = recorded_environment(&store);
    assert_eq!((&seen["TEAM"], &seen["GITHUB_TOKEN"]), (&json!("blue"), &Value::Null));
    assert_eq!(store.json(&["servers", "--json"])[0]["connection"]["passEnvironment"], json!(["TEAM"]));

    // Hintsmith's own variables cannot be passed on by name.
    let refused = run_with_secrets(
        &store,
        &[&["edit", "mine", "--yes", "--pass-env-var", "HINTSMITH_PASSPHRASE", "--"], &command[..]].concat(),
    );
    assert!(refused.code == 2 && refused.stderr.contains("HINTSMITH_PASSPHRASE"), "{}", refused.stderr);
}

#[test]
fn variables_passed_on_by_name_are_imported_from_and_exported_to_codex() {
    let store = Store::new();
    let command = recorder_command(&store);
    let text = format!(
        "[mcp_servers.mine]\ncommand = {:?}\nargs = {:?}\nenv_vars = [\"TEAM\"]\n",
        command[0],
        &command[1..]
    );
    let file = store.file("config.toml", &text);
    let imported = run_with_secrets(&store, &["import", &file, "--from", "codex", "--yes"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    let seen = recorded_environment(&store);
    assert_eq!((&seen["TEAM"], &seen["GITHUB_TOKEN"]), (&json!("blue"), &Value::Null));
    let exported = store.ok(&["export", "codex"]);
    assert!(exported.contains("env_vars = [\"TEAM\"]"), "{exported}");
}

#[test]
fn a_gateway_from_a_file_starts_servers_with_the_same_allow_list() {
    let store = Store::new();
    let command = recorder_command(&store);
    let server = json!({"command": command[0], "args": command[1..], "env": {"OWN": "${TEAM}"}});
    let file = store.file(
        "hintsmith.json",
        &json!({"hintsmith": 4, "servers": {}, "mcpServers": {"mine": server}}).to_string(),
    );
    let mut command = store.command(&["gateway", "--file", &file]);
    command.env("TEAM", "blue").env("GITHUB_TOKEN", "seen-02");
    let mut client = crate::wrap::StdioClient::spawn(command);
    client.initialize();
    client.list_tools();
    client.close();
    let seen = recorded_environment(&store);
    assert_eq!(
        (&seen["OWN"], &seen["TEAM"], &seen["GITHUB_TOKEN"]),
        (&json!("blue"), &Value::Null, &Value::Null)
    );
}

/// The client chose the environment of its server, so a wrapped server gets the same as without `wrap`, except for
/// Hintsmith's own variables.
#[test]
fn a_wrapped_server_gets_the_environment_its_client_chose() {
    let store = Store::new();
    let command = recorder_command(&store);
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let mut wrapped = store.command(&[&["wrap", "--server", "mine", "--"], &command[..]].concat());
    wrapped.env("TEAM", "blue");
    let mut client = crate::wrap::StdioClient::spawn(wrapped);
    client.initialize();
    client.close();
    let seen = recorded_environment(&store);
    assert_eq!((&seen["TEAM"], &seen["HINTSMITH_PASSPHRASE"]), (&json!("blue"), &Value::Null));
}
