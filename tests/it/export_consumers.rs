//! Exports read by the programs they are for, or validated by a schema: every golden file, and fresh exports where
//! the program runs.
//!
//! The consumers are in `tests/export_consumers`: pinned packages, small scripts that pass files to them, and
//! schemas.

mod api_scripts;
mod cedar;
mod fastmcp;
mod librechat;
mod mcp_hub;
mod overlay;
mod schemas;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{ROOT, Store};

/// A golden file of a target.
struct GoldenFile {
    fixture: String,
    path: String,
}

impl GoldenFile {
    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).unwrap()
    }
}

/// The golden files of a target for every fixture, by file name suffix.
fn golden_files(target: &str, end: &str) -> Vec<GoldenFile> {
    let folder = PathBuf::from(ROOT).join("tests/golden/export").join(target);
    let mut found = Vec::new();
    for fixture in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
        for path in fixture.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.ends_with(end) && name != "report.json" {
                let fixture = fixture.file_name().unwrap().to_str().unwrap().to_owned();
                found.push(GoldenFile { fixture, path: path.to_str().unwrap().to_owned() });
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(found.len() >= 7, "{target} has a file for every fixture: {}", found.len());
    found
}

/// The golden file of one fixture.
fn golden_file(target: &str, end: &str, fixture: &str) -> GoldenFile {
    golden_files(target, end).into_iter().find(|golden| golden.fixture == fixture).unwrap()
}

fn require_installed(path: &str) -> String {
    let path = format!("{ROOT}/{path}");
    assert!(Path::new(&path).exists(), "run `make test`: it installs {path}");
    path
}

pub fn python_program() -> String {
    require_installed("target/export-consumers-venv/bin/python")
}

/// Runs one process for all inputs: JSON in, JSON out. The server that golden files name is on its PATH.
fn run_script(program: &str, script: &str, question: &Value) -> Value {
    let script = format!("{ROOT}/tests/export_consumers/{script}");
    let path = std::env::var("PATH").unwrap();
    let mut child = Command::new(program)
        .arg(&script)
        .env("PATH", format!("{ROOT}/tests/export_consumers/servers:{path}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(question.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

pub fn run_python(script: &str, question: &Value) -> Value {
    run_script(&python_program(), script, question)
}

fn run_node(script: &str, question: &Value) -> Value {
    require_installed("tests/export_consumers/node_modules");
    run_script("node", script, question)
}

/// The tools that FastMCP's client lists for each entry.
pub fn list_tools(entries: &[Value]) -> Vec<Value> {
    let answer = run_python("list_tools.py", &json!(entries));
    answer.as_array().unwrap().clone()
}

pub fn find_tool<'a>(seen: &'a Value, name: &str) -> Option<&'a Value> {
    let tools = seen["tools"].as_array().unwrap_or_else(|| panic!("{seen}"));
    tools.iter().find(|tool| tool["name"] == name)
}

/// A store with a third-party server, decisions about it, and a toolset without the tool that moves files.
fn store_with_files() -> Store {
    let store = Store::new();
    let server = require_installed(
        "tests/servers/foreign/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
    );
    let folder = store.path().join("files");
    std::fs::create_dir(&folder).unwrap();
    store.ok(&["add", "files", "--yes", "--", "node", &server, folder.to_str().unwrap()]);
    store.ok(&["set", "files.list_directory", "read-only=no", "open-world=yes", "title=Look into a folder"]);
    store.ok(&["set", "files.write_file", "destructive=no", "parameter:content=The text to write"]);
    store.ok(&["toolset", "build", "daily", "files.list_directory", "files.write_file"]);
    store.ok(&["note", "add", "files.write_file", "ask", "Ask first", "--toolset", "daily"]);
    store
}

/// A fresh export of that toolset, as a path.
fn export_toolset(store: &Store, target: &str, file: &str) -> String {
    let path = store.path().join(file).to_str().unwrap().to_owned();
    store.ok(&["export", target, "-o", &path, "--toolset", "daily"]);
    path
}
