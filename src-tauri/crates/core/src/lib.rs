//! Domain logic of Hintsmith: tool definitions, inference, resolution of annotation layers, approval policy and
//! exports.
//!
//! Every function works on values that are passed in. There is no clock, file, network, database or protocol library;
//! those are in `hintsmith-mcp` and `hintsmith-engine`.

pub mod approval;
pub mod call;
pub mod drift;
pub mod export;
pub mod infer;
pub mod lint;
pub mod model;
pub mod override_files;
pub mod parallel;
pub mod resolve;
pub mod review;
pub mod search;
pub mod server_policy;
pub mod sources;
pub mod text;
