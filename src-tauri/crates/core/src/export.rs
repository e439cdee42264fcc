//! Export of decisions to the formats of gateways, clients and documents. One file per target.

pub mod denials;
pub mod difference;
pub mod hintsmith_json;
pub mod hypertool;
pub mod location;
pub mod markdown;
pub mod merge;
pub mod model;
pub mod report;
pub mod target;
pub mod target_docs;
pub mod targets;
pub mod yaml;
