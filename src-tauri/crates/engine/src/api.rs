//! What can be done with Hintsmith. One file per subject; the window's commands and the command line's verbs forward
//! to these methods of [`Engine`](crate::Engine) and do nothing else.

mod apply;
mod decide;
mod export;
pub mod infer;
mod scan;
mod servers;
mod tools;
pub mod view;
