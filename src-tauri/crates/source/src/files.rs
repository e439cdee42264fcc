//! The source files of a folder. The only module of the crate that reads files.
//!
//! It stays inside the folder: links are not followed. It leaves out what git ignores, hidden and vendored folders, build
//! output, minified and generated files, and files that are too large or not UTF-8.

use std::io::{self, Read};
use std::path::Path;

use ignore::{DirEntry, WalkBuilder};

use crate::formatting;
use crate::language::Language;
use crate::manifest;
use crate::progress::{Cancelled, CollectError, ProgressObserver, ScanStage, StageCounter, ignore_progress};
use crate::registration::File;

/// What is read, and how much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CollectOptions {
    /// Also read build output, as in an installed package, which has nothing else.
    pub build_output: bool,
    pub files: usize,
    pub file_bytes: u64,
    pub total_bytes: u64,
    pub depth: usize,
}

impl Default for CollectOptions {
    fn default() -> Self {
        Self { build_output: false, files: 50_000, file_bytes: 8 << 20, total_bytes: 256 << 20, depth: 32 }
    }
}

/// Source files and manifests of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileCollection {
    /// By path.
    pub files: Vec<File>,
    /// Files that were not read, and why.
    pub skipped: Vec<SkippedFile>,
    /// A limit was reached, so there may be more files.
    pub is_truncated: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedFile {
    pub path: String,
    pub reason: SkipReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    TooLarge,
    NotUtf8,
    Minified,
    Generated,
    Unreadable,
}

/// Folders that hold other people's code.
const VENDORED_FOLDERS: &[&str] =
    &["node_modules", "bower_components", "vendor", "third_party", "site-packages", "__pycache__", "venv"];

/// Folders that hold build output.
const OUTPUT_FOLDERS: &[&str] = &["target", "dist", "build", "out", "obj", "coverage", "htmlcov"];

/// Reads the source files below `folder`.
pub fn collect_files(folder: &Path, options: &CollectOptions) -> io::Result<FileCollection> {
    match collect_files_with_progress(folder, options, &ignore_progress) {
        Ok(collection) => Ok(collection),
        Err(CollectError::Io(error)) => Err(error),
        Err(CollectError::Cancelled(error)) => Err(io::Error::new(io::ErrorKind::Interrupted, error)),
    }
}

/// The same; `observer` is told of every file.
pub fn collect_files_with_progress(
    folder: &Path,
    options: &CollectOptions,
    observer: &ProgressObserver,
) -> Result<FileCollection, CollectError> {
    // A folder that is a link itself is what the user named.
    let folder = folder.canonicalize()?;
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, "not a folder").into());
    }
    let build_output = options.build_output;
    let walk = WalkBuilder::new(&folder)
        .follow_links(false)
        // Hidden files are left out below, except those that configure a formatter.
        .hidden(false)
        .same_file_system(true)
        .max_depth(Some(options.depth))
        // Rules of folders above, and of the user, are no part of the project.
        .parents(false)
        .git_global(false)
        .require_git(false)
        .sort_by_file_name(Ord::cmp)
        .filter_entry(move |entry| is_wanted(entry, build_output))
        .build();
    let mut collection = FileCollection::default();
    let mut total = 0;
    let counter = StageCounter::new(observer, ScanStage::Reading, None);
    for entry in walk {
        let Ok(entry) = entry else { continue };
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let Some(path) = relative_path(&folder, entry.path()) else { continue };
        if Language::from_path(&path).is_none()
            && !manifest::is_manifest(&path)
            && !formatting::is_configuration(&path)
        {
            continue;
        }
        if collection.files.len() >= options.files || total >= options.total_bytes {
            collection.is_truncated = true;
            break;
        }
        let read = counter.run(|| read_text(entry.path(), options.file_bytes)).ok_or(Cancelled)?;
        match read {
            Ok(text) => {
                total += text.len() as u64;
                collection.files.push(File { path, text });
            }
            Err(reason) => collection.skipped.push(SkippedFile { path, reason }),
        }
    }
    counter.finish()?;
    Ok(collection)
}

fn is_wanted(entry: &DirEntry, build_output: bool) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    let name = entry.file_name().to_string_lossy();
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return !name.starts_with('.') || formatting::is_configuration(&name);
    }
    if name.starts_with('.') {
        return false;
    }
    let is_skipped = VENDORED_FOLDERS.contains(&name.as_ref())
        || (!build_output && OUTPUT_FOLDERS.contains(&name.as_ref()))
        // A virtual environment of Python has any name.
        || entry.path().join("pyvenv.cfg").exists();
    !is_skipped
}

