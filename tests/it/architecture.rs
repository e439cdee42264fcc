//! Architecture tests: dependency direction of packages and modules, the owning crate of each heavy library, and
//! permissions of the window.

mod module_graph;

use std::collections::{BTreeSet, HashMap};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use serde_json::Value;

use crate::support::ROOT;

fn metadata() -> Metadata {
    MetadataCommand::new().current_dir(ROOT).other_options(["--locked".to_owned()]).exec().unwrap()
}

/// The direct dependencies of each workspace package, without dev-dependencies.
fn direct_dependencies(metadata: &Metadata) -> HashMap<String, BTreeSet<String>> {
    let packages = metadata.workspace_packages().into_iter();
    packages
        .map(|package| {
            let used =
                package.dependencies.iter().filter(|dependency| dependency.kind == DependencyKind::Normal);
            (package.name.to_string(), used.map(|dependency| dependency.name.clone()).collect())
        })
        .collect()
}

#[test]
fn packages_depend_in_one_direction_only() {
    let direct = direct_dependencies(&metadata());
    let ours = |name: &str| -> Vec<&str> {
        direct[name].iter().map(String::as_str).filter(|used| used.starts_with("hintsmith")).collect()
    };
    assert_eq!(ours("hintsmith-core"), [""; 0]);
    assert_eq!(ours("hintsmith-mcp"), ["hintsmith-core"]);
    assert_eq!(ours("hintsmith-engine"), ["hintsmith-core", "hintsmith-mcp", "hintsmith-source"]);
    assert_eq!(ours("hintsmith"), ["hintsmith-engine"]);
    assert_eq!(ours("hintsmith-desktop"), ["hintsmith-engine"]);
    // It has the grammars, which the proxy must not link.
    assert_eq!(ours("hintsmith-source"), ["hintsmith-core"]);
    // The fuzz targets are part of neither program.
    assert_eq!(ours("hintsmith-fuzz"), ["hintsmith-core", "hintsmith-mcp"]);
    assert_eq!(direct.len(), 7, "a new package needs its place here");
}

#[test]
fn sibling_modules_do_not_import_each_other() {
    for (name, least) in [("core", 50), ("mcp", 50), ("engine", 50), ("source", 20)] {
        let modules = module_graph::read(&format!("{ROOT}/src-tauri/crates/{name}/src"));
        assert!(modules.len() > least, "{name}: the walk finds the modules");
        assert_eq!(module_graph::sibling_cycles(&modules), [""; 0], "{name}");
    }
}

#[test]
fn each_heavy_library_is_used_by_one_crate() {
    let direct = direct_dependencies(&metadata());
    for (library, home) in [
        ("rmcp", "hintsmith-mcp"),
        ("process-wrap", "hintsmith-mcp"),
        ("reqwest", "hintsmith-mcp"),
        ("rusqlite", "hintsmith-engine"),
        ("keyring-core", "hintsmith-engine"),
        ("webbrowser", "hintsmith-engine"),
        ("png", "hintsmith-engine"),
        ("jsonschema", "hintsmith-core"),
        ("quick-junit", "hintsmith-core"),
        ("tree-sitter", "hintsmith-source"),
        ("tauri", "hintsmith-desktop"),
        ("tauri-specta", "hintsmith-desktop"),
        ("clap", "hintsmith"),
    ] {
        let homes: Vec<&String> =
            direct.iter().filter(|(_, used)| used.contains(library)).map(|(name, _)| name).collect();
        assert_eq!(homes, [home], "{library}");
    }
    assert!(!direct["hintsmith-core"].contains("tokio"));
}

#[test]
fn the_cli_depends_on_no_window_library() {
    let metadata = metadata();
    let nodes: HashMap<&PackageId, _> =
        metadata.resolve.as_ref().unwrap().nodes.iter().map(|node| (&node.id, node)).collect();
    let mut seen = BTreeSet::new();
    let mut next = vec![&metadata.root_package().unwrap().id];
    while let Some(id) = next.pop() {
        if seen.insert(metadata[id].name.to_string()) {
            let used = nodes[id].deps.iter();
            let used =
                used.filter(|used| used.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
            next.extend(used.map(|used| &used.pkg));
        }
    }
    assert!(seen.contains("rmcp") && seen.contains("rusqlite"), "the walk reaches the leaves");
    let window =
        |name: &&String| ["tauri", "wry", "tao", "gtk", "webkit"].iter().any(|part| name.starts_with(part));
    assert_eq!(seen.iter().filter(window).collect::<Vec<_>>(), [""; 0]);
}

fn read_json(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap()).unwrap()
}

