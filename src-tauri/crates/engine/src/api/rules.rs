//! Rules: one decision for every tool that a selector matches.

use std::sync::Arc;

use hintsmith_core::model::decisions::Decisions;
use hintsmith_core::model::hint::{HintName, yes_no};
use hintsmith_core::model::rule::{Rule, Rules, Selector};
use hintsmith_core::resolve::LayerValue;

use super::environments::{environment_name, finish_change_set};
use crate::Engine;
use crate::boxed;
use crate::catalog::{Catalog, ToolDecisions};
use crate::dto::{ActReport, Loosening, RuleInput, RuleKey, RuleView};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::{refreshes, rules};

/// Maximum number of tools named as examples of a rule's effect.
const MAX_EXAMPLES: usize = 5;

impl Engine {
    /// All rules with their effects, those of the base first.
    #[boxed]
    pub async fn list_rules(&self) -> Result<Vec<RuleView>, ApiError> {
        let catalog = self.current_catalog().await?;
        let all = catalog.rules.iter().flat_map(|(environment, rules)| {
            let environment = Some(environment.as_str()).filter(|name| *name != BASE);
            rules.iter().map(move |rule| (environment, rule))
        });
        Ok(all.map(|(environment, rule)| rule_effect(&catalog, environment, rule)).collect())
    }

    /// Previews the effect of a rule. Changes nothing.
    #[boxed]
    pub async fn preview_rule(&self, input: RuleInput) -> Result<RuleView, ApiError> {
        let rule = self.parse_rule(&input).await?;
        let catalog = self.current_catalog().await?;
        Ok(rule_effect(&catalog, input.environment.as_deref(), &rule))
    }

    /// Saves a rule, replacing one with the same selector and hint.
    #[boxed]
    pub async fn set_rule(&self, input: RuleInput) -> Result<ActReport, ApiError> {
        let rule = self.parse_rule(&input).await?;
        let loosens =
            rule_effect(&*self.current_catalog().await?, input.environment.as_deref(), &rule).loosens;
        loosens.require_confirmation(input.loosen)?;
        let environment = input.environment;
        let set = move |mut change_set: ChangeSet| {
            let seen = refreshes::newest_id(change_set.connection)?;
            let rule = Rule { written_at_refresh: seen, ..rule };
            rules::set(&mut change_set, environment.as_deref().unwrap_or(BASE), &rule)?;
            let (hint, value) = (rule.hint.cli_name(), yes_no(rule.value));
            let layer_name = environment_name(environment.as_deref());
            finish_change_set(
                change_set,
                &format!("the rule {} in {layer_name}: {hint} {value}", rule.selector),
            )
        };
        self.apply_changes(set).await
    }

    #[boxed]
    pub async fn remove_rule(&self, input: RuleKey) -> Result<ActReport, ApiError> {
        let selector = parse_selector(&input.selector)?;
        let (environment, hint) = (input.environment, input.hint);
        let remove = move |mut change_set: ChangeSet| {
            rules::remove(&mut change_set, environment.as_deref().unwrap_or(BASE), &selector, hint)?;
            finish_change_set(change_set, &format!("removed the rule {selector} about {}", hint.cli_name()))
        };
        let report = self.apply_changes(remove).await?;
        if report.entry.is_none() {
            let message = format!("there is no rule {} about {}", input.selector, hint.cli_name());
            return Err(ApiError::new(
                ErrorCode::NotFound,
                message,
                "`hintsmith rule` lists the rules there are.",
            ));
        }
        Ok(report)
    }

    async fn parse_rule(&self, input: &RuleInput) -> Result<Rule, ApiError> {
        self.check_environment(input.environment.as_deref()).await?;
        let because = input.because.as_deref().map(str::trim).filter(|why| !why.is_empty());
        Ok(Rule {
            selector: parse_selector(&input.selector)?,
            hint: input.hint,
            value: input.value,
            because: because.map(str::to_owned),
            // Written now, so all current definitions count as seen.
            written_at_refresh: i64::MAX,
        })
    }
}

fn parse_selector(text: &str) -> Result<Selector, ApiError> {
    Selector::parse(text).map_err(|error| {
        let hint = "Write the server, a dot and the tool; * stands for any text, ? for one character.";
        ApiError::new(ErrorCode::Invalid, error.to_string(), hint)
    })
}

/// The effect of a rule, whether it is saved or not.
fn rule_effect(catalog: &Catalog, environment: Option<&str>, rule: &Rule) -> RuleView {
    let others = catalog.rules.get(environment.unwrap_or(BASE)).cloned().unwrap_or_default();
    let others = Rules::new(others).without(&rule.selector, rule.hint);
    let mut view = RuleView {
        selector: rule.selector.to_string(),
        hint: rule.hint,
        value: rule.value,
        because: rule.because.clone(),
        environment: environment.map(str::to_owned),
        matches: 0,
        decides: 0,
        changes: 0,
        suspended: 0,
        redundant: None,
        examples: Vec::new(),
        loosens: Loosening::default(),
    };
    let matched =
        catalog.entries.iter().filter(|entry| rule.selector.matches(&entry.server, &entry.tool.name));
    for entry in matched {
        view.matches += 1;
        let without = others.for_tool(&entry.server, &entry.tool.name)[rule.hint].clone();
        let narrower = Rules::new(without.iter().map(|other| Rule::clone(other)).chain([rule.clone()]));
        let with = narrower.for_tool(&entry.server, &entry.tool.name)[rule.hint].clone();
        if with.as_deref() != Some(rule) {
            continue;
        }
        let with = with_rule(&entry.decisions, environment, with, rule.hint);
        let without = with_rule(&entry.decisions, environment, without, rule.hint);
        view.loosens.add_if_loosened(entry, &without, &with, environment);
        let now = entry.resolve_with(&with, environment);
        let before = entry.resolve_with(&without, environment);
        let (now, before) = (&now.hints[rule.hint], &before.hints[rule.hint]);
        let waits = |said: &LayerValue<bool>| said.suspended && said.origin.rule() == Some(rule);
        view.decides += u32::from(now.winner.origin.rule() == Some(rule));
        view.suspended += u32::from(now.shadowed.iter().any(waits));
        if (now.value(), now.layer().mark()) != (before.value(), before.layer().mark()) {
            view.changes += 1;
            if view.examples.len() < MAX_EXAMPLES {
                view.examples.push(format!("{}.{}", entry.server, entry.tool.name));
            }
        }
    }
    view.redundant = redundancy_reason(&view);
    view
}

/// A tool's decisions if exactly this rule, or none, applies to the hint.
fn with_rule(
    current: &ToolDecisions,
    environment: Option<&str>,
    rule: Option<Arc<Rule>>,
    hint: HintName,
) -> ToolDecisions {
    let mut current = current.clone();
    let decisions: &mut Decisions = match environment {
        None => &mut current.base,
        Some(name) => current.environments.entry(name.into()).or_default(),
    };
    decisions.rules[hint] = rule;
    current
}

/// Reason the rule has no effect, if it has none.
fn redundancy_reason(view: &RuleView) -> Option<String> {
    let why = match view {
        RuleView { matches: 0, .. } => "it matches no tool",
        RuleView { changes: 1.., .. } | RuleView { suspended: 1.., .. } => return None,
        RuleView { decides: 0, .. } => "narrower rules or decisions stand before it everywhere",
        _ => "everything it decides would be decided the same without it",
    };
    Some(why.to_owned())
}
