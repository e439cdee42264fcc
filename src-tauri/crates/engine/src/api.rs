//! What can be done with Hintsmith. One file per subject; the window's commands and the command line's verbs forward
//! to these methods of [`Engine`](crate::Engine) and do nothing else.

pub mod agents;
mod apply;
mod approvals;
pub mod asking;
pub mod behind;
mod bulk;
pub mod caller;
mod calls;
pub mod care;
mod changes;
mod decide;
mod detail;
mod drift;
pub mod environments;
pub(crate) mod export;
mod filters;
mod findings;
pub mod gateway;
mod history;
mod icons;
mod import;
pub mod infer;
mod install;
pub mod lint;
mod loosening;
mod note_review;
mod notes;
mod pending;
mod preferences;
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
pub mod view;
pub mod wrap;

pub use export::place::write_whole as write_file;
