//! Arguments about how the hints of a server are read.

use clap::{Args, ValueEnum};
use hintsmith_engine::api::infer::{DestructiveReading, InferenceSettings, OpenWorldReading};

/// The world of a new server. Asked about at a terminal.
#[derive(Args, Default)]
pub struct WorldArguments {
    /// Reach of the tools: each by itself, own data, external, the web
    ///
    /// Nextcloud's documentation reads a remote system as external, Closient's reads its own data as own. Without an
    /// answer it is guessed from the name and the connection.
    #[arg(long, value_enum, value_name = "SETTING")]
    pub open_world: Option<OpenWorldReadingName>,
    /// Count what HTTP methods prove as declared (confirm with --loosen)
    #[arg(long)]
    pub trust_methods: bool,
    /// Confirm that trusting HTTP methods loosens tools
    #[arg(long, requires = "trust_methods")]
    pub loosen: bool,
}

#[derive(Args)]
pub struct InferenceArguments {
    /// Count as destructive: data loss (narrow) or any change (broad)
    #[arg(long, value_enum, value_name = "SETTING")]
    pub destructive: Option<DestructiveReadingName>,
    /// Reach of the tools: each by itself, own data, external, the web
    #[arg(long, value_enum, value_name = "SETTING")]
    pub open_world: Option<OpenWorldReadingName>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum DestructiveReadingName {
    Narrow,
    Broad,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum OpenWorldReadingName {
    ByTool,
    Own,
    External,
    Web,
}

impl From<OpenWorldReadingName> for OpenWorldReading {
    fn from(name: OpenWorldReadingName) -> Self {
        match name {
            OpenWorldReadingName::ByTool => Self::ByTool,
            OpenWorldReadingName::Own => Self::Own,
            OpenWorldReadingName::External => Self::External,
            OpenWorldReadingName::Web => Self::Web,
        }
    }
}

impl InferenceArguments {
    /// The given settings, with those from the command line applied.
    pub fn apply_to(&self, before: InferenceSettings) -> InferenceSettings {
        InferenceSettings {
            destructive: self.destructive.map_or(before.destructive, |reading| match reading {
                DestructiveReadingName::Narrow => DestructiveReading::Narrow,
                DestructiveReadingName::Broad => DestructiveReading::Broad,
            }),
            open_world: self.open_world.map_or(before.open_world, OpenWorldReading::from),
            ..before
        }
    }
}
