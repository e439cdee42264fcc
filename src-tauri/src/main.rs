//! `hintsmith-desktop`: the desktop application. The executable also serves `demo-server`, so that the demo needs
//! no second program.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> anyhow::Result<()> {
    hintsmith_desktop::main()
}
