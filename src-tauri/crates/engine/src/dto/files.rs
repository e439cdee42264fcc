//! Export, apply and pending changes.

pub use hintsmith_core::export::location::FileScope;
pub use hintsmith_core::export::report::{FidelityReport, FieldOutcome, ToolReport};
use hintsmith_core::export::target::{TargetKind, Verification};
use hintsmith_core::resolve::wire::DiffLine;

use super::decisions::ToolKey;
use super::tool::Loosening;

dto_types! {
    /// An export format.
    struct TargetView {
        pub id: String,
        pub name: String,
        pub kind: TargetKind,
        pub file_name: String,
        /// Purpose, in one line.
        pub description: String,
        /// Kinds of content the format can represent.
        pub contents: Vec<String>,
        pub checked: Verification,
        /// Caveats for users of the format.
        pub caveats: Vec<String>,
        /// The export is merged into an existing file of the user.
        pub merges: bool,
        /// The files that the program reads on its own, one per scope.
        pub locations: Vec<TargetLocation>,
    }

    struct TargetLocation {
        pub scope: FileScope,
        /// Relative to the project, unless the scope is the user.
        pub path: String,
    }

    struct ExportInput {
        pub target: String,
        /// Exports the effective decisions of this environment. None: all layers, or the base if the format has no
        /// layers.
        pub environment: Option<String>,
        /// Exports only the tools of these servers. Empty: the tools of all enabled servers.
        #[serde(default)]
        pub servers: Vec<String>,
        /// Exports only the tools of this toolset.
        pub toolset: Option<String>,
        /// Exports only tools whose current definition has been reviewed.
        pub reviewed_only: bool,
        /// Writes notes into the descriptions.
        pub notes: bool,
        /// Destructive tools are denied instead of asked about.
        pub deny_destructive: bool,
        /// None: the file of the scope; else that of the last export, the user's file that the program reads, or the
        /// target's file name in the home folder.
        pub path: Option<String>,
        /// The file that the program reads for the user or for a project.
        #[serde(default)]
        pub scope: Option<FileScope>,
        /// The folder of the project, for a scope within one.
        #[serde(default)]
        pub project: Option<String>,
        /// Digests (`ExportedFile::seen`) of existing files that the user has seen and agreed to replace.
        pub seen: Vec<String>,
    }

    /// How far a preview is.
    #[derive(Copy)]
    struct ExportProgress {
        pub stage: ExportStage,
        /// Number of collected tools, and of those to collect; 0 where they are not counted.
        pub done: u32,
        pub total: u32,
    }

    #[derive(Copy)]
    enum ExportStage { Collecting, Writing, Comparing }

    struct ExportPreview {
        /// The first is the requested path; the others are written next to it.
        pub files: Vec<ExportedFile>,
        pub report: FidelityReport,
        /// Number of exported decisions, or of tools where the format exports tools.
        pub exported: u32,
        /// Number of decisions that changed since the last export to this file. None if there was none, or the target is
        /// a document for people.
        pub pending: Option<u32>,
    }

    struct ExportedFile {
        pub path: String,
        pub text: String,
        /// Difference from the file that exists at the path.
        pub difference: Vec<DiffLine>,
        pub exists: bool,
        /// The file may be replaced without confirmation: it does not exist, Hintsmith wrote it, or the export merges
        /// into it.
        pub replaceable: bool,
        /// The existing file already has this content.
        pub current: bool,
        /// A copy of the existing file is kept on replacement, because Hintsmith did not write it.
        pub copied: bool,
        /// Digest of the existing text; hand it back in `ExportInput::seen` to have the file replaced.
        pub seen: Option<String>,
    }

    struct ExportReport {
        pub paths: Vec<String>,
        /// Paths of copies of replaced files.
        pub copies: Vec<String>,
        pub bytes: u32,
        pub exported: u32,
        pub report: FidelityReport,
    }

    /// Result of writing a toolset in another tool's format.
    struct ToolsetFileReport { pub path: String, pub bytes: u32, pub warnings: Vec<String> }

    struct ApplyInput {
        pub path: String,
        /// Zero-based indices of changes that would not be applied, for `ApplyPreview::loosens`.
        pub keep: Vec<u32>,
    }

    struct ApplyPreview {
        pub servers: u32,
        pub decisions: u32,
        /// Differences from the store's decisions. If the store already decides a field, both values are given.
        pub changes: Vec<DecisionChange>,
        /// Environments that do not exist yet; applying adds them.
        pub environments: Vec<String>,
        /// Servers that do not exist in the store; their decisions take effect once they are added.
        pub waiting: Vec<String>,
        /// Digest of the file and of the previewed changes; hand it back to apply them.
        pub seen: String,
        /// What applying the changes that are not kept would loosen.
        pub loosens: Loosening,
    }

    struct ApplyChoice {
        pub path: String,
        /// From the preview; the call fails if the file or the store has changed since.
        pub seen: String,
        /// Zero-based indices of previewed changes that are not applied.
        pub keep: Vec<u32>,
        /// The user has confirmed the loosening that the preview reports.
        pub loosen: bool,
    }

    struct ApplyReport { pub applied: u32, pub entry: Option<u32> }

    /// A file in which another program holds overrides.
    struct OverrideFileInput {
        pub path: String,
        /// The id of the format. None: the content tells which it is.
        pub format: Option<String>,
        /// The server that the file is about, if the file names it otherwise or not at all.
        pub server: Option<String>,
        /// The name of the toolset for the tools that the file selects. None: the id of the format.
        pub toolset: Option<String>,
        /// Zero-based indices of changes that are not applied.
        pub keep: Vec<u32>,
    }

    struct OverrideFilePreview {
        /// The id of the format.
        pub format: String,
        /// Display name of the format.
        pub name: String,
        /// The number of decisions in the file, also those that the store has already.
        pub decisions: u32,
        /// Differences from the store's decisions. If the store already decides a field, both values are given.
        pub changes: Vec<DecisionChange>,
        /// The toolset with the tools that the file selects.
        pub toolset: Option<String>,
        /// What is not imported, with the reasons. Not more than some hundred are listed.
        pub skipped: Vec<SkippedOverride>,
        /// The number of all that is not imported.
        pub skipped_count: u32,
        /// Digest of the file and of the previewed changes; hand it back to import them.
        pub seen: String,
        /// What the changes that are not kept would loosen.
        pub loosens: Loosening,
    }

    struct SkippedOverride {
        /// The server, tool or member of the file.
        pub subject: String,
        /// Empty if the whole subject is skipped.
        pub field: String,
        pub why: String,
    }

    struct OverrideFileChoice {
        pub file: OverrideFileInput,
        /// From the preview; the call fails if the file or the store has changed since.
        pub seen: String,
        /// The user has confirmed the loosening that the preview reports.
        pub loosen: bool,
    }

    /// A file that was exported.
    struct ExportKey { pub target: String, pub path: String }

    /// A file that a program reads, as it was exported last.
    struct ExportState {
        pub target: String,
        /// Display name of the target.
        pub name: String,
        pub path: String,
        pub at: String,
        /// Number of decisions that the file lacks.
        pub changes: u32,
    }

    struct PendingInput {
        /// Only what this file lacks. None: what some file lacks.
        pub export: Option<ExportKey>,
    }

    /// Decisions that exported files lack.
    struct Pending {
        pub changes: Vec<DecisionChange>,
        /// The files that programs read, newest export first.
        pub exports: Vec<ExportState>,
    }

    /// A decision that differs between two states.
    struct DecisionChange {
        /// None is the base.
        pub environment: Option<String>,
        /// A tool, the selector of a rule, or the name of a server or toolset.
        pub subject: String,
        /// The tool, if the subject is one.
        pub tool: Option<ToolKey>,
        pub field: String,
        pub before: Option<String>,
        pub after: Option<String>,
    }
}

impl ExportInput {
    /// The defaults: everything, with notes.
    pub fn new(target: &str) -> Self {
        Self {
            target: target.to_owned(),
            environment: None,
            servers: Vec::new(),
            toolset: None,
            reviewed_only: false,
            notes: true,
            deny_destructive: false,
            path: None,
            scope: None,
            project: None,
            seen: Vec::new(),
        }
    }
}
