//! What a person decided, written for others to read. One file per target.

pub mod difference;
pub mod hintsmith_json;
pub mod hypertool;
pub mod markdown;

/// A format Hintsmith can write.
pub struct Target {
    pub id: &'static str,
    pub name: &'static str,
    pub file_name: &'static str,
    pub description: &'static str,
    pub write: fn(&hintsmith_json::Document) -> String,
}

pub const TARGETS: &[&Target] = &[&hintsmith_json::TARGET];

pub fn target(id: &str) -> Option<&'static Target> {
    TARGETS.iter().copied().find(|target| target.id == id)
}
