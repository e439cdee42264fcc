//! Calls that passed through a proxy.

views! {
    struct CallsInput { pub limit: u32 }

    /// A call as it was written down. Never a value of its arguments.
    struct CallView {
        pub at: String,
        pub server: String,
        /// Who called, as it calls itself.
        pub client: Option<String>,
        pub tool: String,
        /// The names of the arguments, each with its kind of JSON value.
        pub arguments: Vec<ArgumentShape>,
        /// Allowed, denied and why, or unknown: there is no such tool for this client.
        pub verdict: String,
        pub outcome: Option<String>,
        pub took_ms: Option<u32>,
    }

    struct ArgumentShape { pub name: String, pub kind: String }
}
