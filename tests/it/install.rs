//! `hintsmith install`: the files of clients, of users and of projects, with commands and with addresses. Each change is
//! taken back byte for byte.

use std::os::unix::fs::symlink;
use std::process::Command;

use serde_json::Value;

use crate::odd_servers::OddServers;
use crate::support::{Run, Store, tool_names};
use crate::wrap::StdioClient;

/// A store, and a home folder with the configurations of clients.
struct Home(Store);

impl Home {
    fn new() -> Self {
        Self(Store::new())
    }

    fn path(&self, place: &str) -> String {
        self.0.path().join("home").join(place).canonicalize().unwrap().to_str().unwrap().to_owned()
    }

    fn write(&self, place: &str, text: &str) -> String {
        self.0.file(&format!("home/{place}"), text)
    }

    fn read(&self, place: &str) -> String {
        std::fs::read_to_string(self.path(place)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let home = self.0.path().join("home");
        let mut command = self.0.command(arguments);
        command.env("HOME", &home).env("XDG_CONFIG_HOME", home.join(".config")).current_dir(&home);
        Run::from_output(command.output().unwrap())
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        run.stdout
    }

    fn files(&self, arguments: &[&str]) -> Vec<Value> {
        let files = self.ok(&[&["install", "--json"], arguments].concat());
        serde_json::from_str(&files).unwrap()
    }
}

const NOTES: &str = r#"{"mcpServers": {"notes": {"command": "npx", "args": ["-y", "notes"]}}}"#;

#[test]
fn a_linked_configuration_is_changed_only_on_request() {
    let home = Home::new();
    home.write("dotfiles/mcp.json", NOTES);
    let target = home.path("dotfiles/mcp.json");
    home.write(".cursor/other", "");
    let link = home.0.path().join("home/.cursor/mcp.json");
    symlink(&target, &link).unwrap();

    let refused = home.run(&["install", "cursor", "notes", "--yes"]);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    let told = format!("is a symbolic link to {target}");
    assert!(refused.stderr.contains(&told) && refused.stderr.contains("--follow"), "{}", refused.stderr);
    assert_eq!(home.read("dotfiles/mcp.json"), NOTES);

    let shown = home.ok(&["install", "cursor", "notes", "--follow", "--yes"]);
    assert!(shown.starts_with(&target), "{shown}");
    assert!(home.read("dotfiles/mcp.json").contains("\"wrap\""));
    assert!(link.symlink_metadata().unwrap().is_symlink(), "the link was replaced");
    assert_eq!(home.files(&["cursor"])[0]["linkTarget"], target);
    home.ok(&["install", "cursor", "notes", "--follow", "--undo", "--yes"]);
    assert_eq!(home.read("dotfiles/mcp.json"), NOTES);
}

#[test]
fn the_configuration_of_a_project_is_changed_instead_of_the_users() {
    let command = r#""notes": {"command": "npx", "args": ["-y", "notes"]}"#;
    for (client, user_file, project_file, section) in [
        ("claude-code", ".claude.json", ".mcp.json", "mcpServers"),
        ("cursor", ".cursor/mcp.json", ".cursor/mcp.json", "mcpServers"),
        ("vscode", ".config/Code/User/mcp.json", ".vscode/mcp.json", "servers"),
        ("gemini", ".gemini/settings.json", ".gemini/settings.json", "mcpServers"),
        ("zed", ".config/zed/settings.json", ".zed/settings.json", "context_servers"),
        ("codex", ".codex/config.toml", ".codex/config.toml", ""),
        ("opencode", ".config/opencode/opencode.json", "opencode.json", "mcp"),
    ] {
        let text = match client {
            "codex" => "[mcp_servers.notes]\ncommand = \"npx\"\nargs = [\"-y\", \"notes\"]\n".to_owned(),
            "opencode" => {
                r#"{"mcp": {"notes": {"type": "local", "command": ["npx", "-y", "notes"]}}}"#.to_owned()
            }
            _ => format!("{{\"{section}\": {{{command}}}}}"),
        };
        let home = Home::new();
        home.write(user_file, &text);
        let in_project = format!("work/app/{project_file}");
        home.write(&in_project, &text);
        let project = home.path("work/app");

        home.ok(&["install", client, "notes", "--project", &project, "--yes"]);
        assert!(home.read(&in_project).contains("\"wrap\""), "{client}: {}", home.read(&in_project));
        assert_eq!(home.read(user_file), text, "{client}");
        let listed = home.files(&[client, "--project", "work/app"]);
        let states: Vec<_> = listed.iter().map(|file| &file["entries"][0]["installed"]).collect();
        assert_eq!(states, [true], "{client}: {listed:?}");
        assert_eq!(home.files(&[client])[0]["entries"][0]["installed"], false, "{client}");
        home.ok(&["install", client, "notes", "--undo", "--yes", "--project", "work/app"]);
        assert_eq!(home.read(&in_project), text, "{client}");
    }
}

/// `claude mcp add` writes there by default.
#[test]
fn a_project_in_the_users_file_of_claude_code_is_changed_alone() {
    let home = Home::new();
    home.write("work/app/file", "");
    let project = home.path("work/app");
    let text = format!(
        "{{\"mcpServers\": {{\"notes\": {{\"command\": \"user\"}}}}, \"projects\": {{\"{project}\": {{\"mcpServers\": {{\"notes\": {{\"command\": \"own\"}}}}}}}}}}"
    );
    home.write(".claude.json", &text);
    home.ok(&["install", "claude-code", "notes", "--project", &project, "--yes"]);
    let changed = home.read(".claude.json");
    assert!(changed.contains(r#"{"command": "user"}"#) && changed.contains("\"--\", \"own\""), "{changed}");
    home.ok(&["install", "claude-code", "notes", "--project", &project, "--undo", "--yes"]);
    assert_eq!(home.read(".claude.json"), text);

    let none = home.run(&["install", "cursor", "notes", "--project", &project]);
    assert!(none.stderr.contains("no configuration of Cursor was found in"), "{}", none.stderr);
}

#[test]
fn gooses_configuration_is_wrapped_and_restored_with_every_byte() {
    let home = Home::new();
    let place = ".config/goose/config.yaml";
    for entry in [
        "    cmd: npx # runs it\n    args:\n    - -y\n    - notes-mcp\n    enabled: true\n    envs:\n      TOKEN: seen-0001\n",
        "    args: [\"-y\", notes-mcp]\n    cmd: 'npx'\n    envs: { TOKEN: seen-0001 }\n    enabled: true\n",
        "    cmd: npx\n    timeout: 300\n    envs: {TOKEN: seen-0001}",
    ] {
        let text = format!(
            "# mine\nGOOSE_MODEL: any\nextensions:\n  developer: {{type: builtin, enabled: true}}\n\n  notes:\n    type: stdio\n{entry}"
        );
        home.write(place, &text);
        let shown = home.ok(&["install", "goose", "notes", "--yes"]);
        assert!(!shown.contains("seen-0001"), "{shown}");
        let imports = home.ok(&["import", "--dry-run", "--json", "--from", "goose"]);
        assert!(imports.contains("\"npx\"") && !imports.contains("\"wrap\""), "{imports}");
        assert!(home.read(place).contains("\"--server\""), "{}", home.read(place));
        home.ok(&["install", "goose", "notes", "--undo", "--yes"]);
        assert_eq!(home.read(place), text);
    }
}

#[test]
fn an_address_is_served_by_the_gateway_until_the_installation_is_undone() {
    let home = Home::new();
    let servers = OddServers::start();
    let url = servers.url("good");
    let text = format!(
        "{{\n  \"mcpServers\": {{\n    \"far\": {{ \"type\": \"http\", \"url\": \"{url}\", \"headers\": {{ \"Authorization\": \"Bearer seen-0001\" }}, \"disabled\": false }}\n  }}\n}}\n"
    );
    home.write(".cursor/mcp.json", &text);

    let unknown = home.run(&["install", "cursor", "far", "--yes"]);
    assert_eq!(unknown.code, 3, "{}", unknown.stderr);
    let told = "far has an address that no server in Hintsmith has";
    assert!(
        unknown.stderr.contains(told) && unknown.stderr.contains("hintsmith import"),
        "{}",
        unknown.stderr
    );
    assert_eq!(home.read(".cursor/mcp.json"), text);

    home.0.ok(&["add", "mine", "--yes", "--url", &url]);
    let installed = home.run(&["install", "cursor", "far", "--yes"]);
    assert_eq!(installed.code, 0, "{}", installed.stderr);
    assert!(!installed.stdout.contains("seen-0001"), "{}", installed.stdout);
    let file: Value = serde_json::from_str(&home.read(".cursor/mcp.json")).unwrap();
    let entry = &file["mcpServers"]["far"];
    assert_eq!((&entry["type"], &entry["disabled"]), (&"stdio".into(), &false.into()));
    assert!(entry["url"].is_null() && entry["headers"].is_null(), "{entry}");
    let imports = home.ok(&["import", "--dry-run", "--json", "--from", "cursor"]);
    assert!(imports.contains("the client already reaches it through Hintsmith"), "{imports}");

    // The client starts what the file says, and gets the tools of the server.
    let mut command = Command::new(entry["command"].as_str().unwrap());
    let arguments = entry["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
    command.args(arguments).env("HINTSMITH_SECRETS", "file");
    let mut client = StdioClient::spawn(command);
    client.initialize();
    let list: Value = serde_json::from_str(&client.list_tools()).unwrap();
    let direct = home.0.json(&["tools", "--json"]);
    // After the server's tools come those of the gateway for agents.
    let offered = tool_names(&list["result"]["tools"]);
    assert!(offered.starts_with(&tool_names(&direct)), "{offered:?}");
    client.close();

    home.ok(&["install", "cursor", "far", "--undo", "--yes"]);
    assert_eq!(home.read(".cursor/mcp.json"), text);
}

#[test]
fn every_client_is_listed_with_its_servers_and_their_state() {
    let home = Home::new();
    home.write(".cursor/mcp.json", NOTES);
    home.write(".config/zed/settings.json", r#"{"theme": "One"}"#);
    home.write(".gemini/settings.json", "{\"mcpServers\": {");
    home.ok(&["install", "cursor", "notes", "--yes"]);
    let files = home.files(&[]);
    let clients: Vec<_> = files.iter().map(|file| &file["client"]).collect();
    assert_eq!(clients, ["cursor", "gemini"]);
    assert_eq!(files[0]["entries"][0]["installed"], true);
    assert!(files[1]["problem"].as_str().unwrap().contains("invalid JSON"), "{files:?}");
    let shown = home.ok(&["install"]);
    assert!(shown.contains("cursor: ") && shown.contains("through Hintsmith"), "{shown}");
}
