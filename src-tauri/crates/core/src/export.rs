//! Export of decisions to the formats of gateways, clients and documents. One file per target.

pub mod difference;
pub mod guide;
pub mod hintsmith_json;
pub mod hypertool;
pub mod markdown;
pub mod merge;
pub mod offer;
pub mod report;
pub mod target;
pub mod targets;
pub mod yaml;
