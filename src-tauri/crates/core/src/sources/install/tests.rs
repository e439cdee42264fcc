use super::*;

const LAUNCHER: Launcher = Launcher { program: "/bin/hintsmith", data_folder: None };
const INSTALL: EntryChange = EntryChange::Install { launcher: LAUNCHER, stored: None };
const SERVE: EntryChange = EntryChange::Install { launcher: LAUNCHER, stored: Some("api") };

fn change_entry(
    text: &str,
    format: ConfigFormat,
    server: &str,
    change: EntryChange,
) -> Result<String, InstallError> {
    super::change_entry(text, EntryPath { format, project: None, server }, change)
}

#[test]
fn a_data_folder_that_is_not_the_default_is_part_of_the_command() {
    let text = r#"{"mcpServers":{"a":{"command":"npx","args":["-y","x"]}}}"#;
    let launcher = Launcher { program: "/bin/hintsmith", data_folder: Some("/data \"x\"") };
    let wrap = EntryChange::Install { launcher, stored: None };
    let there = change_entry(text, ConfigFormat::Json, "a", wrap).unwrap();
    let ours = r#"["--data", "/data \"x\"", "wrap", "--server", "a", "--", "npx", "-y", "x"]"#;
    assert!(there.contains(&ours.replace(", \"-y\", \"x\"", ", \"-y\",\"x\"")), "{there}");
    assert_eq!(change_entry(&there, ConfigFormat::Json, "a", EntryChange::Restore).unwrap(), text);
}

#[test]
fn every_form_is_wrapped_and_restored() {
    for (text, is_toml, wrapped) in [
        (
            "{\n\t// mine\n\t\"mcpServers\": {\n\t\t\"a b\": { \"command\": \"npx\", \"args\": [\"-y\", \"x\"], \"env\": {\"K\": \"1\"} },\n\t\t\"c\": {}\n\t}\n}\n",
            false,
            r#""command": "/bin/hintsmith""#,
        ),
        (
            "{\"servers\": {\"a b\": {\"type\": \"stdio\", \"command\": \"x\", \"args\": []}}}\n",
            false,
            r#""--server", "a-b", "--", "x"]"#,
        ),
        (
            "{\"mcp\": {\"a b\": {\"type\": \"local\", \"command\": [\"npx\", \"x\"]}}}\n",
            false,
            r#""command": ["/bin/hintsmith", "wrap", "#,
        ),
        (
            "# mine\nmodel = \"x\"\n\n[mcp_servers.\"a b\"]\ncommand = \"npx\" \nargs = [\"-y\", \"x\"]\nenv = { K = \"1\" }\n",
            true,
            "args = [\"wrap\", \"--server\", \"a-b\", \"--\", \"npx\", \"-y\", \"x\"]",
        ),
    ] {
        let format = if is_toml { ConfigFormat::Toml } else { ConfigFormat::Json };
        let there = change_entry(text, format, "a b", INSTALL).unwrap();
        assert!(
            there
                .replace(['\n', '\t'], "")
                .replace("  ", "")
                .replace(", ", ",")
                .contains(&wrapped.replace(", ", ",")),
            "{there}"
        );
        assert!(
            change_entry(&there, format, "a-b", INSTALL)
                == Err(InstallError::AlreadyInstalled("a b".to_owned()))
        );
        let back = change_entry(&there, format, "a-b", EntryChange::Restore).unwrap();
        assert_eq!(back, text);
        assert!(
            change_entry(&back, format, "a b", EntryChange::Restore)
                == Err(InstallError::NotInstalled("a b".to_owned()))
        );
    }
}

