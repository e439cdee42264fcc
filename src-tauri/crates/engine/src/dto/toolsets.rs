//! Toolsets and notes.

use hintsmith_core::resolve::Behaviour;
use hintsmith_core::resolve::coverage::Coverage;
use serde::{Deserialize, Serialize};

use super::decisions::ToolKey;

dto_types! {
    /// A toolset in listings.
    struct ToolsetSummary {
        pub name: String,
        pub description: Option<String>,
        /// Number of references.
        pub tools: u32,
        /// Number of references that match no tool.
        pub missing: u32,
        /// Estimated number of tokens all its tools cost a model.
        pub tokens: u32,
        /// Number of notes specific to this toolset.
        pub notes: u32,
        /// Active in the selected environment.
        pub active: bool,
        /// Environments in which it is active, including `base`.
        pub active_in: Vec<String>,
        /// Enabled servers that have tools, none of which it offers.
        pub hidden_servers: Vec<String>,
        pub added_at: String,
    }

    struct ToolsetView {
        pub summary: ToolsetSummary,
        pub members: Vec<MemberView>,
        pub coverage: Coverage,
    }

    /// A member of a toolset.
    struct MemberView {
        /// `server.tool`, or `#` followed by the id of a definition.
        pub reference: String,
        /// The referenced tool, if it exists.
        pub tool: Option<MemberTool>,
        /// What a missing tool was probably renamed to: `server.tool`.
        pub probable_rename: Option<String>,
    }

    struct MemberTool {
        pub key: ToolKey,
        pub title: String,
        pub behaviour: Behaviour,
        pub tokens: u32,
        /// Number of notes sent to a model while the toolset is active.
        pub notes: u32,
        /// Found by definition id: the tool has been renamed.
        pub by_id: bool,
        /// The definition has changed since the tool was added.
        pub changed: bool,
    }

    struct ToolsetKey { pub name: String }

    struct NewToolset {
        pub name: String,
        pub description: Option<String>,
        pub tools: ToolChoice,
        /// Activates the toolset in the selected environment.
        pub activate: bool,
    }

    struct AddToToolset { pub name: String, pub tools: ToolChoice }

    /// Removes tools from a toolset, by reference or by current name.
    struct RemoveFromToolset { pub name: String, pub references: Vec<String> }

    /// Replaces a tool that is gone by the one it was renamed to. Its notes follow.
    struct ReplaceInToolset { pub name: String, pub reference: String, pub by: String }

    struct RenameToolset { pub name: String, pub to: String }

    /// Copies a toolset with its tools and notes.
    struct CopyToolset { pub name: String, pub to: String }

    struct DescribeToolset { pub name: String, pub description: Option<String> }

    struct ActivateToolset {
        /// None: no toolset.
        pub name: Option<String>,
        /// None is the base.
        pub environment: Option<String>,
    }

    /// Result of a change to toolsets or notes, with warnings about skipped parts.
    struct ToolsetReport {
        pub changed: u32,
        /// History entry; none if nothing changed.
        pub entry: Option<u32>,
        pub warnings: Vec<String>,
    }

    /// Share of described parameters of a server or toolset.
    struct CoverageRow {
        pub name: String,
        pub is_toolset: bool,
        pub tools: u32,
        pub coverage: Coverage,
    }

    struct NoteView {
        pub name: String,
        pub text: String,
        /// The toolset the note is limited to; none: it applies in all.
        pub toolset: Option<String>,
        /// The note is currently sent to models: it applies in all toolsets or in the active one.
        pub read: bool,
        pub author: Option<String>,
        pub at: String,
    }

    /// A note in the list of all notes.
    struct ListedNote {
        /// Reference to the tool: `server.tool`, or `#` followed by the id of a definition.
        pub reference: String,
        /// The referenced tool, if it exists.
        pub tool: Option<ToolKey>,
        pub note: NoteView,
    }

    struct NewNote { pub name: String, pub text: String }

    struct AddNotes {
        pub server: String,
        pub tool: String,
        /// The toolset the notes are limited to; none: they apply in all.
        pub toolset: Option<String>,
        pub notes: Vec<NewNote>,
        /// Allows invisible characters.
        pub allow_hidden: bool,
    }

    struct NoteKey { pub server: String, pub tool: String, pub toolset: Option<String>, pub name: String }

    /// A note written by an agent; no model reads it before the user accepts it.
    struct ProposedNote {
        pub key: NoteKey,
        pub text: String,
        /// The user the agent ran as.
        pub author: Option<String>,
        pub at: String,
        /// The tool no longer exists.
        pub tool_removed: bool,
    }

    /// Proposed notes to accept or reject together.
    struct NoteReview { pub notes: Vec<SeenNote> }

    struct SeenNote {
        pub key: NoteKey,
        /// The text that was shown; none: the current one.
        pub seen: Option<String>,
    }

    struct EditNote {
        pub key: NoteKey,
        /// None: unchanged.
        pub text: Option<String>,
        /// New name; none: unchanged.
        pub rename: Option<String>,
        pub allow_hidden: bool,
    }

    /// Copies notes of a tool to other tools, skipping names that exist there.
    struct CopyNotes {
        pub from: ToolKey,
        /// None: all notes.
        pub names: Option<Vec<String>>,
        pub to: Vec<ToolKey>,
    }

    struct NoteTemplate {
        pub name: String,
        pub text: String,
        /// Created by the user; the others are built in.
        pub custom: bool,
    }

    struct TemplateKey { pub name: String }

    struct CommentInput { pub server: String, pub tool: String, pub text: Option<String> }

    /// Notes to preview as a model would read them.
    struct NotePreviewInput {
        pub server: String,
        pub tool: String,
        pub toolset: Option<String>,
        pub notes: Vec<NewNote>,
        /// Name of an edited note; the first of `notes` is shown in its place.
        pub replaces: Option<String>,
    }

    struct NotePreview {
        pub model_text: String,
        /// Number of additional tokens.
        pub added_tokens: u32,
        /// Reasons the notes cannot be saved.
        pub problems: Vec<String>,
        pub warnings: Vec<String>,
    }

    struct ToolsetFileInput { pub names: Vec<String>, pub format: ToolsetFormat }

    struct WriteToolsetInput { pub names: Vec<String>, pub format: ToolsetFormat, pub path: String }

    struct ToolsetFile {
        pub text: String,
        pub file_name: String,
        /// Content the format cannot represent.
        pub warnings: Vec<String>,
    }

    struct ImportToolsets { pub path: String }

    struct ToolsetImportPreview {
        pub toolsets: Vec<IncomingToolset>,
        /// Parts of the file that cannot be imported, with the reason.
        pub skipped: Vec<String>,
    }

    struct IncomingToolset {
        pub name: String,
        pub tools: u32,
        /// Number of references that match no tool; they are kept.
        pub missing: u32,
        pub notes: u32,
        /// A toolset of this name exists; the tools and notes are added to it.
        pub exists: bool,
    }
}

/// Selects tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "by", rename_all = "camelCase")]
pub enum ToolChoice {
    /// By key.
    Tools { tools: Vec<ToolKey> },
    /// Tools that currently match a filter.
    Filter { query: String },
    /// Tools that currently match a selector such as `github.get_*`.
    Pattern { selector: String },
    /// By name or definition id; a reference that matches no tool is kept.
    References { references: Vec<String> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ToolsetFormat {
    /// The `config.json` of hypertool-mcp.
    Hypertool,
    /// A Markdown document.
    Markdown,
}
