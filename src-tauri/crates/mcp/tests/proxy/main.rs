//! The proxy between a client and a server that are both played here, byte by byte.

mod approval;
mod changes;
mod ends;
mod fidelity;
mod flow;
mod hidden;
mod lists;
mod support;
mod wrapped;
