//! Environments and rules.

use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::layer::Layer;

use super::tool::Loosening;

dto_types! {
    struct EnvironmentsView { pub current: Option<String>, pub environments: Vec<EnvironmentView> }

    struct EnvironmentView { pub name: String, pub decisions: u32, pub rules: u32 }

    /// An environment, or the base if none.
    struct EnvironmentChoice { pub environment: Option<String> }

    struct NewEnvironment {
        pub name: String,
        /// Copies the decisions of this environment.
        pub copy_of: Option<String>,
    }

    struct EnvironmentKey { pub name: String }

    struct RenameEnvironment { pub name: String, pub to: String }

    /// Two environments; none is the base.
    struct EnvironmentPair { pub from: Option<String>, pub to: Option<String> }

    struct Comparison {
        pub from: Option<String>,
        pub to: Option<String>,
        /// Fields whose effective values differ.
        pub differences: Vec<FieldDifference>,
        /// Fields that are decided in both with the same value, at least one of them by its own environment.
        pub equal: Vec<FieldDifference>,
    }

    struct FieldDifference { pub server: String, pub tool: String, pub field: String, pub from: EffectiveValue, pub to: EffectiveValue }

    /// The effective value of a field in an environment, with its reason.
    struct EffectiveValue { pub value: String, pub layer: Layer, pub reason: String }

    struct PromotePreview {
        /// Changes in the target environment.
        pub changes: Vec<PromoteChange>,
        /// Digest of `changes`; hand it back to promote exactly these.
        pub seen: String,
        pub loosens: Loosening,
    }

    struct PromoteChange {
        /// A tool, or the selector of a rule.
        pub subject: String,
        pub field: String,
        pub before: Option<String>,
        pub after: String,
        /// A client would act without asking where it asked before.
        pub loosens: bool,
    }

    struct PromoteInput {
        pub pair: EnvironmentPair,
        pub seen: String,
        /// The user has confirmed the loosening that the preview reports.
        pub loosen: bool,
    }

    struct RuleInput {
        pub selector: String,
        pub hint: HintName,
        pub value: bool,
        pub because: Option<String>,
        /// None is the base.
        pub environment: Option<String>,
        /// The user has confirmed the loosening that the preview reports.
        pub loosen: bool,
    }

    struct RuleKey { pub selector: String, pub hint: HintName, pub environment: Option<String> }

    struct RuleView {
        pub selector: String,
        pub hint: HintName,
        pub value: bool,
        pub because: Option<String>,
        pub environment: Option<String>,
        /// Number of tools the selector matches, of those where the rule decides the hint, and of those whose value
        /// it changes.
        pub matches: u32,
        pub decides: u32,
        pub changes: u32,
        /// Number of tools on which the rule is suspended because the tool has changed.
        pub suspended: u32,
        /// Reason the rule is redundant, if it is.
        pub redundant: Option<String>,
        /// Some of the tools whose value the rule changes.
        pub examples: Vec<String>,
        pub loosens: Loosening,
    }
}