fn relative_path(folder: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(folder).ok()?.components();
    let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}

fn read_text(path: &Path, max_bytes: u64) -> Result<String, SkipReason> {
    let file = std::fs::File::open(path).map_err(|_| SkipReason::Unreadable)?;
    let mut bytes = Vec::new();
    // A file can grow between the look at its size and the reading.
    file.take(max_bytes + 1).read_to_end(&mut bytes).map_err(|_| SkipReason::Unreadable)?;
    if bytes.len() as u64 > max_bytes {
        return Err(SkipReason::TooLarge);
    }
    let text = String::from_utf8(bytes).map_err(|_| SkipReason::NotUtf8)?;
    if is_minified(path, &text) {
        return Err(SkipReason::Minified);
    }
    if is_generated(&text) {
        return Err(SkipReason::Generated);
    }
    Ok(text)
}

/// A script whose lines are far longer than anybody writes.
fn is_minified(path: &Path, text: &str) -> bool {
    const MAX_AVERAGE_LINE: usize = 400;
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_script = Language::from_path(&name).is_some_and(Language::is_ecmascript);
    name.contains(".min.") || (is_script && text.len() / (text.lines().count() + 1) > MAX_AVERAGE_LINE)
}

/// The marks that generators put at the top of a file.
fn is_generated(text: &str) -> bool {
    const LINES: usize = 5;
    text.lines().take(LINES).any(|line| {
        let is_comment =
            ["//", "#", "/*", "*", "\"\"\""].iter().any(|mark| line.trim_start().starts_with(mark));
        is_comment
            && (line.contains("DO NOT EDIT")
                || line.contains("@generated")
                || line.contains("<auto-generated"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, path: &str, text: impl AsRef<[u8]>) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn collect(folder: &Path) -> (Vec<String>, Vec<(String, SkipReason)>) {
        let collection = collect_files(folder, &CollectOptions::default()).unwrap();
        let files = collection.files.into_iter().map(|file| file.path).collect();
        (files, collection.skipped.into_iter().map(|file| (file.path, file.reason)).collect())
    }

    #[test]
    fn only_the_project_s_own_source_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        write(root, "src/server.py", "x = 1\n");
        write(root, "package.json", "{}");
        write(root, ".prettierrc", "{}");
        write(root, ".hidden.py", "x\n");
        write(root, "README.md", "");
        for path in [
            "node_modules/a/index.js",
            ".git/a.py",
            "dist/index.js",
            "vendor/a/a.go",
            ".venv/a.py",
            "ignored/a.py",
        ] {
            write(root, path, "x\n");
        }
        write(root, ".gitignore", "ignored/\n");
        write(root, "src/big.py", "#".repeat((8 << 20) + 1));
        write(root, "src/latin.py", b"# \xe9\n");
        write(root, "src/app.min.js", "x\n");
        write(root, "src/bundle.js", "x;".repeat(1000));
        write(root, "src/pb.go", "// Code generated by x. DO NOT EDIT.\n");
        let (files, skipped) = collect(root);
        assert_eq!(files, [".prettierrc", "package.json", "src/server.py"]);
        let expected = [
            ("src/app.min.js", SkipReason::Minified),
            ("src/big.py", SkipReason::TooLarge),
            ("src/bundle.js", SkipReason::Minified),
            ("src/latin.py", SkipReason::NotUtf8),
            ("src/pb.go", SkipReason::Generated),
        ];
        assert_eq!(skipped, expected.map(|(path, reason)| (path.to_owned(), reason)));
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_the_folder() {
        let outside = tempfile::tempdir().unwrap();
        write(outside.path(), "secret.py", "x\n");
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "own.py", "x\n");
        std::os::unix::fs::symlink(outside.path(), folder.path().join("linked")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("secret.py"), folder.path().join("secret.py"))
            .unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
        assert_eq!(collect(folder.path()).0, ["own.py"]);
    }

    #[test]
    fn limits_end_the_walk_and_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        for index in 0..5 {
            write(folder.path(), &format!("{index}.py"), "x\n");
        }
        let options = CollectOptions { files: 3, ..CollectOptions::default() };
        let collection = collect_files(folder.path(), &options).unwrap();
        assert_eq!((collection.files.len(), collection.is_truncated), (3, true));
        assert!(collect_files(&folder.path().join("0.py"), &options).is_err());
    }
}
