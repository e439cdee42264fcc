//! Domain logic of Hintsmith: tool definitions, inference, resolution of annotation layers, approval policy and
//! exports.
//!
//! Every function works on values that are passed in. There is no clock, file, network, database or protocol library;
//! those are in `hintsmith-mcp` and `hintsmith-engine`.

pub mod agent;
pub mod approval;
pub mod badge;
pub mod client;
pub mod config_text;
pub mod cost;
pub mod coverage;
pub mod csv;
pub mod decisions;
pub mod declared;
pub mod drift;
pub mod endpoint;
pub mod export;
pub mod filter;
pub mod fingerprint;
pub mod form;
pub mod hint;
pub mod icon;
pub mod import;
pub mod infer;
pub mod install;
pub mod json;
mod json_edit;
pub mod layer;
pub mod lint;
pub mod loosening;
pub mod note;
pub mod observation;
pub mod openapi;
pub mod overrides;
pub mod parallel;
pub mod preference;
pub mod problem;
pub mod redact;
pub mod registry;
pub mod resolve;
pub mod review;
pub mod rule;
pub mod saved_list;
pub mod search;
pub mod secret;
pub mod secret_text;
pub mod server_name;
pub mod server_policy;
pub mod source;
pub mod text;
pub mod tool;
pub mod toolset;
pub mod validate;
pub mod wire;
pub mod yaml;
