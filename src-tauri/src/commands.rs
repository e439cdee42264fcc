//! Tauri commands. Each one forwards to the engine and does nothing else.

pub mod approvals;
pub mod dialogs;
pub mod environments;
pub mod export;
pub mod findings;
pub mod gateway;
pub mod import;
pub mod install;
pub mod maintenance;
pub mod patch;
pub mod preferences;
pub mod review;
pub mod run;
pub mod servers;
pub mod tools;
pub mod toolsets;
pub mod window;
