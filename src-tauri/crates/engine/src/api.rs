//! The operations of Hintsmith, one file per subject. The desktop commands and the CLI commands forward to these
//! methods of [`Engine`](crate::Engine) and do nothing else.

pub mod agents;
mod apply;
mod approvals;
mod bulk;
pub mod caller;
mod calls;
mod decide;
mod decision_changes;
pub(crate) mod destination;
mod detail;
mod drift;
pub mod environments;
pub(crate) mod export;
mod filters;
mod findings;
mod fixes;
pub mod gateway;
mod history;
mod icons;
mod import;
pub mod infer;
mod install;
pub mod lint;
mod loosening;
pub mod maintenance;
mod note_review;
mod notes;
mod pending;
mod preferences;
pub mod proxy_host;
mod registry;
mod review;
mod rules;
pub mod run;
mod scan;
mod servers;
pub mod sign_in;
mod tools;
mod toolset_files;
mod toolsets;
pub mod wrap;

pub use destination::replace_file as write_file;
