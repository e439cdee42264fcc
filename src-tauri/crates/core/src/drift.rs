//! How tools changed between two readings of a server: which only got another name, and what about a changed one is
//! different. Which came, changed or went the store knows by their fingerprints. Server text is passed on as it is; making it safe to look at is up to whoever shows it.

mod difference;
mod pair;
mod renames;
mod risk;
mod schema;
mod words;

pub use difference::{ChangeKind, FieldChange, difference};
pub use renames::{Rename, renames};
pub use words::Word;
