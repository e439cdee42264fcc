//! Atomic file writes: complete or not at all, never through a planted symlink, and with owner-only permissions where
//! the content is private. Bounded reads of files that other programs wrote.
//!
//! Every file this program writes goes through this module, except SQLite's own files and append-only logs.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The permissions of a written file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Readable and writable by its owner alone.
    Private,
    /// The permissions of the file it replaces; for a new file, as the umask says.
    Preserve,
}

/// Reads a text file of at most `max_bytes`. A larger one fails with [`ErrorKind::FileTooLarge`], a file that is not
/// UTF-8 with [`ErrorKind::InvalidData`].
///
/// The limit applies to what is read: the size of a pipe or a device is not known before, and a file can grow.
pub fn read_text(path: &Path, max_bytes: u64) -> std::io::Result<String> {
    read_text_from(File::open(path)?, max_bytes)
}

/// [`read_text`] on a blocking thread.
pub async fn read_text_async(path: PathBuf, max_bytes: u64) -> std::io::Result<String> {
    let read = tokio::task::spawn_blocking(move || read_text(&path, max_bytes));
    read.await.unwrap_or_else(|error| Err(std::io::Error::other(error)))
}

/// [`read_text`] from an open file or another stream.
pub fn read_text_from(input: impl Read, max_bytes: u64) -> std::io::Result<String> {
    let bytes = read_bytes_from(input, max_bytes)?;
    String::from_utf8(bytes).map_err(|_| std::io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Like [`read_text`], but the file need not be text.
pub fn read_bytes(path: &Path, max_bytes: u64) -> std::io::Result<Vec<u8>> {
    read_bytes_from(File::open(path)?, max_bytes)
}

fn read_bytes_from(input: impl Read, max_bytes: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        let limit = if max_bytes < 1 << 20 {
            format!("{} KiB", max_bytes >> 10)
        } else {
            format!("{} MiB", max_bytes >> 20)
        };
        return Err(std::io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {limit}")));
    }
    Ok(bytes)
}

/// Replaces a file atomically: a reader sees the old content or the new, never a part.
pub fn write_atomically(path: &Path, bytes: &[u8], access: Access) -> std::io::Result<()> {
    let before = match access {
        Access::Private => None,
        Access::Preserve => file_permissions(path),
    };
    let mut temporary = match (access, &before) {
        // The content may be read by everyone the umask admits, from the first byte on.
        (Access::Preserve, None) => TemporaryFile::create(path, OpenOptions::new())?,
        _ => TemporaryFile::beside(path)?,
    };
    temporary.file.write_all(bytes)?;
    if let Some(before) = before {
        temporary.file.set_permissions(before)?;
    }
    temporary.persist(path)
}

/// [`write_atomically`] for a private file that is meaningless after a restart: it is not synced to disk.
pub fn write_transient(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut temporary = TemporaryFile::beside(path)?;
    temporary.file.write_all(bytes)?;
    temporary.persist_open(path).map(drop)
}

/// Writes a copy next to a file, under the first free name of `NAME.SUFFIX`, `NAME.SUFFIX.2`, … with the permissions of
/// the file. An existing copy with the same content is reused.
pub fn copy_beside(path: &Path, bytes: &[u8], suffix: &str) -> std::io::Result<PathBuf> {
    copy_beside_observed(path, bytes, suffix, |_| ())
}

/// [`copy_beside`] with a callback between the check of an existing copy and the change of its permissions, so that a
/// test can replace the copy exactly then.
fn copy_beside_observed(
    path: &Path,
    bytes: &[u8],
    suffix: &str,
    on_checked: impl Fn(&Path),
) -> std::io::Result<PathBuf> {
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
    let access = file_permissions(path);
    for number in 1_u32.. {
        let mut copy_name = name.to_owned();
        copy_name.push(format!(".{suffix}"));
        if number > 1 {
            copy_name.push(format!(".{number}"));
        }
        let copy = path.with_file_name(copy_name);
        let mut file = match private_options().create_new(true).open(&copy) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let Some(existing) = open_copy(&copy, bytes) else { continue };
                on_checked(&copy);
                // On the open file: the path may name another one by now.
                #[cfg(unix)]
                if let Some(access) = access {
                    existing.set_permissions(access)?;
                }
                #[cfg(not(unix))]
                drop(existing);
                return Ok(copy);
            }
            Err(error) => return Err(error),
        };
        let mut write = || {
            file.write_all(bytes)?;
            if let Some(access) = &access {
                file.set_permissions(access.clone())?;
            }
            file.sync_all()
        };
        write().inspect_err(|_| drop(std::fs::remove_file(&copy)))?;
        return Ok(copy);
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Opens the file if it is a regular file with this content. A symlink is never a copy, even one that replaces the file
/// meanwhile.
fn open_copy(path: &Path, bytes: &[u8]) -> Option<File> {
    // Checked before it is opened, because opening a pipe would wait for its writer.
    let found = path.symlink_metadata().ok()?;
    if !found.is_file() || found.len() != bytes.len() as u64 {
        return None;
    }
    let file = File::open(path).ok()?;
    if !is_same_file(&found, &file.metadata().ok()?) {
        return None;
    }
    let mut content = Vec::new();
    (&file).take(bytes.len() as u64 + 1).read_to_end(&mut content).ok()?;
    (content == bytes).then_some(file)
}

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    one.file_type() == other.file_type() && one.len() == other.len()
}

fn file_permissions(path: &Path) -> Option<Permissions> {
    path.symlink_metadata().ok().filter(|found| found.is_file()).map(|found| found.permissions())
}

/// Options for writing a file that is readable by its owner alone from its first byte on.
pub fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// A new file in the same folder as another one, under an unpredictable name. Deleted unless it is persisted.
pub struct TemporaryFile {
    path: PathBuf,
    pub file: File,
    is_persisted: bool,
}

impl TemporaryFile {
    /// Creates the file readable by its owner alone.
    pub fn beside(path: &Path) -> std::io::Result<Self> {
        Self::create(path, private_options())
    }

    fn create(path: &Path, mut options: OpenOptions) -> std::io::Result<Self> {
        let name =
            path.file_name().ok_or_else(|| std::io::Error::new(ErrorKind::IsADirectory, "it is a folder"))?;
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(std::io::Error::other)?;
        let mut hidden_name = std::ffi::OsString::from(".");
        hidden_name.push(name);
        hidden_name.push(format!(".{:016x}.tmp", u64::from_ne_bytes(random)));
        let path = path.with_file_name(hidden_name);
        let file = options.read(true).write(true).create_new(true).open(&path)?;
        Ok(Self { path, file, is_persisted: false })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the complete file to `path`, replacing what is there. Durable when this returns.
    pub fn persist(mut self, path: &Path) -> std::io::Result<()> {
        self.file.sync_all()?;
        std::fs::rename(&self.path, path)?;
        self.is_persisted = true;
        sync_parent_folder(path);
        Ok(())
    }

    /// Renames the file to `path` and returns it, still open. Not durable: for files that are meaningless after a
    /// restart.
    pub fn persist_open(mut self, path: &Path) -> std::io::Result<File> {
        std::fs::rename(&self.path, path)?;
        self.is_persisted = true;
        self.file.try_clone()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.is_persisted {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Syncs the folder, without which a rename is not durable. Errors are ignored: some file systems cannot sync a folder.
fn sync_parent_folder(path: &Path) {
    #[cfg(unix)]
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Removes all permissions of group and others. Where that is impossible (another owner, a read-only file system) they
/// stay. Symlinks and shared (sticky) folders such as /tmp are left alone.
pub fn restrict_to_owner(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        const STICKY_BIT: u32 = 0o1000;
        let Ok(found) = path.symlink_metadata() else { return };
        let mode = found.permissions().mode();
        let is_ours = found.is_file() || (found.is_dir() && mode & STICKY_BIT == 0);
        if is_ours && mode & 0o077 != 0 {
            // By path, in a folder that only the user can change: a database must not be opened here, because closing
            // it would release SQLite's locks.
            let _ = std::fs::set_permissions(path, Permissions::from_mode(mode & 0o700));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_text_is_read_up_to_its_limit_and_never_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for (text, limit, expected) in [
            ("", 0, Ok("")),
            ("1234", 4, Ok("1234")),
            ("12345", 4, Err(ErrorKind::FileTooLarge)),
            // The limit is inside of a character.
            ("123é", 4, Err(ErrorKind::FileTooLarge)),
        ] {
            std::fs::write(&path, text).unwrap();
            let read = read_text(&path, limit).map_err(|error| error.kind());
            assert_eq!(read.as_deref().map_err(|kind| *kind), expected, "{text:?}");
        }
        std::fs::write(&path, [0xff]).unwrap();
        assert_eq!(read_text(&path, 4).unwrap_err().kind(), ErrorKind::InvalidData);
        assert_eq!(read_text(&folder.path().join("b"), 4).unwrap_err().kind(), ErrorKind::NotFound);
        let message = |limit| read_text_from(std::io::repeat(b' '), limit).unwrap_err().to_string();
        assert_eq!(message(64 << 10), "it is larger than 64 KiB");
        assert_eq!(message(1 << 20), "it is larger than 1 MiB");
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_temporary_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write_atomically(&path, b"one", Access::Private).unwrap();
        write_atomically(&path, b"two", Access::Private).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        let is_folder = folder.path().join("b");
        std::fs::create_dir(&is_folder).unwrap();
        std::fs::write(is_folder.join("c"), "").unwrap();
        assert!(write_atomically(&is_folder, b"x", Access::Preserve).is_err());
        assert!(write_atomically(Path::new("/"), b"x", Access::Preserve).is_err());
        assert_eq!(names(folder.path()), ["a", "b"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_written_file_is_private_or_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        write_atomically(&path, b"", Access::Private).unwrap();
        assert_eq!(mode(&path), 0o600);
        for before in [0o640, 0o644, 0o600] {
            std::fs::set_permissions(&path, Permissions::from_mode(before)).unwrap();
            write_atomically(&path, b"x", Access::Preserve).unwrap();
            assert_eq!(mode(&path), before);
            assert_eq!(mode(&copy_beside(&path, b"x", "copy").unwrap()), before);
        }
        assert_eq!(names(folder.path()), ["a", "a.copy"]);
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        restrict_to_owner(&path);
        assert_eq!(mode(&path), 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_replaces_a_checked_copy_is_not_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [path, victim] = ["a", "victim"].map(|name| folder.path().join(name));
        for (path, mode) in [(&path, 0o644), (&victim, 0o600)] {
            std::fs::write(path, "x").unwrap();
            std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        }
        let copy = copy_beside(&path, b"x", "copy").unwrap();
        let replace = |copy: &Path| {
            std::fs::remove_file(copy).unwrap();
            symlink(&victim, copy).unwrap();
        };
        assert_eq!(copy_beside_observed(&path, b"x", "copy", replace).unwrap(), copy);
        assert!(copy.is_symlink(), "the copy was replaced after it was checked");
        assert_eq!(victim.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn copies_are_numbered_and_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for (content, expected) in [("1", "a.copy"), ("2", "a.copy.2"), ("1", "a.copy"), ("3", "a.copy.3")] {
            std::fs::write(&path, content).unwrap();
            let copy = copy_beside(&path, content.as_bytes(), "copy").unwrap();
            assert_eq!(copy.file_name().unwrap(), expected);
            assert_eq!(std::fs::read_to_string(copy).unwrap(), content);
        }
    }
}
