//! Files that Hintsmith writes: private to their owner, never written through a planted link, and a client's
//! configuration is restored byte for byte.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::support::{Run, Store};

fn mode(path: impl AsRef<Path>) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: impl AsRef<Path>, mode: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

/// A store and a home folder with configurations of other clients.
struct Home(Store);

impl Home {
    fn new() -> Self {
        Self(Store::new())
    }

    fn file(&self, location: &str, text: &str) -> String {
        self.0.file(&format!("home/{location}"), text)
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let home = self.0.path().join("home");
        let mut command = self.0.command(arguments);
        Run::from_output(
            command.env("HOME", &home).env("XDG_CONFIG_HOME", home.join(".config")).output().unwrap(),
        )
    }

    fn ok(&self, arguments: &[&str]) {
        let run = self.run(arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
    }
}

/// A folder with everything below it.
fn list_tree(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(list_tree(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn undoing_an_installation_restores_the_exact_bytes() {
    let cases = [
        // Comments between and after values, literal strings, uneven spacing.
        (
            "codex",
            ".codex/config.toml",
            "# mine\nmodel = 'x'\n\n[mcp_servers.notes] # the notes\ncommand   =  'npx'  # starts it\n# the arguments\nargs = [\n  '-y', # yes\n  \"x\",\n]\nenv = {K='1'}\n",
        ),
        (
            "codex",
            ".codex/config.toml",
            "[mcp_servers.notes]\r\ncommand = \"npx\" # alone\r\n\r\n[other]\r\n",
        ),
        ("codex", ".codex/config.toml", "mcp_servers = { notes = { command = \"npx\" } }"),
        ("codex", ".codex/config.toml", "[mcp_servers.notes]\nargs = []\ncommand = \"npx\""),
        // Arrays over several lines, one value each.
        (
            "windsurf",
            ".codeium/windsurf/mcp_config.json",
            "{\n  \"mcpServers\": {\n    \"notes\": {\n      \"command\": \"npx\",\n      \"args\": [\n        \"-y\",\n        \"x\"\n      ],\n      \"env\": {}\n    }\n  }\n}",
        ),
        // No space and no final line break, as Claude Code writes it; unusual escapes.
        (
            "claude-code",
            ".claude.json",
            "{\"numStartups\":1,\"mcpServers\":{\"notes\":{\"type\":\"stdio\",\"command\":\"np\\u0078\",\"args\":[ ],\"env\":{}}}}",
        ),
        ("claude-code", ".claude.json", "{ \"mcpServers\" : { \"notes\" : { \"command\" : \"npx\" } } }"),
        (
            "cursor",
            ".cursor/mcp.json",
            "{\n\t// mine\n\t\"mcpServers\": {\n\t\t\"notes\": {\n\t\t\t\"command\": \"npx\", // why\n\t\t\t\"env\": {\"A\": \"1\"},\n\t\t},\n\t},\n}\n",
        ),
        (
            "opencode",
            ".config/opencode/opencode.json",
            "{\"mcp\": {\"notes\": {\"type\": \"local\", \"command\": [ \"npx\",\"x\" ]}}}",
        ),
        // Lists in both styles, as Goose and as users write them.
        (
            "goose",
            ".config/goose/config.yaml",
            "extensions:\r\n  notes:\r\n    cmd: npx # why\r\n    args:\r\n      - -y # yes\r\n      - x\r\n",
        ),
        ("goose", ".config/goose/config.yaml", "extensions: { notes: { cmd: npx, args: [ -y,x ] } }"),
    ];
    for (client, place, text) in cases {
        let home = Home::new();
        let file = home.file(place, text);
        let read = || std::fs::read_to_string(&file).unwrap();
        home.ok(&["install", client, "notes", "--yes"]);
        assert!(read().contains("wrap") && read() != text, "{}", read());
        home.ok(&["install", client, "notes", "--undo", "--yes"]);
        assert_eq!(read(), text, "{client}");
    }
}

#[test]
fn undoing_one_installation_keeps_edits_made_since() {
    let home = Home::new();
    let text = "{\n  \"mcpServers\": {\n    \"one\": {\"command\":\"a\",\"args\":[\"x\"]},\n    \"two\": {\"command\": \"b\"}\n  }\n}\n";
    let file = home.file(".cursor/mcp.json", text);
    home.ok(&["install", "cursor", "one", "--yes"]);
    home.ok(&["install", "cursor", "two", "--yes"]);
    let edited = std::fs::read_to_string(&file)
        .unwrap()
        .replace("  \"mcpServers\"", "  \"mine\": 1,\n  \"mcpServers\"");
    std::fs::write(&file, edited).unwrap();
    home.ok(&["install", "cursor", "one", "--undo", "--yes"]);
    home.ok(&["install", "cursor", "two", "--undo", "--yes"]);
    let expected = text.replace("  \"mcpServers\"", "  \"mine\": 1,\n  \"mcpServers\"");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
}

#[test]
fn backups_of_a_configuration_are_private_and_never_overwritten() {
    let home = Home::new();
    let text = "{\"mcpServers\": {\"notes\": {\"command\": \"npx\", \"env\": {\"TOKEN\": \"t\"}}}}";
    let file = home.file(".cursor/mcp.json", text);
    set_mode(&file, 0o600);
    // An earlier backup, and a link planted at the next name.
    let first = format!("{file}.before-hintsmith");
    std::fs::write(&first, "earlier").unwrap();
    let target = home.file("target", "untouched");
    symlink(&target, format!("{file}.before-hintsmith.2")).unwrap();

    home.ok(&["install", "cursor", "notes", "--yes"]);
    home.ok(&["install", "cursor", "notes", "--undo", "--yes"]);
    assert_eq!(std::fs::read_to_string(&first).unwrap(), "earlier");
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "untouched");
    let copy = format!("{file}.before-hintsmith.3");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), text);
    assert_eq!((mode(&copy), mode(&file)), (0o600, 0o600));
}

#[test]
fn everything_in_the_data_folder_is_private() {
    let store = Store::new();
    // The folder existed before, with open permissions.
    std::fs::create_dir_all(store.data_dir()).unwrap();
    set_mode(store.data_dir(), 0o755);
    store.ok(&["demo"]);
    store.ok(&["backup"]);
    let check = || {
        for path in list_tree(&store.data_dir()) {
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode(&path), expected, "{}", path.display());
        }
    };
    check();
    assert!(list_tree(&store.data_dir()).iter().any(|path| path.ends_with("hintsmith.lock")));

