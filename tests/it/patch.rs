//! `hintsmith patch` and `retire`: decisions in the source of a real Python server, in a real Git repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{ROOT, Store};

/// Two tools that declare nothing, and one whose name is computed.
const SERVER: &str = r#"from mcp.server import MCPServer

server = MCPServer("notes")


@server.tool()
def get_note(id: int) -> str:
    """Return a note."""
    return f"note {id}"


@server.tool(title="Remove")  # for good
def delete_note(id: int) -> str:
    """Delete a note."""
    return "deleted"


for kind in ["tag"]:

    @server.tool(name=f"list_{kind}s")
    def list_all() -> str:
        """List them."""
        return "none"


server.run()
"#;

struct Checkout {
    store: Store,
    folder: PathBuf,
}

impl Checkout {
    /// A store with the server, and its source in a repository with one commit.
    fn new() -> Self {
        let store = Store::new();
        let folder = store.path().join("source");
        std::fs::create_dir(&folder).unwrap();
        let checkout = Self { store, folder };
        checkout.write(SERVER);
        checkout.git(&["init", "--quiet", "--initial-branch", "main"]);
        checkout.git(&["config", "user.name", "Test"]);
        checkout.git(&["config", "user.email", "test@example.com"]);
        checkout.git(&["add", "."]);
        checkout.git(&["commit", "--quiet", "--message", "Start"]);
        let python = format!("{ROOT}/target/test-venv/bin/python");
        assert!(Path::new(&python).exists(), "{python} is installed by `make test`");
        let server = checkout.server_file().display().to_string();
        checkout.store.ok(&["add", "notes", "--yes", "--", &python, &server]);
        checkout
    }

    fn server_file(&self) -> PathBuf {
        self.folder.join("server.py")
    }

    fn write(&self, text: &str) {
        std::fs::write(self.server_file(), text).unwrap();
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.server_file()).unwrap()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = Command::new("git").arg("-C").arg(&self.folder).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn patch(&self, arguments: &[&str]) -> crate::support::Run {
        let folder = self.folder.display().to_string();
        self.store.run(&[&["patch", "notes", &folder], arguments].concat())
    }
}

#[test]
fn a_patched_server_declares_what_was_decided() {
    let checkout = Checkout::new();
    let nothing = checkout.patch(&[]);
    assert!(nothing.stderr.contains("Nothing is decided about the tools of notes"), "{}", nothing.stderr);

    checkout.store.ok(&["set", "notes.get_note", "read-only=yes", "--because", "only reads"]);
    checkout.store.ok(&["set", "notes.delete_note", "destructive=yes", "title=Delete Note"]);
    checkout.store.ok(&["set", "notes.list_tags", "open-world=no"]);
    let preview = checkout.patch(&[]);
    assert_eq!(preview.code, 0, "{}", preview.stderr);
    assert!(preview.stdout.contains("-@server.tool()\n+@server.tool(annotations="), "{}", preview.stdout);
    for expected in [
        "get_note (server.py:6): 1 change (Python SDK)",
        "read-only: not declared → true; decided: only reads",
        "list_tags (server.py:20): registered under a computed name, which is not changed",
        "3 tools: 2 to change, 1 with a computed name",
        "Nothing was written",
    ] {
        assert!(preview.stderr.contains(expected), "{expected}: {}", preview.stderr);
    }
    assert_eq!(checkout.text(), SERVER);
    assert_eq!(checkout.patch(&["--check"]).code, 1);

    let written = checkout.patch(&["--branch", "annotations", "--yes", "--verify"]);
    assert_eq!(written.code, 1, "list_tags still declares nothing: {}", written.stderr);
    assert!(written.stdout.contains("list_tags"), "{}", written.stdout);
    assert!(
        written.stderr.contains("notes declares 3 decisions as decided, and 1 otherwise"),
        "{}",
        written.stderr
    );
    assert_eq!(checkout.git(&["log", "--format=%s", "main..annotations"]), "Declare tool annotations\n");
    assert!(checkout.git(&["log", "-1", "--format=%b"]).contains("| `get_note` | read-only true |"));
    assert!(checkout.text().contains("# for good\n"), "the comment is kept: {}", checkout.text());
    assert_eq!(checkout.git(&["status", "--porcelain"]), "");
    assert_eq!(checkout.patch(&["--check"]).code, 0, "a second patch changes nothing");

    let preview = checkout.store.ok(&["retire", "notes", "--dry-run"]);
    assert!(preview.contains("delete_note  title"), "{preview}");
    let retired = checkout.store.run(&["retire", "notes", "--yes"]);
    assert!(retired.stderr.contains("ask about 1 tool again"), "{}", retired.stderr);
    assert!(retired.stderr.contains("Removed 3 decisions"), "{}", retired.stderr);
    let explained = checkout.store.ok(&["explain", "notes.delete_note"]);
    assert!(explained.contains("Delete Note") && explained.contains("declared by the server"), "{explained}");
    checkout.store.ok(&["undo"]);
    assert!(checkout.store.ok(&["explain", "notes.delete_note"]).contains("decided"));
}

