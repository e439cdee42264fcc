//! The operations of Hintsmith: one service per subject, each over a [`Context`](crate::context::Context). The desktop
//! commands and the CLI commands forward to them through [`Engine`](crate::Engine) and do nothing else.

mod acceptance;
pub mod agents;
mod apply;
mod approvals;
mod bulk;
pub mod caller;
pub(crate) mod calls;
pub(crate) mod corrections;
pub(crate) mod decide;
mod decision_changes;
pub(crate) mod destination;
mod detail;
mod drift;
pub mod environments;
pub(crate) mod export;
pub(crate) mod findings;
mod fixes;
pub mod gateway;
mod hint_transitions;
pub(crate) mod history;
pub mod icons;
pub(crate) mod import;
pub mod infer;
mod install;
pub mod lint;
mod loosening;
pub mod maintenance;
mod note_review;
pub(crate) mod notes;
mod pending;
pub(crate) mod preferences;
mod priority;
pub mod proxy_host;
pub(crate) mod registry;
mod renames;
pub(crate) mod review;
pub(crate) mod rules;
pub mod run;
pub(crate) mod saved_filters;
pub mod servers;
pub(crate) mod tools;
mod toolset_files;
pub(crate) mod toolsets;
pub mod wrap;

pub use destination::replace_file as write_file;