    // Files that an earlier version left readable are restricted when the store is opened.
    for path in list_tree(&store.data_dir()) {
        set_mode(&path, if path.is_dir() { 0o755 } else { 0o644 });
    }
    store.ok(&["servers"]);
    check();
    let backup = store.path().join("copy.db");
    store.ok(&["backup", backup.to_str().unwrap()]);
    assert_eq!(mode(&backup), 0o600);
    store.ok(&["restore", backup.to_str().unwrap(), "--yes"]);
    store.ok(&["servers"]);
    check();
}

#[test]
fn a_link_planted_at_a_temporary_name_is_not_followed() {
    let store = Store::with_demo();
    let victim = store.file("victim", "untouched");
    let folder = store.path().join("shared");
    std::fs::create_dir(&folder).unwrap();
    let output = folder.join("out.json");
    // The temporary name used to contain the process id, which is easy to guess: plant links for all that follow.
    let mut child = store.command(&["servers"]).stdout(std::process::Stdio::null()).spawn().unwrap();
    let last = child.id();
    child.wait().unwrap();
    for process in last..last + 4000 {
        symlink(&victim, folder.join(format!(".out.json.{process}.tmp"))).unwrap();
    }
    store.ok(&["export", "hintsmith", "-o", output.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "untouched");
    assert!(std::fs::read_to_string(&output).unwrap().contains("\"hintsmith\""));
    assert!(!output.symlink_metadata().unwrap().is_symlink());
}
