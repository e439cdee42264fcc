//! Files that Hintsmith writes: readable by their owner alone, and never written through a planted link.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::support::Store;

fn mode(path: impl AsRef<Path>) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: impl AsRef<Path>, mode: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

/// Every file and folder below a folder, and itself.
fn tree(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(tree(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn everything_in_the_data_folder_is_its_owners_alone() {
    let store = Store::new();
    // The folder was there before, open to everybody.
    std::fs::create_dir_all(store.data()).unwrap();
    set_mode(store.data(), 0o755);
    store.ok(&["demo"]);
    store.ok(&["backup"]);
    let check = || {
        for path in tree(&store.data()) {
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode(&path), expected, "{}", path.display());
        }
    };
    check();
    assert!(tree(&store.data()).iter().any(|path| path.ends_with("hintsmith.lock")));

    // What an earlier version left readable is closed when the store is opened.
    for path in tree(&store.data()) {
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
    // The name used to be the target's with the number of the process, which is easily guessed: plant all that come next.
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
