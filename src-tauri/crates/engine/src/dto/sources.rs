//! Servers that others know: the configurations of other clients, and registries.

use hintsmith_core::wire::DiffLine;

use super::servers::{ServerPreview, ServerView, StorageChoice};

views! {
    /// A configuration of another client.
    struct ImportFile {
        /// What `--from` takes.
        pub client: String,
        pub client_name: String,
        pub path: String,
        pub entries: Vec<ImportEntry>,
        /// Why it cannot be read.
        pub problem: Option<String>,
    }

    struct ImportEntry {
        /// As it will be called here.
        pub name: String,
        /// Exactly what would run; none when it cannot be added.
        pub preview: Option<ServerPreview>,
        /// Why it cannot be added.
        pub problem: Option<String>,
        pub notes: Vec<String>,
        /// The client itself leaves it out.
        pub disabled: bool,
        /// A server here is reached in the very same way.
        pub known: Option<String>,
    }

    struct ImportFileInput {
        pub path: String,
        /// Which client's it is; found out when it is not said.
        pub client: Option<String>,
    }

    /// An entry a person chose after seeing its preview.
    struct ImportChoice {
        pub path: String,
        pub client: String,
        pub name: String,
        pub consent: String,
        /// Where the user wants single values to be kept; the others are judged by their names and looks.
        pub storage: Vec<StorageChoice>,
    }

    struct ImportServersInput { pub choices: Vec<ImportChoice> }

    struct ImportReport { pub added: Vec<ServerView>, pub problems: Vec<ImportProblem> }

    struct ImportProblem { pub name: String, pub message: String, pub hint: String }

    struct RegistryInput { pub query: String, pub cursor: Option<String> }

    struct RegistryPage {
        pub registry: String,
        pub entries: Vec<RegistryEntryView>,
        pub next: Option<String>,
        /// What the page holds that cannot be read.
        pub problems: Vec<String>,
    }

    struct RegistryEntryView {
        pub name: String,
        /// A name that can be used here.
        pub suggested: String,
        pub title: Option<String>,
        pub description: String,
        pub version: String,
        /// Deprecated or deleted, and why.
        pub status: Option<String>,
        pub status_message: Option<String>,
        pub ways: Vec<WayView>,
    }

    /// One way of reaching a server of a registry.
    struct WayView {
        pub label: String,
        /// What would run or be asked, with gaps where a value is wanted.
        pub command: Vec<String>,
        pub wanted: Vec<WantedView>,
        pub notes: Vec<String>,
        /// Why it cannot be added.
        pub problem: Option<String>,
    }

    /// A value the person has to fill in.
    struct WantedView {
        pub name: String,
        pub description: String,
        pub secret: bool,
        pub required: bool,
        pub default: Option<String>,
        /// The only values it takes, if they are listed.
        pub choices: Vec<String>,
    }

    struct Answer { pub name: String, pub value: String }

    struct RegistryChoice { pub name: String, pub way: u32, pub answers: Vec<Answer> }

    struct RegistryAddressInput {
        /// None: the public one.
        pub url: Option<String>,
    }

    /// A server in a client's own configuration that is to be wrapped, or not any more.
    struct InstallInput {
        pub client: String,
        /// As the client calls it, or as it is called here.
        pub server: String,
        /// A folder whose own configuration is looked into too.
        pub project: Option<String>,
        pub undo: bool,
    }

    struct InstallPreview {
        pub path: String,
        pub difference: Vec<DiffLine>,
        /// What the file says now, to be handed back by whoever wants it changed.
        pub seen: String,
    }

    struct InstallChoice { pub input: InstallInput, pub seen: String }

    struct InstallReport {
        pub path: String,
        /// The copy of what was there.
        pub kept: Option<String>,
    }
}
