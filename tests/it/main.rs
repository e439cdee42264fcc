//! The integration tests, in one binary: the real program, real processes, a real database file.

mod bad_input;
mod foreign_servers;
mod house;
mod support;
mod thread;
