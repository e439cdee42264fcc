//! Workaround for the empty window that NVIDIA's driver shows with WebKitGTK's DMABUF renderer.

/// Restarts this program with the renderer disabled if the NVIDIA driver is loaded and the user has not set the
/// variable. A restart, because the environment of a running process cannot be changed safely.
#[cfg(target_os = "linux")]
pub fn disable_dmabuf_on_nvidia() {
    use std::os::unix::process::CommandExt;

    const VARIABLE: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    let nvidia = std::path::Path::new("/proc/driver/nvidia/version").exists();
    if !nvidia || std::env::var_os(VARIABLE).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        // `exec` returns only on failure; the window is then opened anyway.
        let _ =
            std::process::Command::new(program).args(std::env::args_os().skip(1)).env(VARIABLE, "1").exec();
    }
}

#[cfg(not(target_os = "linux"))]
pub fn disable_dmabuf_on_nvidia() {}
