//! Environments and rules.

use hintsmith_core::hint::HintName;
use hintsmith_core::layer::Layer;

use super::tool::Loosening;

views! {
    struct EnvironmentsView { pub current: Option<String>, pub environments: Vec<EnvironmentView> }

    struct EnvironmentView { pub name: String, pub decisions: u32, pub rules: u32 }

    /// An environment, or the base.
    struct EnvironmentChoice { pub environment: Option<String> }

    struct NewEnvironment {
        pub name: String,
        /// Begin with what is decided in this one.
        pub copy_of: Option<String>,
    }

    struct EnvironmentKey { pub name: String }

    struct RenameEnvironment { pub name: String, pub to: String }

    /// Two environments, each or none of them the base.
    struct EnvironmentPair { pub from: Option<String>, pub to: Option<String> }

    struct Comparison {
        pub from: Option<String>,
        pub to: Option<String>,
        /// Fields that are not the same in both.
        pub differences: Vec<FieldDifference>,
    }

    struct FieldDifference { pub server: String, pub tool: String, pub field: String, pub from: Held, pub to: Held }

    /// What holds in an environment, and why.
    struct Held { pub value: String, pub layer: Layer, pub reason: String }

    struct PromotePreview {
        /// What would change in the other environment.
        pub changes: Vec<PromoteChange>,
        /// To be handed back by whoever has seen these changes.
        pub seen: String,
    }

    struct PromoteChange {
        /// A tool, or the selector of a rule.
        pub subject: String,
        pub field: String,
        pub before: Option<String>,
        pub after: String,
        /// A client acts where it would have asked before.
        pub loosens: bool,
    }

    struct PromoteInput { pub pair: EnvironmentPair, pub seen: String }

    struct RuleInput {
        pub selector: String,
        pub hint: HintName,
        pub value: bool,
        pub because: Option<String>,
        /// None is the base.
        pub environment: Option<String>,
        /// A person has confirmed what the preview says it loosens.
        pub loosen: bool,
    }

    struct RuleKey { pub selector: String, pub hint: HintName, pub environment: Option<String> }

    struct RuleView {
        pub selector: String,
        pub hint: HintName,
        pub value: bool,
        pub because: Option<String>,
        pub environment: Option<String>,
        /// How many tools the selector matches, how many the rule decides, and for how many that makes a difference.
        pub matches: u32,
        pub decides: u32,
        pub changes: u32,
        /// On how many it waits for a look at the changed tool.
        pub suspended: u32,
        /// Why the rule could go, if it could.
        pub redundant: Option<String>,
        /// Some of the tools where it makes a difference.
        pub examples: Vec<String>,
        pub loosens: Loosening,
    }
}
