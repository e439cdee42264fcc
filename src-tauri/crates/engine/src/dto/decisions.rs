//! A tool's key and decisions about its fields, which most subjects use.

use hintsmith_core::model::hint::HintName;
use serde::{Deserialize, Serialize};

dto_types! {
    /// Identifies a tool.
    struct ToolKey { pub server: String, pub tool: String }

    struct SeenTool {
        pub server: String,
        pub tool: String,
        /// Short fingerprint of the definition that was shown; none: the current one.
        pub seen: Option<String>,
    }
}

/// A decision about one field; none removes it, so that the field inherits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "field", rename_all = "camelCase")]
pub enum FieldDecision {
    Title {
        value: Option<String>,
    },
    Hint {
        hint: HintName,
        value: Option<bool>,
    },
    /// The description of the tool.
    Description {
        value: Option<String>,
    },
    /// The icon of the tool: an image as a `data:` URI, or an https URL.
    Icon {
        value: Option<String>,
    },
    /// The description of a parameter.
    Parameter {
        name: String,
        value: Option<String>,
    },
}
