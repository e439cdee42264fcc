//! History, backups and health checks of the store.

dto_types! {
    struct HistoryInput {
        /// Only entries with a smaller id.
        pub before: Option<u32>,
        pub limit: u32,
        /// Only entries whose summary, author, interface or changed values contain every word of this text, in any
        /// letter case.
        #[serde(default)]
        pub search: Option<String>,
    }

    struct HistoryPage { pub entries: Vec<HistoryEntry>, pub more: bool }

    struct HistoryEntry {
        pub id: u32,
        pub at: String,
        pub author: String,
        /// The interface the change was made through.
        pub via: String,
        pub summary: String,
        pub undone: bool,
        pub undoable: bool,
        /// Why it can never be undone.
        pub irreversible: Option<IrreversibleChange>,
        /// Number of changed rows; `changes` holds the first of them.
        pub size: u32,
        pub changes: Vec<HistoryChange>,
    }

    /// Secrets and connections are not kept in the history, and an answered call was made or refused.
    #[derive(Copy)]
    enum IrreversibleChange { ServerAdded, ServerChanged, ServerRemoved, CallAnswered }

    struct HistoryChange { pub subject: String, pub before: Option<String>, pub after: Option<String> }

    struct UndoInput {
        /// None: the newest entry that can be undone.
        pub entry: Option<u32>,
    }

    struct UndoReport { pub entry: u32, pub summary: String }

    struct BackupView {
        pub path: String,
        pub made_at: String,
        pub bytes: u32,
        /// Written before the store was migrated to a newer format.
        pub before_migration: bool,
    }

    struct BackUpInput {
        /// None: a new file in the backup folder.
        pub path: Option<String>,
    }

    struct RestoreInput {
        /// None: the newest backup.
        pub path: Option<String>,
    }

    struct RestoreReport { pub from: String, pub replaced_copy: Option<String> }

    struct DoctorReport { pub path: String, pub checks: Vec<DoctorCheck> }

    struct DoctorCheck { pub name: String, pub ok: bool, pub message: String, pub hint: String }
}
