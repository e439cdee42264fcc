//! Toolsets and notes.

use hintsmith_core::coverage::Coverage;
use hintsmith_core::resolve::Behaviour;
use serde::{Deserialize, Serialize};

use super::catalog::ToolKey;

views! {
    /// A toolset as a list of them shows it.
    struct ToolsetSummary {
        pub name: String,
        pub description: Option<String>,
        /// How many tools it names.
        pub tools: u32,
        /// How many of them are not there.
        pub missing: u32,
        /// About how many tokens a model reads when it is offered all of them.
        pub tokens: u32,
        /// How many notes hold in this toolset alone.
        pub notes: u32,
        /// It is equipped in the environment that is shown.
        pub equipped: bool,
        /// Every environment where it is equipped; `base` is one too.
        pub equipped_in: Vec<String>,
        pub added_at: String,
    }

    struct ToolsetView {
        pub summary: ToolsetSummary,
        pub members: Vec<MemberView>,
        pub coverage: Coverage,
    }

    /// One tool of a toolset.
    struct MemberView {
        /// How the toolset names it: `server.tool`, or `#` and the id of a definition.
        pub reference: String,
        /// The tool that is meant, if it is there.
        pub tool: Option<MemberTool>,
        /// What a tool that is gone has probably become: `server.tool`.
        pub probably: Option<String>,
    }

    struct MemberTool {
        pub key: ToolKey,
        pub title: String,
        pub behaviour: Behaviour,
        pub tokens: u32,
        /// Notes that a model reads when the toolset is equipped.
        pub notes: u32,
        /// Found by its definition: it has another name now.
        pub by_id: bool,
        /// Its definition is another one than when it was chosen.
        pub changed: bool,
    }

    struct ToolsetKey { pub name: String }

    struct NewToolset {
        pub name: String,
        pub description: Option<String>,
        pub tools: ToolChoice,
        /// Use it at once, in the environment that is shown.
        pub equip: bool,
    }

    /// Adds tools to a toolset.
    struct MoreTools { pub name: String, pub tools: ToolChoice }

    /// Takes tools out of a toolset, by how it names them or by what they are called now.
    struct FewerTools { pub name: String, pub references: Vec<String> }

    struct RenameToolset { pub name: String, pub to: String }

    /// A copy has the tools and the notes of the toolset.
    struct CopyToolset { pub name: String, pub to: String }

    struct DescribeToolset { pub name: String, pub description: Option<String> }

    struct EquipInput {
        /// None: no toolset.
        pub name: Option<String>,
        /// Where; none is the base.
        pub environment: Option<String>,
    }

    /// What was done, and what was left out.
    struct ToolsetReport {
        pub changed: u32,
        /// The entry of the history; none when nothing had to be changed.
        pub entry: Option<u32>,
        pub warnings: Vec<String>,
    }

    /// How well the parameters of a server or toolset are described.
    struct CoverageRow {
        pub name: String,
        pub is_toolset: bool,
        pub tools: u32,
        pub coverage: Coverage,
    }

    struct NoteView {
        pub name: String,
        pub text: String,
        /// The only toolset it holds in; none: it holds in all.
        pub toolset: Option<String>,
        /// A model reads it now: it is for every toolset, or for the one that is equipped.
        pub read: bool,
        pub author: Option<String>,
        pub at: String,
    }

    /// A note among all there are.
    struct ListedNote {
        /// How it names its tool: `server.tool`, or `#` and the id of a definition.
        pub reference: String,
        /// The tool, if it is there.
        pub tool: Option<ToolKey>,
        pub note: NoteView,
    }

    struct NewNote { pub name: String, pub text: String }

    struct AddNotes {
        pub server: String,
        pub tool: String,
        /// The only toolset they hold in; none: every one.
        pub toolset: Option<String>,
        pub notes: Vec<NewNote>,
        /// Characters that cannot be seen are meant.
        pub allow_hidden: bool,
    }

    struct NoteKey { pub server: String, pub tool: String, pub toolset: Option<String>, pub name: String }

    /// A note that an agent wrote and no model reads before a person accepts it.
    struct ProposedNote {
        pub key: NoteKey,
        pub text: String,
        /// The user in whose name the agent ran.
        pub author: Option<String>,
        pub at: String,
        /// The tool is no longer there.
        pub is_gone: bool,
    }

    /// Proposed notes that are accepted or rejected together.
    struct NoteReview { pub notes: Vec<SeenNote> }

    struct SeenNote {
        pub key: NoteKey,
        /// The text that was shown; none: whichever is there.
        pub seen: Option<String>,
    }

    struct EditNote {
        pub key: NoteKey,
        /// None: as it is.
        pub text: Option<String>,
        /// A new name; none: as it is.
        pub rename: Option<String>,
        pub allow_hidden: bool,
    }

    /// Copies notes of a tool to other tools; a name that is there already is skipped.
    struct CopyNotes {
        pub from: ToolKey,
        /// Which ones; none: all.
        pub names: Option<Vec<String>>,
        pub to: Vec<ToolKey>,
    }

    struct NoteTemplate {
        pub name: String,
        pub text: String,
        /// A person made it; the others come with the program.
        pub own: bool,
    }

    struct TemplateKey { pub name: String }

    struct RemarkInput { pub server: String, pub tool: String, pub text: Option<String> }

    /// What a note would look like to a model, before it is kept.
    struct NotePreviewInput {
        pub server: String,
        pub tool: String,
        pub toolset: Option<String>,
        pub notes: Vec<NewNote>,
        /// A note that is being edited: it is shown as the new ones say.
        pub replaces: Option<String>,
    }

    struct NotePreview {
        pub model_text: String,
        /// How many tokens more than now.
        pub added_tokens: u32,
        /// Why it cannot be kept, in words.
        pub problems: Vec<String>,
        /// What should be thought about first.
        pub warnings: Vec<String>,
    }

    struct ToolsetFileInput { pub names: Vec<String>, pub format: ToolsetFormat }

    struct WriteToolsetInput { pub names: Vec<String>, pub format: ToolsetFormat, pub path: String }

    struct ToolsetFile {
        pub text: String,
        pub file_name: String,
        /// What the format has no place for.
        pub remarks: Vec<String>,
    }

    struct ImportToolsets { pub path: String }

    struct ToolsetImportPreview {
        pub toolsets: Vec<IncomingToolset>,
        /// What cannot be taken over, and why.
        pub left_out: Vec<String>,
    }

    struct IncomingToolset {
        pub name: String,
        pub tools: u32,
        /// References that find no tool here; they are kept.
        pub missing: u32,
        pub notes: u32,
        /// There is one of that name: its tools and notes are added to it.
        pub exists: bool,
    }
}

/// Which tools are meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "by", rename_all = "camelCase")]
pub enum ToolChoice {
    /// These.
    Tools { tools: Vec<ToolKey> },
    /// Those that a filter finds now.
    Filter { query: String },
    /// Those that a selector such as `github.get_*` matches now.
    Pattern { selector: String },
    /// By name or by the id of a definition; one that finds no tool is kept.
    References { references: Vec<String> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ToolsetFormat {
    /// The `config.json` of hypertool-mcp.
    Hypertool,
    /// For people.
    Markdown,
}
