//! What the page can ask for. Every command forwards to the engine and does nothing else.

pub mod dialogs;
pub mod export;
pub mod import;
pub mod servers;
pub mod tools;
