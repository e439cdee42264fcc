//! Calls that passed through a proxy.

use hintsmith_core::badge::Badge;

views! {
    struct CallsInput {
        pub limit: u32,
        /// Only calls before the one with this number.
        pub before: Option<u32>,
        pub only: CallsOnly,
        /// A part of the name of a client, a server or a tool.
        pub text: Option<String>,
    }

    #[derive(Copy, Default)]
    enum CallsOnly {
        #[default]
        All,
        /// Those that never reached a server.
        Denied,
        /// Those that did, and did not end well.
        Failed,
    }

    /// Some calls, and how many there are of each kind in all that are kept.
    struct CallsPage { pub calls: Vec<CallView>, pub all: u32, pub denied: u32, pub failed: u32 }

    /// Where calls are written to: as a table to a file that ends in .csv, else as a line of JSON for each.
    struct WriteCalls {
        pub path: String,
        pub only: CallsOnly,
        pub text: Option<String>,
        /// What is there may be replaced.
        pub replace: bool,
    }

    struct WrittenCalls { pub path: String, pub calls: u32 }

    /// A call as it was written down.
    struct CallView {
        pub id: u32,
        pub at: String,
        pub server: String,
        /// Who called, as it calls itself.
        pub client: Option<String>,
        pub tool: String,
        /// The names of the arguments, each with its kind of JSON value.
        pub arguments: Vec<ArgumentShape>,
        /// What the tool was held to be.
        pub badges: Vec<Badge>,
        pub verdict: CallVerdict,
        /// Why it was allowed or not, in words.
        pub why: Option<String>,
        pub outcome: Option<CallOutcome>,
        pub took_ms: Option<u32>,
    }

    struct ArgumentShape {
        pub name: String,
        pub kind: String,
        /// Its JSON, only where values were to be written down.
        pub value: Option<String>,
    }

    #[derive(Copy)]
    enum CallVerdict {
        Allowed,
        Denied,
        /// There is no such tool for this client.
        Unknown,
        /// The client withdrew it before anybody decided, or was asked itself and has to call again.
        Undecided,
    }

    #[derive(Copy)]
    enum CallOutcome { Ok, Error, ToolError, Cancelled, Lost }
}

impl CallVerdict {
    const ALL: [Self; 4] = [Self::Allowed, Self::Denied, Self::Unknown, Self::Undecided];

    /// By its word; what is not known was not allowed.
    pub fn of(word: &str) -> Self {
        Self::ALL.into_iter().find(|verdict| verdict.word() == word).unwrap_or(Self::Denied)
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Denied => "denied",
            Self::Unknown => "unknown",
            Self::Undecided => "undecided",
        }
    }
}

impl CallOutcome {
    const ALL: [Self; 5] = [Self::Ok, Self::Error, Self::ToolError, Self::Cancelled, Self::Lost];

    pub fn of(word: &str) -> Self {
        Self::ALL.into_iter().find(|outcome| outcome.word() == word).unwrap_or(Self::Error)
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::ToolError => "tool error",
            Self::Cancelled => "cancelled",
            Self::Lost => "lost",
        }
    }
}