#[test]
fn a_source_is_written_only_where_the_change_can_be_taken_back() {
    let checkout = Checkout::new();
    checkout.store.ok(&["set", "notes.delete_note", "destructive=yes"]);
    let refused = |arguments: &[&str], why: &str| {
        let run = checkout.patch(arguments);
        assert!(run.code >= 2 && run.stderr.contains(why), "{arguments:?}: {} {}", run.code, run.stderr);
    };
    checkout.write(&SERVER.replace("note {id}", "the note {id}"));
    refused(&["--write", "--yes"], "has changes that are not committed");
    refused(&["--branch", "a..b", "--yes", "--allow-dirty"], "a name that Git does not accept");
    refused(&["--branch", "main", "--yes", "--allow-dirty"], "exists already");
    assert!(!checkout.text().contains("annotations"));
    assert_eq!(checkout.patch(&["--write"]).code, 1, "without a terminal, nothing is confirmed");

    std::fs::remove_dir_all(checkout.folder.join(".git")).unwrap();
    refused(&["--write", "--yes"], "is not in a Git repository");
    let without = checkout.patch(&["--write", "--yes", "--allow-no-vcs", "--without", "delete_note"]);
    assert!(without.stderr.contains("delete_note (server.py:12): left out"), "{}", without.stderr);
    assert!(!checkout.text().contains("annotations"));
    assert_eq!(checkout.patch(&["--write", "--yes", "--allow-no-vcs"]).code, 0);
    assert!(checkout.text().contains("destructiveHint=True"), "{}", checkout.text());
    assert_eq!(checkout.patch(&["--write", "--yes", "--allow-no-vcs", "--tests"]).code, 0);
    let test = checkout.folder.join("test_tool_annotations.py");
    let text = std::fs::read_to_string(&test).unwrap_or_else(|_| panic!("{:?}", files(&checkout.folder)));
    assert!(
        text.contains(r#"("delete_note", 1, {"annotations": "set", "destructiveHint": "true"})"#),
        "{text}"
    );
    // What the author wrote into it is kept.
    std::fs::write(&test, text.replace("COMMAND = []", "COMMAND = [\"python\", \"server.py\"]")).unwrap();
    assert_eq!(checkout.patch(&["--check", "--tests"]).code, 0);
    checkout.store.ok(&["set", "notes.get_note", "idempotent=yes"]);
    assert_eq!(checkout.patch(&["--write", "--yes", "--allow-no-vcs", "--tests"]).code, 0);
    let text = std::fs::read_to_string(&test).unwrap();
    assert!(text.contains("COMMAND = [\"python\", \"server.py\"]") && text.contains("get_note"), "{text}");
    let missing = checkout.store.run(&["patch", "notes", "/nowhere"]);
    assert!(missing.code >= 2 && missing.stderr.contains("the folder /nowhere does not exist"));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_source_is_listed_and_linted_without_being_started() {
    let checkout = Checkout::new();
    let folder = checkout.folder.display().to_string();
    checkout.store.ok(&["add", "draft", "--yes", "--source", &folder]);
    let tools = checkout.store.ok(&["tools", "server:draft"]);
    assert!(tools.contains("draft.get_note") && tools.contains("draft.delete_note  Remove"), "{tools}");
    let run = checkout.store.run(&["run", "draft.get_note", "id=1", "--yes"]);
    assert!(run.stderr.contains("source code that is read and not started"), "{}", run.stderr);
    let linted = checkout.store.run(&[
        "lint",
        "--source",
        &folder,
        "--format",
        "sarif",
        "--rule",
        "missing-annotations",
    ]);
    let report: serde_json::Value = serde_json::from_str(&linted.stdout).unwrap();
    let mut places: Vec<(String, u64)> = report["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap().to_owned();
            (uri, place["region"]["startLine"].as_u64().unwrap())
        })
        .collect();
    places.sort();
    assert!(places.iter().all(|(uri, _)| uri.ends_with("source/server.py")), "{places:?}");
    assert_eq!(places.iter().map(|(_, line)| *line).collect::<Vec<_>>(), [6, 12]);
}
