//! Shows a file in the file manager of the desktop.

use std::path::Path;

use anyhow::{Context, Result};

/// freedesktop's file manager interface, which GNOME's, KDE's, Xfce's and other file managers implement.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn show(path: &Path) -> Result<()> {
    use std::time::Duration;

    const TIMEOUT: Duration = Duration::from_secs(10);
    let Ok(url) = tauri::Url::from_file_path(path) else { anyhow::bail!("the path is not absolute") };
    let bus = dbus::blocking::Connection::new_session().context("no desktop session")?;
    let manager = bus.with_proxy("org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", TIMEOUT);
    let files = vec![url.as_str()];
    let shown: Result<(), dbus::Error> =
        manager.method_call("org.freedesktop.FileManager1", "ShowItems", (files, ""));
    shown.context("no file manager answered")
}

#[cfg(target_os = "macos")]
pub fn show(path: &Path) -> Result<()> {
    let status = std::process::Command::new("/usr/bin/open").arg("-R").arg(path).status();
    anyhow::ensure!(status.context("could not start Finder")?.success(), "Finder could not show the file");
    Ok(())
}

#[cfg(windows)]
pub fn show(path: &Path) -> Result<()> {
    use std::os::windows::process::CommandExt;

    // Explorer parses its command line itself, and its exit code says nothing.
    let argument = format!("/select,\"{}\"", path.display());
    std::process::Command::new("explorer").raw_arg(argument).status().context("could not start Explorer")?;
    Ok(())
}