#[test]
fn the_window_has_no_permissions_beyond_events() {
    let config = read_json("src-tauri/tauri.conf.json");
    let security = &config["app"]["security"];
    assert_eq!(config["app"]["withGlobalTauri"], false);
    assert_eq!(security["freezePrototype"], true);
    let csp = security["csp"].as_str().unwrap();
    assert!(csp.starts_with("default-src 'none'; script-src 'self';"), "{csp}");
    for word in csp
        .split([' ', ';'])
        .filter(|word| word.contains("://") || word.contains('*') || word.contains("unsafe"))
    {
        assert!(["http://ipc.localhost", "'unsafe-inline'"].contains(&word), "{word}");
    }
    assert!(!csp.contains("script-src 'self' '"), "scripts come from our own files only");

    let files: Vec<_> = std::fs::read_dir(format!("{ROOT}/src-tauri/capabilities")).unwrap().collect();
    assert_eq!(files.len(), 1, "one capability file for one window");
    let capability = read_json("src-tauri/capabilities/main.json");
    assert_eq!(capability["windows"], serde_json::json!(["main"]));
    assert_eq!(capability.get("remote"), None);
    let permissions = serde_json::json!(["core:event:allow-listen", "core:event:allow-unlisten"]);
    assert_eq!(capability["permissions"], permissions);
}

/// The sources of both programs without their tests, by path.
fn sources() -> Vec<(String, String)> {
    let mut folders = vec![format!("{ROOT}/src-tauri/src"), format!("{ROOT}/src-tauri/cli")];
    folders.extend(
        ["core", "engine", "mcp", "source"].map(|name| format!("{ROOT}/src-tauri/crates/{name}/src")),
    );
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path().to_str().unwrap().to_owned();
            if std::path::Path::new(&path).is_dir() {
                folders.push(path);
            } else if path.ends_with(".rs") && !path.ends_with("tests.rs") && !path.contains("/src/testing/")
            {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned();
                sources.push((path, code));
            }
        }
    }
    sources
}

#[test]
fn files_are_written_only_by_engine_files() {
    for (path, code) in sources() {
        for call in ["fs::write(", "File::create", "fs::copy(", "OpenOptions::new(", "fs::rename("] {
            let is_home = path.ends_with("engine/src/files.rs")
                // Moves a damaged store aside.
                || (call == "fs::rename(" && path.ends_with("engine/src/store/backups.rs"));
            assert!(is_home || !code.contains(call), "{path} calls {call}…): use engine::files");
        }
    }
}

/// Every test that docs/threat-model.md names for a promise must exist.
#[test]
fn the_threat_model_names_tests_that_exist() {
    let text = std::fs::read_to_string(format!("{ROOT}/docs/threat-model.md")).unwrap();
    let promises = text.split("## Promises and the tests that hold them").nth(1).unwrap();
    let promises = promises.split("\n## ").next().unwrap();
    let mut sources = String::new();
    let mut folders = vec![format!("{ROOT}/tests/it"), format!("{ROOT}/src-tauri/crates")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path.to_str().unwrap().to_owned());
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push_str(&format!("file {}\n", path.display()));
                sources.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = 0;
    for row in promises.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let cell = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        for name in cell.split('`').skip(1).step_by(2).filter(|name| !name.contains('/')) {
            let last = name.rsplit("::").next().unwrap();
            let is_there = sources.contains(&format!("fn {last}("))
                || sources.contains(&format!("fn {last}<"))
                || sources.contains(&format!("/{last}.rs\n"))
                || sources.contains(&format!("mod {last}"))
                || sources.contains(&format!("struct {last}"));
            assert!(is_there, "{name} in: {row}");
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
}
