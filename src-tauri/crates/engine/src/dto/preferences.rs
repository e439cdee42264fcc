//! Program-wide preferences.

use hintsmith_core::model::preference::{PreferenceGroup, PreferenceKind};

dto_types! {
    struct PreferencesView {
        pub preferences: Vec<PreferenceView>,
        /// The data folder.
        pub folder: String,
        pub version: String,
    }

    struct PreferenceView {
        pub key: String,
        pub group: PreferenceGroup,
        pub label: String,
        pub description: String,
        pub kind: PreferenceKind,
        /// `on` or `off`, a number, or one of the choices.
        pub value: String,
        pub is_default: bool,
    }

    struct PreferenceInput {
        pub key: String,
        /// None: reset to the default.
        pub value: Option<String>,
    }
}
