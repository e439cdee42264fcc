//! Logged tool calls.

use hintsmith_core::resolve::badge::Badge;

dto_types! {
    struct CallsInput {
        pub limit: u32,
        /// Only calls with a smaller id.
        pub before: Option<u32>,
        pub only: CallsOnly,
        /// Substring of a client, server or tool name.
        pub text: Option<String>,
    }

    #[derive(Copy, Default)]
    enum CallsOnly {
        #[default]
        All,
        /// Calls that never reached a server.
        Denied,
        /// Calls that reached a server and did not succeed.
        Failed,
    }

    /// A page of calls, with the totals of the whole log.
    struct CallsPage { pub calls: Vec<CallView>, pub all: u32, pub denied: u32, pub failed: u32 }

    /// Destination of a call log export: CSV if the path ends in `.csv`, else JSON Lines.
    struct WriteCalls {
        pub path: String,
        pub only: CallsOnly,
        pub text: Option<String>,
        /// Allows replacing an existing file.
        pub replace: bool,
    }

    struct ClearedCalls { pub deleted: u32 }

    struct WrittenCalls { pub path: String, pub calls: u32 }

    /// A logged call.
    struct CallView {
        pub id: u32,
        pub at: String,
        pub server: String,
        /// Name the client reported.
        pub client: Option<String>,
        pub tool: String,
        /// Argument names, each with its JSON type.
        pub arguments: Vec<ArgumentShape>,
        /// Badges of the tool at the time of the call.
        pub badges: Vec<Badge>,
        pub verdict: CallVerdict,
        /// Reason for the verdict.
        pub why: Option<String>,
        pub outcome: Option<CallOutcome>,
        pub took_ms: Option<u32>,
    }

    struct ArgumentShape {
        pub name: String,
        pub kind: String,
        /// JSON of the value; only present if logging of values is enabled.
        pub value: Option<String>,
    }

    #[derive(Copy)]
    enum CallVerdict {
        Allowed,
        Denied,
        /// The client is not offered a tool of this name.
        Unknown,
        /// The client cancelled the call before a decision, or received an elicitation and has to retry.
        Undecided,
    }

    #[derive(Copy)]
    enum CallOutcome { Ok, Error, ToolError, Cancelled, Lost }
}

impl CallVerdict {
    const ALL: [Self; 4] = [Self::Allowed, Self::Denied, Self::Unknown, Self::Undecided];

    /// Parses the stored form. Unknown text counts as `Denied`.
    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|verdict| verdict.as_str() == text).unwrap_or(Self::Denied)
    }

    pub const fn as_str(self) -> &'static str {
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

    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == text).unwrap_or(Self::Error)
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::ToolError => "tool error",
            Self::Cancelled => "cancelled",
            Self::Lost => "lost",
        }
    }
}
