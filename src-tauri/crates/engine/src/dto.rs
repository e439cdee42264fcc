//! Data transfer objects for the desktop app and the command line, by subject. Plain data without 64-bit integers,
//! which JavaScript numbers cannot hold.

/// Derives the traits that every DTO has, and camelCase field names.
macro_rules! dto_types {
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
mod command_output;
mod corrections;
mod decisions;
mod files;
mod findings;
mod gateway;
mod layers;
mod maintenance;
mod patch;
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
pub use command_output::*;
pub use corrections::*;
pub use decisions::*;
pub use files::*;
pub use findings::*;
pub use gateway::*;
pub use layers::*;
pub use maintenance::*;
pub use patch::*;
pub use preferences::*;
pub use review::*;
pub use run::*;
pub use servers::*;
pub use sources::*;
pub use tool::*;
pub use toolsets::*;

/// Converts a count for a DTO, saturating at `u32::MAX`.
pub(crate) fn saturating_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
