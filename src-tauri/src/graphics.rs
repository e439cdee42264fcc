//! Works around a fault of NVIDIA's driver with WebKitGTK's DMABUF renderer: an empty window.

/// Starts this program again with the renderer switched off, where the driver is found and the user has no setting
/// of their own. The environment of a running process cannot be changed safely, so it must be a new one.
#[cfg(target_os = "linux")]
pub fn prepare() {
    use std::os::unix::process::CommandExt;

    const SWITCH: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    let nvidia = std::path::Path::new("/proc/driver/nvidia/version").exists();
    if !nvidia || std::env::var_os(SWITCH).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        // Returns only when it failed; then the window is tried as it is.
        let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).env(SWITCH, "1").exec();
    }
}

#[cfg(not(target_os = "linux"))]
pub fn prepare() {}
