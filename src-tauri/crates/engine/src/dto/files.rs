//! Files: what is exported, and what is applied.

pub use hintsmith_core::export::report::{Report, Told, ToolReport};
use hintsmith_core::export::target::{Checked, Kind};
use hintsmith_core::wire::DiffLine;

use super::catalog::ToolKey;

views! {
    /// A format that can be written.
    struct TargetView {
        pub id: String,
        pub name: String,
        pub kind: Kind,
        pub file_name: String,
        /// What it is for, in a line.
        pub description: String,
        /// What it can hold.
        pub holds: Vec<String>,
        pub checked: Checked,
        /// What whoever uses it should know.
        pub remarks: Vec<String>,
        /// It is put into a file that belongs to the user.
        pub merges: bool,
    }

    struct ExportInput {
        pub target: String,
        /// Only what holds in this environment; none: everything, layer by layer, or the base where a format has no layers.
        pub environment: Option<String>,
        /// Only the tools of this toolset are offered.
        pub toolset: Option<String>,
        /// Nothing that nobody has reviewed as it is now.
        pub reviewed_only: bool,
        /// Notes go into descriptions.
        pub notes: bool,
        /// Destructive tools are refused, not asked about.
        pub deny_destructive: bool,
        /// None: where it was written last, or the target's own name in the home folder.
        pub path: Option<String>,
        /// What a person was shown to be at the paths, and wants to be replaced.
        pub seen: Vec<String>,
    }

    struct ExportPreview {
        /// The first is the one that was named, the others stand beside it.
        pub files: Vec<ExportedFile>,
        pub report: Report,
        /// How many decisions or tools it speaks of.
        pub carried: u32,
    }

    struct ExportedFile {
        pub path: String,
        pub text: String,
        /// From what is at the path now.
        pub difference: Vec<DiffLine>,
        pub exists: bool,
        /// What is there is ours to replace, or is merged with, or nothing is there.
        pub ours: bool,
        /// What is there says the same already.
        pub current: bool,
        /// A copy of what is there is kept when it is replaced: we did not write it.
        pub copied: bool,
        /// Which text is there, to be handed back by whoever wants it replaced.
        pub seen: Option<String>,
    }

    struct ExportReport {
        pub paths: Vec<String>,
        /// Copies of what was there before.
        pub kept: Vec<String>,
        pub bytes: u32,
        pub carried: u32,
        pub report: Report,
    }

    /// A toolset that was written to a file of others.
    struct ToolsetFileReport { pub path: String, pub bytes: u32, pub remarks: Vec<String> }

    struct ApplyInput { pub path: String }

    struct ApplyPreview {
        pub servers: u32,
        pub decisions: u32,
        /// What would be different here. Where something is decided here already, both are named.
        pub changes: Vec<DecisionChange>,
        /// Environments that are not here; they are added.
        pub environments: Vec<String>,
        /// Servers in the file that are not here; their decisions wait for them.
        pub waiting: Vec<String>,
        /// What the file and the store said, to be handed back by whoever wants it applied.
        pub seen: String,
    }

    struct ApplyChoice {
        pub path: String,
        /// From the preview: nothing is applied that was not shown.
        pub seen: String,
        /// The changes of the preview, counted from nought, where ours is kept.
        pub keep: Vec<u32>,
    }

    struct ApplyReport { pub applied: u32, pub entry: Option<u32> }

    /// What is decided differently than it was exported last.
    struct Pending {
        pub changes: Vec<DecisionChange>,
        /// There is an export to go back to.
        pub discardable: bool,
    }

    /// Something that is decided, or was written, differently.
    struct DecisionChange {
        /// None is the base.
        pub environment: Option<String>,
        /// A tool, or the selector of a rule.
        pub subject: String,
        /// The tool, if it is one.
        pub tool: Option<ToolKey>,
        pub field: String,
        pub before: Option<String>,
        pub after: Option<String>,
    }
}

impl ExportInput {
    /// Everything, as a target is written when nobody chooses anything.
    pub fn new(target: &str) -> Self {
        Self {
            target: target.to_owned(),
            environment: None,
            toolset: None,
            reviewed_only: false,
            notes: true,
            deny_destructive: false,
            path: None,
            seen: Vec::new(),
        }
    }
}
