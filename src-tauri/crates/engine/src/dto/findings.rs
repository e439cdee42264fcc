//! What the linter finds, what would mend it, and how far tools are from what a directory demands.

use super::tool::FieldDecision;
use hintsmith_core::lint::report::Format;
use hintsmith_core::lint::{Lane, Severity};

views! {
    /// One thing that is wrong with a tool.
    struct FindingView {
        /// The rule that found it.
        pub rule: String,
        pub severity: Severity,
        /// Where it stands: `annotations.readOnlyHint`.
        pub field: String,
        pub message: String,
        pub fix: Option<FixView>,
        /// Why it does not count, where a person said so.
        pub suppression: Option<SuppressionView>,
    }

    /// A proposed decision.
    struct FixView {
        pub words: String,
        pub decisions: Vec<FieldDecision>,
        /// It follows from what is said already; any other guesses.
        pub safe: bool,
    }

    struct SuppressionView { pub reason: String, pub at: String, pub by: Option<String> }

    /// Which findings are asked for; where a field is none, all.
    struct FindingsInput {
        /// None: the one that is preferred.
        pub profile: Option<String>,
        pub severity: Option<Severity>,
        pub server: Option<String>,
        pub rule: Option<String>,
        /// Words that must all be found in the tool's name, the rule or the message.
        pub words: String,
        /// Those that are suppressed, and no others.
        pub suppressed: bool,
        pub order: FindingOrder,
    }

    #[derive(Copy, Default)]
    enum FindingOrder {
        #[default]
        Severity,
        Tool,
        Rule,
    }

    struct FindingsView {
        pub revision: u32,
        pub profile: String,
        pub profiles: Vec<ProfileView>,
        pub rows: Vec<FindingRow>,
        /// How many match beyond those listed.
        pub more: u32,
        pub matching: u32,
        /// Of what matches in everything but the severity.
        pub counts: FindingCounts,
        /// How many are suppressed in all.
        pub suppressed: u32,
        /// Every server with how many findings count about its tools.
        pub servers: Vec<NamedCount>,
        pub rules: Vec<LintRuleView>,
        /// Of what matches: how many have a fix that follows from what is said.
        pub fixes: u32,
        /// Of what matches: how many have a fix that guesses.
        pub guesses: u32,
        /// How many tools were looked at.
        pub tools: u32,
    }

    #[derive(Copy, Default)]
    struct FindingCounts { pub errors: u32, pub warnings: u32, pub notes: u32 }

    struct ProfileView { pub name: String, pub what: String }

    struct NamedCount { pub name: String, pub count: u32 }

    struct LintRuleView {
        pub id: String,
        pub what: String,
        pub why: String,
        pub lane: Lane,
        /// None: it is off in the profile.
        pub severity: Option<Severity>,
        /// Where it is written; empty for what only Hintsmith knows of.
        pub source: String,
        pub count: u32,
    }

    struct FindingRow {
        pub server: String,
        pub tool: String,
        pub title: String,
        /// Which definition this is about; empty where there is no such tool.
        pub seen: String,
        pub finding: FindingView,
    }

    /// The fixes of all findings that match.
    struct FixesInput {
        pub which: FindingsInput,
        /// Also those that guess.
        pub guesses: bool,
    }

    struct FixesPreview {
        pub tools: u32,
        pub fixes: u32,
        pub rows: Vec<FixRow>,
        /// How many there are beyond those listed.
        pub more: u32,
        /// To be handed back by whoever has seen these fixes.
        pub seen: String,
    }

    struct FixRow { pub server: String, pub tool: String, pub rule: String, pub words: String, pub safe: bool }

    struct ApplyFixesInput {
        pub fixes: FixesInput,
        /// Where it is decided; none is the base.
        pub environment: Option<String>,
        pub seen: String,
    }

    struct SuppressInput { pub server: String, pub tool: String, pub rule: String, pub reason: String }

    struct SuppressionKey { pub server: String, pub tool: String, pub rule: String }

    /// A suppression as a terminal lists it.
    struct SuppressionRow {
        pub server: String,
        pub tool: String,
        pub rule: String,
        pub suppression: SuppressionView,
    }

    struct ReadinessInput {
        /// None: all servers.
        pub server: Option<String>,
    }

    struct ReadinessView { pub tools: u32, pub profiles: Vec<ProfileReadiness> }

    struct ProfileReadiness {
        pub profile: String,
        pub what: String,
        /// Nothing that it demands is missing.
        pub ready: bool,
        /// How many of the checks every tool passes.
        pub passed: u32,
        pub checks: Vec<CheckView>,
        pub left: WorkLeft,
    }

    struct CheckView {
        pub rule: String,
        pub what: String,
        pub severity: Severity,
        pub lane: Lane,
        /// How many tools do not pass it.
        pub tools: u32,
    }

    /// What stands between the tools and being ready.
    #[derive(Copy)]
    struct WorkLeft {
        /// Fixes that follow from what is said.
        pub clicks: u32,
        /// Hints that a person has to decide.
        pub hints: u32,
        /// Texts that somebody has to write.
        pub texts: u32,
        /// What only the server's author can mend.
        pub server: u32,
    }

    struct ReportInput {
        pub which: FindingsInput,
        pub format: Format,
        pub path: String,
        /// What is there may be replaced.
        pub replace: bool,
    }

    struct WrittenFindings { pub path: String, pub findings: u32 }
}
