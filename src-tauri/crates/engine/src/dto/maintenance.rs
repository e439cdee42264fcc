//! The history, and the store itself: backups and its health.

views! {
    struct HistoryInput {
        /// Only entries before this one.
        pub before: Option<u32>,
        pub limit: u32,
    }

    struct HistoryPage { pub entries: Vec<HistoryEntry>, pub more: bool }

    struct HistoryEntry {
        pub id: u32,
        pub at: String,
        pub author: String,
        /// The door it came through.
        pub via: String,
        pub act: String,
        pub undone: bool,
        /// It can be taken back now.
        pub undoable: bool,
        /// How many rows it changed; `changes` holds the first of them.
        pub size: u32,
        pub changes: Vec<HistoryChange>,
    }

    struct HistoryChange { pub what: String, pub before: Option<String>, pub after: Option<String> }

    struct UndoInput {
        /// None: the newest that can be taken back.
        pub entry: Option<u32>,
    }

    struct UndoReport { pub entry: u32, pub act: String }

    struct BackupView {
        pub path: String,
        pub made_at: String,
        pub bytes: u32,
        /// Made before the store got a newer format.
        pub before_format: bool,
    }

    struct BackUpInput {
        /// None: into the folder of backups.
        pub path: Option<String>,
    }

    struct RestoreInput {
        /// None: the newest backup.
        pub path: Option<String>,
    }

    struct RestoreReport { pub from: String, pub set_aside: Option<String> }

    struct DoctorReport { pub path: String, pub checks: Vec<DoctorCheck> }

    struct DoctorCheck { pub name: String, pub well: bool, pub message: String, pub hint: String }
}
