//! Description coverage: how many parameters of a tool have a description that a model can read.

use std::iter::Sum;

use serde::{Deserialize, Serialize};

use crate::model::tool::{Parameter, Tool};
use crate::resolve::ResolvedTool;

/// `described` out of `parameters`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Coverage {
    pub described: u32,
    pub parameters: u32,
}

impl Coverage {
    /// Counts the parameters of a tool that the server or the user described.
    pub fn from_tool(tool: &Tool, resolved: &ResolvedTool) -> Self {
        let is_described = |parameter: &&Parameter| {
            resolved.parameters.contains_key(&*parameter.name) || tool.has_description(parameter)
        };
        let described = tool.parameters.iter().filter(is_described).count();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self { described: count(described), parameters: count(tool.parameters.len()) }
    }
}

impl Sum for Coverage {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            described: sum.described.saturating_add(one.described),
            parameters: sum.parameters.saturating_add(one.parameters),
        })
    }
}

/// Formats as `23 of 61 parameters have a description`.
impl std::fmt::Display for Coverage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        match (self.described, self.parameters) {
            (_, 0) => formatter.write_str("no parameters"),
            (0, 1) => formatter.write_str("the one parameter has no description"),
            (_, 1) => formatter.write_str("the one parameter has a description"),
            (described, all) => write!(formatter, "{described} of {all} parameters have a description"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{InferenceSettings, ServerFacts, infer};
    use crate::model::decisions::{Decisions, Definition};
    use crate::model::overrides::{DecidedValue, Decision, Field, Overrides};
    use crate::resolve::{Layers, resolve};

    #[test]
    fn a_description_counts_from_any_source_unless_empty() {
        let raw = r#"{"name":"x","inputSchema":{"properties":{
            "a":{"description":"said"},"b":{"description":" "},"c":{},"d":true}}}"#;
        let tool = Tool::parse(raw.into(), 0);
        let inferred = infer(&tool, &ServerFacts::default(), InferenceSettings::default());
        let coverage_with = |decided: Option<&str>| {
            let mut overrides = Overrides::default();
            let decision = |text: &str| Decision {
                value: DecidedValue::Text(text.into()),
                because: None,
                fingerprint: Some(tool.fingerprint.clone()),
            };
            overrides.set(Field::Parameter("c".into()), decided.map(decision));
            let decisions: Decisions = overrides.into();
            let layers = Layers {
                name: &tool.name,
                inferred: &inferred,
                declared: &tool.declared,
                decisions: &decisions,
                environment: None,
                definition: Definition::unchanged(&tool.fingerprint),
            };
            Coverage::from_tool(&tool, &resolve(&layers))
        };
        assert_eq!(coverage_with(None), Coverage { described: 1, parameters: 4 });
        let both = [coverage_with(None), coverage_with(Some("mine"))].into_iter().sum::<Coverage>();
        assert_eq!(both.to_string(), "3 of 8 parameters have a description");
    }
}