#[test]
fn unwrapping_restores_every_byte_despite_later_edits() {
    let json = [
        r#"{"mcpServers":{"a":{"command":"x"}}}"#,
        r#"{"mcpServers":{"a":{"command":"x","args":[]}}}"#,
        r#"{"mcpServers":{"a":{"args":[ /* , */ ],"command":"\u0078"}}}"#,
        "{\"mcpServers\": {\"a\": {\r\n\t\"command\": \"x\" , // c\r\n\t\"args\": [\r\n\t\t\"1\", // ,\r\n\t\t\"2\",\r\n\t],}}}",
        "{\"mcpServers\": {\"a\": {\n  \"command\": \"x\"\n}}}",
        "\u{feff}{\"mcp\":{\"a\":{\"command\":[\n\"x\"\n,\"1\"]}}}",
    ];
    let toml = [
        "[mcp_servers.a]\ncommand = 'x'",
        "[mcp_servers.a]\n  command = 'x' # c\n  env.K = '1'\n",
        "[mcp_servers.a]\r\nargs = [ ] # d\r\ncommand = \"\"\"x\"\"\"\r\n",
        "mcp_servers.a = {command='x',args=['1','2']}\n",
        "mcp_servers.a = { command = 'x' }",
        "[mcp_servers.a]\nargs = [ # ,\n  '1' # ,\n  , '2',\n]\ncommand = 'x'\n",
    ];
    let yaml = [
        "extensions:\n  a:\n    cmd: x\n",
        "extensions:\n  a:\n    type: stdio\n    cmd: x # c\n    args: []\n    envs: {}\n",
        "extensions:\r\n  a:\r\n    cmd: 'x'\r\n    args:\r\n    - -y # ,\r\n    - \"é - 1\"\r\n    timeout: 300\r\n",
        "extensions:\n  a:\n    args:\n      # first\n      - one\n\n      - two\n    cmd: x",
        "extensions:\n  a: {cmd: x, args: [-y, 'b']} # c\n  b: {cmd: y}\n",
        "extensions: {a: {cmd: x}}\n",
    ];
    let cases = json
        .map(|text| (text, ConfigFormat::Json))
        .into_iter()
        .chain(toml.map(|text| (text, ConfigFormat::Toml)))
        .chain(yaml.map(|text| (text, ConfigFormat::Yaml)));
    for (text, format) in cases {
        let there =
            change_entry(text, format, "a", INSTALL).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(change_entry(&there, format, "a", EntryChange::Restore).unwrap(), text, "{there}");
        let more = |text: &str| match format {
            ConfigFormat::Json => text.replacen('{', "{ \"more\": [\"a\"],", 1),
            ConfigFormat::Toml => format!("more = 1\n{text}"),
            ConfigFormat::Yaml => format!("more: 1\n{text}"),
        };
        assert_eq!(change_entry(&more(&there), format, "a", EntryChange::Restore).unwrap(), more(text));
    }
}

#[test]
fn a_list_that_another_program_formatted_is_unwrapped() {
    let text = r#"{"mcpServers": {"a": {"command": "/bin/hintsmith", "args": [
        "wrap", "--server", "a", "--",
        "npx",
        "-y"
    ]}}}"#;
    let expected = r#"{"mcpServers": {"a": {"command": "npx", "args": [
        "-y"
    ]}}}"#;
    assert_eq!(change_entry(text, ConfigFormat::Json, "a", EntryChange::Restore).unwrap(), expected);
}

