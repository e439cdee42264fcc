//! Lint findings, fixes and directory readiness.

use super::decisions::FieldDecision;
use hintsmith_core::lint::report::ReportFormat;
use hintsmith_core::lint::{RuleCategory, Severity};
use hintsmith_core::resolve::Behaviour;
use hintsmith_core::resolve::wire::DiffLine;

dto_types! {
    /// A lint finding about a tool.
    struct FindingView {
        pub rule: String,
        pub severity: Severity,
        /// Path of the field: `annotations.readOnlyHint`.
        pub field: String,
        pub message: String,
        pub fix: Option<FixView>,
        /// Set if the user has suppressed the finding.
        pub suppression: Option<SuppressionView>,
    }

    /// Decisions that would fix a finding.
    struct FixView {
        pub label: String,
        pub decisions: Vec<FieldDecision>,
        /// The fix follows from declared or decided values; otherwise it is unsafe.
        pub safe: bool,
    }

    struct SuppressionView { pub reason: String, pub at: String, pub by: Option<String> }

    /// Filter for findings; a field that is none matches all.
    struct FindingsInput {
        /// None: the preferred profile.
        pub profile: Option<String>,
        pub severity: Option<Severity>,
        pub server: Option<String>,
        pub rule: Option<String>,
        /// Filter terms that the tool must match, and words that must all occur in its name, the rule, the field or
        /// the message.
        pub text: String,
        /// Returns only suppressed findings.
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
        /// Number of matching findings beyond `rows`.
        pub more: u32,
        pub matching: u32,
        /// Counts by severity of the findings that match all filters except severity.
        pub counts: FindingCounts,
        /// Total number of suppressed findings.
        pub suppressed: u32,
        /// Number of open findings per server.
        pub servers: Vec<NamedCount>,
        pub rules: Vec<LintRuleView>,
        /// Number of matching findings with a safe fix.
        pub fixes: u32,
        /// Number of matching findings with an unsafe fix.
        pub unsafe_fixes: u32,
        /// Number of linted tools.
        pub tools: u32,
    }

    #[derive(Copy, Default)]
    struct FindingCounts { pub errors: u32, pub warnings: u32, pub notes: u32 }

    struct ProfileView { pub name: String, pub description: String }

    struct NamedCount { pub name: String, pub count: u32 }

    struct LintRuleView {
        pub id: String,
        pub description: String,
        pub why: String,
        pub category: RuleCategory,
        /// None: the profile disables the rule.
        pub severity: Option<Severity>,
        /// URL of the requirement; empty for rules of Hintsmith's own.
        pub source: String,
        pub count: u32,
    }

    struct FindingRow {
        pub server: String,
        pub tool: String,
        pub title: String,
        /// Short fingerprint of the tool's definition; empty if the tool does not exist.
        pub seen: String,
        pub finding: FindingView,
    }

    /// Selects the fixes of all matching findings.
    struct FixesInput {
        pub filter: FindingsInput,
        /// Includes unsafe fixes.
        pub include_unsafe: bool,
    }

    struct FixesPreview {
        pub tools: u32,
        pub fixes: u32,
        pub rows: Vec<FixRow>,
        /// Number of fixes beyond `rows`.
        pub more: u32,
        /// Digest of the planned fixes; hand it back to apply exactly these.
        pub seen: String,
    }

    struct FixRow { pub server: String, pub tool: String, pub rule: String, pub label: String, pub safe: bool }

    /// What fixes change in the JSON of a tool.
    struct ToolDifference { pub server: String, pub tool: String, pub difference: Vec<DiffLine> }

    struct ApplyFixesInput {
        pub fixes: FixesInput,
        /// Environment the decisions are made in; none is the base.
        pub environment: Option<String>,
        pub seen: String,
    }

    struct SuppressInput { pub server: String, pub tool: String, pub rule: String, pub reason: String }

    struct SuppressionKey { pub server: String, pub tool: String, pub rule: String }

    /// A suppression in terminal listings.
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
        pub description: String,
        /// All required checks pass.
        pub ready: bool,
        /// Number of checks that every tool passes.
        pub passed: u32,
        pub checks: Vec<CheckView>,
        pub remaining: RemainingWorkView,
        /// The tools with errors that should be done first, at most ten.
        pub first: Vec<PriorityTool>,
    }

    /// A tool with errors. The tools that agents call most come first, then the most dangerous.
    struct PriorityTool {
        pub server: String,
        pub tool: String,
        pub title: String,
        pub behaviour: Behaviour,
        /// How often the tool was called, by the call log.
        pub calls: u32,
        pub errors: u32,
    }

    struct CheckView {
        pub rule: String,
        pub description: String,
        pub severity: Severity,
        pub category: RuleCategory,
        /// Number of tools that fail the check.
        pub tools: u32,
    }

    /// Remaining work until the profile's requirements are met.
    #[derive(Copy)]
    struct RemainingWorkView {
        /// Findings with a safe fix.
        pub safe_fixes: u32,
        /// Hints that need a decision.
        pub hints: u32,
        /// Texts that have to be written.
        pub texts: u32,
        /// Findings that only the server's author can fix.
        pub server: u32,
    }

    struct ReportInput {
        pub filter: FindingsInput,
        pub format: ReportFormat,
        pub path: String,
        /// Allows replacing an existing file.
        pub replace: bool,
    }

    struct WrittenFindings { pub path: String, pub findings: u32 }
}
