//! What crosses to the window and the command line, by subject. Plain data; no 64-bit numbers, because JavaScript has
//! none.

/// Gives a view the traits every view has.
macro_rules! views {
    ($($(#[$meta:meta])* $kind:ident $name:ident { $($body:tt)* })*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
        #[serde(rename_all = "camelCase")]
        pub $kind $name { $($body)* }
    )* };
}

mod approvals;
mod calls;
mod catalog;
mod files;
mod findings;
mod gateway;
mod layers;
mod maintenance;
mod preferences;
mod review;
mod run;
mod servers;
mod sources;
mod tool;
mod toolsets;

pub use approvals::*;
pub use calls::*;
pub use catalog::*;
pub use files::*;
pub use findings::*;
pub use gateway::*;
pub use layers::*;
pub use maintenance::*;
pub use preferences::*;
pub use review::*;
pub use run::*;
pub use servers::*;
pub use sources::*;
pub use tool::*;
pub use toolsets::*;

/// A count as a view carries it.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
