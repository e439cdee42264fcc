//! Decisions written into the source of a server, and decisions that a server has taken over.

dto_types! {
    struct PatchInput {
        pub server: String,
        /// The folder with the source of the server.
        pub folder: String,
        /// Writes the decisions of this environment. None: of the base.
        #[serde(default)]
        pub environment: Option<String>,
        /// Also writes inferred hints that are neither declared nor decided.
        #[serde(default)]
        pub inferred: bool,
        /// Tools whose source stays as it is.
        #[serde(default)]
        pub excluded: Vec<String>,
        /// Also writes a test that holds the decided hints, for the suite that is usual for the language.
        #[serde(default)]
        pub tests: bool,
    }

    struct PatchPreview {
        /// The absolute path of the folder.
        pub folder: String,
        pub files: Vec<PatchedFile>,
        /// The tools about which something is decided, or inferred if that is asked for.
        pub tools: Vec<PatchedTool>,
        /// What may keep the server from declaring what its source says, and what was not read.
        pub warnings: Vec<String>,
        /// None: the folder is in no Git repository.
        pub work_tree: Option<WorkTree>,
    }

    struct PatchedFile {
        /// Relative to the folder.
        pub path: String,
        /// A unified diff.
        pub difference: String,
        /// Identifies the text that the preview was made from.
        pub seen: String,
    }

    struct PatchedTool {
        pub tool: String,
        pub state: PatchState,
        /// FILE:LINE of each place that registers the tool or may do so.
        pub places: Vec<String>,
        pub framework: Option<String>,
        pub changes: Vec<PatchChange>,
        /// What is not written, and why.
        pub remarks: Vec<String>,
    }

    struct PatchChange {
        /// "title" or the name of a hint.
        pub field: String,
        /// What the source says. None: nothing.
        pub before: Option<String>,
        pub after: String,
        pub because: String,
    }

    #[derive(Copy)]
    enum PatchState {
        Changed,
        /// The source says it already.
        UpToDate,
        /// The user left it out.
        Excluded,
        /// Several places register a tool of this name.
        Ambiguous,
        /// The name is computed when the server runs.
        Generated,
        NotFound,
        /// The place cannot be edited.
        Refused,
    }

    /// A Git work tree.
    struct WorkTree {
        pub root: String,
        /// None: no branch is checked out.
        pub branch: Option<String>,
        /// Tracked files have changes that are not committed.
        pub is_dirty: bool,
    }

    struct WritePatchInput {
        pub patch: PatchInput,
        /// The files that the user was shown.
        pub seen: Vec<SeenSource>,
        /// Writes although changes are not committed.
        #[serde(default)]
        pub allow_dirty: bool,
        /// Writes although no version control could take the change back.
        #[serde(default)]
        pub allow_no_vcs: bool,
        /// Commits the change on a new branch of this name.
        #[serde(default)]
        pub branch: Option<String>,
    }

    struct SeenSource { pub path: String, pub seen: String }

    struct WrittenPatch {
        /// Absolute paths.
        pub files: Vec<String>,
        pub tools: u32,
        /// The commit, if one was made.
        pub commit: Option<String>,
        /// A description of the change in Markdown, for a pull request.
        pub description: String,
    }

    /// Whether a server declares what was decided about its tools.
    struct DeclaredDecisions {
        pub agreeing: Vec<DeclaredDecision>,
        pub differing: Vec<DeclaredDecision>,
    }

    /// A decision beside what the server declares.
    struct DeclaredDecision {
        pub tool: String,
        /// "title" or the name of a hint.
        pub field: String,
        pub decided: String,
        pub declared: Option<String>,
    }

    struct RetireInput { pub server: String }

    struct RetirePreview {
        /// Decisions that would be removed, because the server declares the same.
        pub decisions: Vec<DeclaredDecision>,
        /// Tools that permission files would no longer allow: they allow only what is decided to be read-only.
        pub asked_again: Vec<String>,
    }
}
