//! Tests for a server's author that hold the decided hints.

use hintsmith_core::lint::expectation::HintExpectation;
use hintsmith_core::lint::pins::{NewToolPolicy, ToolExpectation};
use hintsmith_core::lint::stubs::{self, StubInput, StubPin, Suite};
use hintsmith_core::model::hint::PerHint;

use crate::language::Language;

/// The hints that a tool must declare; `None` for any value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinnedTool {
    pub name: String,
    pub hints: PerHint<Option<bool>>,
}

/// The test framework that is usual for a language.
pub const fn suite_for(language: Language) -> Option<Suite> {
    match language {
        Language::Python => Some(Suite::Pytest),
        Language::TypeScript | Language::Tsx | Language::JavaScript => Some(Suite::Vitest),
        Language::Go => Some(Suite::Go),
        Language::Rust => Some(Suite::Rust),
        Language::CSharp | Language::Java | Language::Kotlin => None,
    }
}

/// The source of a test that starts the server and compares its tools. `command` is what starts it, if known.
pub fn pins(suite: Suite, server: &str, command: &[String], tools: &[PinnedTool]) -> String {
    let expectation = |value: Option<bool>| match value {
        None => HintExpectation::Any,
        Some(true) => HintExpectation::True,
        Some(false) => HintExpectation::False,
    };
    let pins: Vec<StubPin> = tools
        .iter()
        .map(|tool| StubPin {
            name: &tool.name,
            narrowness: 1,
            expected: ToolExpectation {
                annotations_required: true,
                hints: PerHint::from_fn(|hint| expectation(tool.hints[hint])),
            },
        })
        .collect();
    let input = StubInput {
        server,
        command,
        tools: &pins,
        patterns: &[],
        implications: &[],
        new_tools: NewToolPolicy::Annotated,
    };
    stubs::render(suite, &input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_names_each_tool_and_its_hints() {
        let hints = PerHint { read_only: Some(true), ..PerHint::default() };
        let tools = [PinnedTool { name: "get".to_owned(), hints }];
        for language in [Language::Python, Language::TypeScript, Language::Go, Language::Rust] {
            let suite = suite_for(language).unwrap();
            let test = pins(suite, "notes", &["notes-server".to_owned()], &tools);
            for part in ["get", "readOnlyHint", "notes-server"] {
                assert!(test.contains(part), "{part} is missing in {}", suite.file_name());
            }
            assert!(!test.contains("\"destructiveHint\", \"true\""), "a hint without a value is not tested");
        }
    }
}
