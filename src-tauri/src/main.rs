//! `hintsmith-desktop`: the desktop application. The executable also serves `demo-server`, so that the demo needs
//! no second program.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

/// The system's allocator keeps the pages that loading or changing ten thousand tools takes for a moment; this one returns them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    hintsmith_desktop::main()
}
