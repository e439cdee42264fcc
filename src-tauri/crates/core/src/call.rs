//! Calling a tool: the form for its arguments, their validation, and what repeated calls show.

pub mod form;
pub mod observation;
pub mod validate;
