//! The nouns of the domain: tools with their hints and layers, decisions, rules, notes, toolsets, preferences.
//!
//! Values and their parsing. What follows from them is in `infer`, `resolve`, `lint` and `approval`.

pub mod agent;
pub mod cost;
pub mod decisions;
pub mod declared;
pub mod endpoint;
pub mod fingerprint;
pub mod hint;
pub mod icon;
pub mod layer;
pub mod note;
pub mod overrides;
pub mod preference;
pub mod problem;
pub mod rule;
pub mod server_name;
pub mod tool;
pub mod toolset;
