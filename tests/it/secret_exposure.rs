//! Secrets are recognised, stored separately, and neither shown nor logged.

use serde_json::{Value, json};

use crate::support::{ROOT, Run, Store};
use crate::wrap::StdioClient;

fn recorder_command(store: &Store) -> [String; 3] {
    let record = store.path().join("record.json").to_str().unwrap().to_owned();
    ["node".to_owned(), format!("{ROOT}/tests/servers/recorder.mjs"), record]
}

fn recorded_call(store: &Store) -> Value {
    serde_json::from_str(&std::fs::read_to_string(store.path().join("record.json")).unwrap()).unwrap()
}

fn add_recorder(store: &Store, options: &[&str], arguments: &[&str]) -> Run {
    let command = recorder_command(store);
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    store.run(&[&["add", "mine", "--yes", "--keep"], options, &["--"], &command, arguments].concat())
}

#[test]
fn install_shows_no_secret_of_the_configuration() {
    for (client, place, text) in [
        (
            "cursor",
            ".cursor/mcp.json",
            r#"{"mcpServers": {"notes": {"command": "npx", "args": ["--header", "Authorization: Bearer seen-0001", "--api-key", "seen-0002"], "env": {"REGION": "seen-0003"}}, "web": {"url": "https://x.example/mcp?api_key=seen-0004", "headers": {"X-Custom": "seen-0005"}}}}"#,
        ),
        (
            "codex",
            ".codex/config.toml",
            "mcp_servers = { notes = { command = 'npx', args = ['--token=seen-0001'], env = { A = 'seen-0002' } }, web = { url = 'https://u:seen-0003@x.example', bearer_token = 'seen-0004', http_headers = { X = 'seen-0005' } } }\n",
        ),
    ] {
        let store = Store::new();
        store.file(&format!("home/{place}"), text);
        let home = store.path().join("home");
        for arguments in [
            &["install", client, "notes"][..],
            &["install", client, "notes", "--yes"],
            &["install", client, "notes", "--undo"],
        ] {
            let mut command = store.command(arguments);
            let run =
                Run::from_output(command.env("HOME", &home).env("XDG_CONFIG_HOME", &home).output().unwrap());
            assert!(run.stdout.contains("wrap"), "{}", run.stdout);
            assert!(
                !run.stdout.contains("seen-") && !run.stderr.contains("seen-"),
                "{}{}",
                run.stdout,
                run.stderr
            );
        }
    }
}

#[test]
fn a_gateway_from_a_file_logs_no_expanded_variable() {
    let store = Store::new();
    let args = json!([
        format!("{ROOT}/tests/servers/spy.mjs"),
        "${HEARD}",
        "--token",
        "${WORD}",
        "--api-key=seen-0002"
    ]);
    let document =
        json!({"hintsmith": 4, "servers": {}, "mcpServers": {"spy": {"command": "node", "args": args}}});
    let file = store.file("hintsmith.json", &document.to_string());
    let mut command = store.command(&["gateway", "--file", &file]);
    command.env("HEARD", store.path().join("heard")).env("WORD", "seen-0001");
    let mut client = StdioClient::spawn(command);
    client.initialize();
    let (code, log) = client.close();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("starting spy: node") && log.contains("${WORD}"), "{log}");
    assert!(!log.contains("seen-"), "{log}");
}

#[test]
fn values_that_may_be_secrets_are_kept_in_the_vault_and_reach_the_server() {
    let store = Store::new();
    let variables = [
        "SMTP_PASS=seen-01",
        "PGPASSWORD=seen-02",
        "MYSQLPASSWORD=seen-03",
        "DATADOG_APP_KEY=seen-04",
        "STRIPE_KEY=seen-05",
        "SLACK_WEBHOOK_URL=https://hooks.example/services/T0/B0/seen-06",
        "ALERTS=https://hooks.slack.com/services/T0/B0/seen-07",
        "SIGNING_KEY_BASE64=seen-08",
    ];
    let options: Vec<&str> = variables
        .iter()
        .flat_map(|variable| ["--env-var", variable])
        .chain(["--env-var", "REGION=eu"])
        .collect();
    let run = add_recorder(&store, &options, &["--pass", "seen-09"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.stderr.contains("seen-") && run.stderr.contains("REGION=eu"), "{}", run.stderr);
    assert!(!store.data_contains("seen-"));
    let record = recorded_call(&store);
    for variable in variables {
        let (name, value) = variable.split_once('=').unwrap();
        assert_eq!(record["environment"][name], value);
    }
    assert_eq!(record["arguments"], json!(["--pass", "seen-09"]));

    let headers = ["X-Acme-Auth=seen-10", "X-Signature=seen-11", "X-Custom=seen-12", "Accept-Language=de"];
    let options: Vec<&str> = headers.iter().flat_map(|header| ["--header", header]).collect();
    // No server answers at this URL; the test is about what is stored.
    let run = store.run(
        &[&["add", "web", "--yes", "--url", "http://127.0.0.1:1/mcp?api_key=seen-13"], &options[..]].concat(),
    );
    assert!(!run.stderr.contains("seen-") && run.stderr.contains("Accept-Language=de"), "{}", run.stderr);
    assert!(!store.data_contains("seen-"));
}

#[test]
fn the_user_chooses_where_each_value_is_stored() {
    let store = Store::new();
    let options = [
        "--env-var",
        "SORT_KEY=by-date",
        "--plain",
        "SORT_KEY",
        "--env-var",
        "TEAM=seen-01",
        "--secret",
        "TEAM",
        "--secret",
        "argument 3",
    ];
    let run = add_recorder(&store, &options, &["seen-02"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("SORT_KEY=by-date  (plain text)"), "{}", run.stderr);
    assert!(run.stderr.contains("TEAM=••••••  (in the secret store)"), "{}", run.stderr);
    assert!(store.data_contains("by-date") && !store.data_contains("seen-"));
    assert_eq!(recorded_call(&store)["arguments"], json!(["seen-02"]));

    let run = add_recorder(&Store::new(), &["--plain", "NO_SUCH"], &[]);
    assert!(run.code == 2 && run.stderr.contains("NO_SUCH"), "{}", run.stderr);

    // The same for an imported configuration, where values are selected by server.
    let store = Store::new();
    let command = recorder_command(&store);
    let entry = json!({"command": command[0], "args": command[1..], "env": {"SORT_KEY": "by-date", "TEAM": "seen-01"}});
    let file = store.file("mcp.json", &json!({"mcpServers": {"mine": entry}}).to_string());
    let run = store.run(&["import", &file, "--yes", "--plain", "mine.SORT_KEY", "--secret", "mine.TEAM"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(store.data_contains("by-date") && !store.data_contains("seen-"));
    assert_eq!(recorded_call(&store)["environment"]["TEAM"], "seen-01");
}
