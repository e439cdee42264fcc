//! Files: what is exported, and what is applied.

use hintsmith_core::wire::DiffLine;

use super::catalog::ToolKey;

views! {
    struct TargetView { pub id: String, pub name: String, pub file_name: String, pub description: String }

    struct ExportInput {
        pub target: String,
        /// Only what holds in this environment; none: everything, layer by layer.
        pub environment: Option<String>,
        /// None: where it was written last, or the target's own name in the home folder.
        pub path: Option<String>,
    }

    struct ExportPreview {
        pub path: String,
        pub text: String,
        /// From what is at the path now.
        pub difference: Vec<DiffLine>,
        pub exists: bool,
        /// What is there is ours to replace, or nothing is there.
        pub ours: bool,
        /// How many decisions the file holds.
        pub carried: u32,
        /// What must be said about it: decisions that are suspended.
        pub remarks: Vec<String>,
    }

    struct ExportReport { pub path: String, pub bytes: u32, pub carried: u32, pub remarks: Vec<String> }

    struct ApplyInput { pub path: String }

    struct ApplyPreview {
        pub servers: u32,
        pub decisions: u32,
        pub changes: Vec<ApplyChange>,
        /// Servers in the file that are not here; their decisions wait for them.
        pub waiting: Vec<String>,
    }

    struct ApplyChange {
        /// None is the base.
        pub environment: Option<String>,
        /// A tool, or the selector of a rule.
        pub subject: String,
        pub field: String,
        pub before: Option<String>,
        pub after: String,
    }

    struct ApplyReport { pub applied: u32, pub entry: Option<u32> }

    /// What is decided differently than it was exported last.
    struct Pending {
        pub changes: Vec<PendingChange>,
        /// There is an export to go back to.
        pub discardable: bool,
    }

    struct PendingChange {
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