#[test]
fn an_entry_that_cannot_be_wrapped_is_refused_with_a_reason() {
    for (text, is_toml, expected) in [
        ("{}", false, "the file has no server named a"),
        ("", true, "the file has no server named a"),
        (r#"{"mcpServers": {"b": {}}}"#, false, "the file has no server named a"),
        (
            r#"{"mcpServers": {"a": {"url": "https://x"}}}"#,
            false,
            "a has an address that no server in Hintsmith has",
        ),
        (r#"{"mcpServers": {"a": {"command": {"path": "x"}}}}"#, false, "cannot be edited safely"),
        (r#"{"mcpServers": {"a": {"command": "x", "args": "y"}}}"#, false, "cannot be edited safely"),
        // It is not known which of the two a client uses.
        (r#"{"mcpServers": {"a": {"command": "x", "command": "y"}}}"#, false, "cannot be edited safely"),
        ("mcp_servers.a.command = \"x\"", true, "cannot be edited safely"),
        ("[mcp_servers.a]\nurl = \"https://x\"", true, "a has an address that no server in Hintsmith has"),
        ("{ [", false, "invalid JSON"),
        ("= 1", true, "invalid TOML"),
    ] {
        let format = if is_toml { ConfigFormat::Toml } else { ConfigFormat::Json };
        let error = change_entry(text, format, "a", INSTALL).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn only_our_own_program_counts_as_wrapped() {
    let line = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(wrapped(&line("/x/hintsmith --data d wrap --server s -- npx y")), Some(&line("npx y")[..]));
    for other in ["npx wrap -- y", "hintsmith scan -- y", "hintsmith wrap --server s --", "hintsmith"] {
        assert_eq!(wrapped(&line(other)), None, "{other}");
    }
}

#[test]
fn a_yaml_list_that_goose_wrote_again_is_unwrapped() {
    let text = "extensions:\n  a:\n    cmd: /bin/hintsmith\n    args:\n    - wrap\n    - --server\n    - a\n    - --\n    - x\n    type: stdio\n";
    let expected = "extensions:\n  a:\n    cmd: x\n    args: []\n    type: stdio\n";
    assert_eq!(change_entry(text, ConfigFormat::Yaml, "a", EntryChange::Restore).unwrap(), expected);
}

#[test]
fn an_address_is_replaced_by_the_gateway_and_restored_despite_later_edits() {
    let cases = [
        (
            ConfigFormat::Json,
            "{\n  // mine\n  \"mcpServers\": {\n    \"a\": {\n      \"type\": \"http\", // why\n      \"url\": \"https://x/${A}\",\n      \"headers\": {\"K\": \"${input:k}\"},\n      \"disabled\": false,\n    },\n  },\n}\n",
            "{\n      \"type\": \"stdio\",\n      \"command\": \"/bin/hintsmith\",\n      \"args\": [\"gateway\", \"api\"],\n      \"env\": { \"HINTSMITH_REPLACED_ENTRY\": ",
        ),
        (
            ConfigFormat::Json,
            r#"{"servers":{"a":{"url":"https://x"}}}"#,
            r#"{"command": "/bin/hintsmith", "args": ["gateway", "api"], "env": { "HINTSMITH_REPLACED_ENTRY": "%7B\"url\":\"https://x\"%7D" }}"#,
        ),
        (
            ConfigFormat::Json,
            r#"{"mcp": {"a": { "type": "remote", "url": "https://x", "enabled": true }}}"#,
            r#"{ "type": "local", "command": ["/bin/hintsmith", "gateway", "api"], "environment": { "#,
        ),
        (
            ConfigFormat::Toml,
            "# mine\n[mcp_servers.a] # far\r\nurl = \"https://x\" # c\r\nbearer_token_env_var = 'T'\r\nenabled = true\r\n\r\n[mcp_servers.a.http_headers]\r\nX = 'y' # d\r\n\r\n[mcp_servers.a.tools.t]\r\napproval_mode = 'approve'\r\n\r\n[other]\r\nx = 1\r\n",
            "[mcp_servers.a] # far\r\ncommand = \"/bin/hintsmith\"\r\nargs = [\"gateway\", \"api\"]\r\nenv = { HINTSMITH_REPLACED_ENTRY = ",
        ),
        (
            ConfigFormat::Toml,
            "mcp_servers.a = { url = 'https://x', enabled = true }\n",
            "{ command = \"/bin/hintsmith\", args = [\"gateway\", \"api\"], env = { ",
        ),
        (
            ConfigFormat::Yaml,
            "extensions:\n  a:\n    enabled: true\n    type: streamable_http # c\n    uri: https://x\n    envs: {}\n    env_keys:\n    - K\n    headers:\n      A: b\n    description: # d\n    timeout: 300 # e\n  b:\n    cmd: y\n",
            "    type: \"stdio\"\n    cmd: \"/bin/hintsmith\"\n    args: [\"gateway\", \"api\"]\n    envs: { HINTSMITH_REPLACED_ENTRY: ",
        ),
        (
            ConfigFormat::Yaml,
            "extensions: {a: {type: streamable_http, uri: https://x}}\n",
            "{type: \"stdio\", cmd: \"/bin/hintsmith\", args: ",
        ),
    ];
    for (format, text, expected) in cases {
        let there = change_entry(text, format, "a", SERVE).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(there.contains(expected), "{there}");
        // No client finds a reference to a variable in the replaced entry.
        assert!(!there.contains("${"), "{there}");
        let again = change_entry(&there, format, "a", SERVE);
        assert_eq!(again, Err(InstallError::AlreadyInstalled("a".to_owned())));
        assert_eq!(change_entry(&there, format, "a", EntryChange::Restore).unwrap(), text, "{there}");
        let more = |text: &str| match format {
            ConfigFormat::Json => text.replacen('{', "{ \"more\": [\"a\"],", 1),
            ConfigFormat::Toml => format!("more = 1\n{text}"),
            ConfigFormat::Yaml => format!("more: 1\n{text}"),
        };
        let restored = change_entry(&more(&there), format, "a", EntryChange::Restore);
        assert_eq!(restored.unwrap(), more(text));
    }
}

#[test]
fn settings_of_an_entry_that_are_no_part_of_its_address_are_kept() {
    let text = r#"{"mcpServers": {"a": {"url": "https://x", "autoApprove": ["t"], "disabledTools": ["u"], "timeout": 5}}}"#;
    let there = change_entry(text, ConfigFormat::Json, "a", SERVE).unwrap();
    assert!(there.contains(r#""autoApprove": ["t"], "disabledTools": ["u"], "timeout": 5}"#), "{there}");
    let text = "[mcp_servers.a]\nurl = 'https://x'\nenabled_tools = ['t']\n[mcp_servers.a.tools.t]\nx = 1\n";
    let there = change_entry(text, ConfigFormat::Toml, "a", SERVE).unwrap();
    assert!(there.ends_with("enabled_tools = ['t']\n[mcp_servers.a.tools.t]\nx = 1\n"), "{there}");
}

#[test]
fn a_table_whose_parts_are_apart_is_refused() {
    let text = "[mcp_servers.a]\nurl = 'https://x'\n[other]\nx = 1\n[mcp_servers.a.http_headers]\nY = 'z'\n";
    let refused = change_entry(text, ConfigFormat::Toml, "a", SERVE);
    assert_eq!(refused, Err(InstallError::UnsupportedSyntax("a".to_owned())));
}

#[test]
fn an_entry_of_one_project_is_found_by_its_folder() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}}, "projects": {"/work/one": {"mcpServers": {"a": {"command": "y"}}}}}"#;
    let path = EntryPath { format: ConfigFormat::Json, project: Some("/work/one"), server: "a" };
    let there = super::change_entry(text, path, INSTALL).unwrap();
    assert!(there.starts_with(r#"{"mcpServers": {"a": {"command": "x"}}"#), "{there}");
    assert!(there.contains(r#""--", "y" ]"#), "{there}");
    let other = EntryPath { project: Some("/work/two"), ..path };
    assert!(matches!(super::change_entry(text, other, INSTALL), Err(InstallError::UnknownServer(_))));
}

#[test]
fn every_entry_is_listed_with_its_state() {
    let text = r#"{"mcp": {"servers": {"a b": {"command": ["x"]}, "web": {"type": "remote", "url": "https://x"}, "odd": {"command": 1}, "none": {}}}}"#;
    let wrapped = change_entry(text, ConfigFormat::Json, "a b", INSTALL).unwrap();
    let states = |text: &str| {
        let entries = list_entries(text, ConfigFormat::Json, None).unwrap();
        entries.into_iter().map(|entry| (entry.key, entry.state)).collect::<Vec<_>>()
    };
    let unsupported = EntryState::Unsupported;
    let others = [
        ("web".to_owned(), EntryState::Address("https://x".to_owned())),
        ("odd".to_owned(), unsupported(InstallError::UnsupportedSyntax("odd".to_owned()))),
        ("none".to_owned(), unsupported(InstallError::NoConnection("none".to_owned()))),
    ];
    assert_eq!(states(text)[0], ("a b".to_owned(), EntryState::Command));
    assert_eq!(states(&wrapped)[0], ("a b".to_owned(), EntryState::Installed));
    assert_eq!(states(text)[1..], others);
}
