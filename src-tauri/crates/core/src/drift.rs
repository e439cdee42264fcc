//! How tools changed between two readings of a server: which came, changed, went or got another name, and what about a
//! changed one is different. Server text is passed on as it is; making it safe to look at is up to whoever shows it.

mod difference;
mod list;
mod pair;
mod renames;
mod risk;
mod schema;
mod words;

pub use difference::{ChangeKind, FieldChange, difference};
pub use list::{ListDrift, between};
pub use renames::{Rename, renames};
pub use words::Word;
