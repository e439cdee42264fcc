//! What can be done with Hintsmith. One file per subject; the window's commands and the command line's verbs forward
//! to these methods of [`Engine`](crate::Engine) and do nothing else.

mod apply;
mod decide;
mod export;
mod import;
pub mod infer;
mod registry;
mod scan;
mod servers;
pub mod sign_in;
mod tools;
pub mod view;
