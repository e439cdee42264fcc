//! Sources of servers and tools: client configurations, registries, OpenAPI documents, saved lists; and the secrets
//! that such sources contain.
//!
//! Nothing here starts a server or reads a file.

pub mod import;
pub mod install;
pub mod loopback;
pub mod openapi;
pub mod redact;
pub mod registry;
pub mod saved_list;
pub mod secret;
pub mod secret_text;
pub mod source;
pub mod variable_danger;
