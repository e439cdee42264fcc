//! Preferences: what a person set once for the whole program.

use hintsmith_core::preference::{Group, Kind};

views! {
    struct PreferencesView {
        pub preferences: Vec<PreferenceView>,
        /// The folder of the store.
        pub folder: String,
        pub version: String,
    }

    struct PreferenceView {
        pub key: String,
        pub group: Group,
        pub label: String,
        pub description: String,
        pub kind: Kind,
        /// `on` or `off`, a number, or one of the choices.
        pub value: String,
        /// Nobody set it.
        pub is_default: bool,
    }

    struct PreferenceInput {
        pub key: String,
        /// None: the default again.
        pub value: Option<String>,
    }
}
