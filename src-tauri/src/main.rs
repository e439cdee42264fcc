//! `hintsmith-desktop`: the window. The same file also answers to `demo-server`, so that the demo needs no other program.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> anyhow::Result<()> {
    hintsmith_desktop::main()
}
