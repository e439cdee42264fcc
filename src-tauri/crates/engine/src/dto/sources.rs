//! Servers from client configurations and registries, and the installation of Hintsmith into clients.

use hintsmith_core::resolve::badge::Badge;
use hintsmith_core::resolve::wire::DiffLine;

use super::servers::{NewSource, ServerPreview, ServerView, StorageChoice};

dto_types! {
    /// A configuration file of another MCP client.
    struct ImportFile {
        /// The client's id, as accepted by `--from`.
        pub client: String,
        pub client_name: String,
        pub path: String,
        pub entries: Vec<ImportEntry>,
        /// Reason the file cannot be read.
        pub problem: Option<String>,
    }

    struct ImportEntry {
        /// The entry's name in the file; hand it back to add the entry.
        pub entry: String,
        /// The name the server will get here.
        pub name: String,
        /// Exactly what would run; none if the server cannot be added.
        pub preview: Option<ServerPreview>,
        /// Reason the server cannot be added.
        pub problem: Option<String>,
        pub notes: Vec<String>,
        /// The client has the server disabled.
        pub disabled: bool,
        /// Name of an existing server with the same connection.
        pub known: Option<String>,
    }

    struct ImportFileInput {
        pub path: String,
        /// The client the file belongs to; detected if none.
        pub client: Option<String>,
        /// Names that entries of other files will get.
        pub taken: Vec<String>,
    }

    /// An entry chosen by the user after its preview.
    struct ImportChoice {
        pub path: String,
        pub client: String,
        pub entry: String,
        /// The name that was shown.
        pub name: String,
        pub consent: String,
        /// Explicit storage choices; the other values are classified by name and form.
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
        /// Entries of the page that could not be parsed.
        pub problems: Vec<String>,
    }

    struct RegistryEntryView {
        pub name: String,
        /// A valid and unused server name.
        pub suggested: String,
        pub title: Option<String>,
        pub description: String,
        pub version: String,
        /// `deprecated` or `deleted`; none if the entry is active.
        pub status: Option<String>,
        pub status_message: Option<String>,
        pub options: Vec<InstallOptionView>,
        /// Tools that the listing names; its claims, which nothing verifies.
        pub tools: Vec<ListedToolView>,
        /// The number of all tools that it names, which can be more than are shown.
        pub tool_count: u32,
    }

    /// A tool as a listing describes it.
    struct ListedToolView {
        pub name: String,
        pub title: Option<String>,
        pub description: String,
        /// The hints that the listing states.
        pub badges: Vec<Badge>,
    }

    /// An install option of a registry entry.
    struct InstallOptionView {
        pub label: String,
        /// Command line or URL, with placeholders for missing values.
        pub command: Vec<String>,
        pub inputs: Vec<OptionInputView>,
        pub notes: Vec<String>,
        /// Reason the option cannot be used.
        pub problem: Option<String>,
    }

    /// A value the user has to provide.
    struct OptionInputView {
        pub name: String,
        pub description: String,
        pub secret: bool,
        pub required: bool,
        pub default: Option<String>,
        /// The allowed values, if they are enumerated.
        pub choices: Vec<String>,
    }

    struct Answer { pub name: String, pub value: String }

    struct RegistryChoice { pub name: String, pub option: u32, pub answers: Vec<Answer> }

    /// The source for an install option, with every value in plain text.
    struct RegistrySource {
        pub source: NewSource,
        /// The values that the publisher declares secret.
        pub storage: Vec<StorageChoice>,
    }

    struct RegistryAddressInput {
        /// None: the public registry.
        pub url: Option<String>,
    }

    /// A configuration file of a client on this machine, and the servers in it.
    struct ClientFileView {
        pub client: String,
        pub client_name: String,
        pub path: String,
        /// The file that is changed if the path is a symbolic link.
        pub link_target: Option<String>,
        /// The project that the file's servers belong to.
        pub project: Option<String>,
        pub entries: Vec<ClientEntryView>,
        /// Reason the file cannot be read.
        pub problem: Option<String>,
    }

    struct ClientEntryView {
        /// The server's name in the file.
        pub server: String,
        /// The client reaches the server through Hintsmith.
        pub installed: bool,
        /// The server has an address instead of a command.
        pub remote: bool,
        /// Reason Hintsmith cannot be installed.
        pub problem: Option<String>,
        /// What to do about the problem.
        pub hint: Option<String>,
    }

    struct ClientFilesInput {
        /// Limits the list to one client.
        pub client: Option<String>,
        /// Lists the configuration of this project instead of the user's.
        pub project: Option<String>,
    }

    /// Installs Hintsmith before a server in a client's configuration, or removes it.
    struct InstallInput {
        pub client: String,
        /// The server's name in the client's configuration, or its name here.
        pub server: String,
        /// Changes the configuration of this project instead of the user's.
        pub project: Option<String>,
        /// Changes this file of the client [default: the first one with the server].
        pub file: Option<String>,
        /// Changes the file that a symbolic link points to.
        pub follow: bool,
        pub undo: bool,
    }

    struct InstallPreview {
        /// The file that is changed.
        pub path: String,
        /// The symbolic link that leads to it.
        pub link: Option<String>,
        /// The stored server that Hintsmith connects to, if the client's server has an address.
        pub stored: Option<String>,
        pub difference: Vec<DiffLine>,
        /// Digest of the file; hand it back to have the file changed.
        pub seen: String,
    }

    struct InstallChoice { pub input: InstallInput, pub seen: String }

    struct InstallReport {
        pub path: String,
        /// Path of the copy of the original file.
        pub kept: Option<String>,
    }
}
