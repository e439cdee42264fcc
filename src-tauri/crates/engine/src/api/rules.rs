//! Rules: one decision for every tool that a selector matches.

use std::sync::Arc;

use hintsmith_core::model::decisions::Decisions;
use hintsmith_core::model::hint::{HintName, yes_no};
use hintsmith_core::model::rule::{Rule, Rules, Selector};
use hintsmith_core::resolve::LayerValue;

use super::environments::{environment_name, finish_change_set};
use crate::boxed;
use crate::catalog::{Catalog, ToolDecisions};
use crate::context::Context;
use crate::dto::{ChangeReport, Loosening, RuleInput, RuleKey, RuleView};
use crate::error::{ApiError, ErrorCode};
use crate::store::environments::BASE;
use crate::store::history::ChangeSet;
use crate::store::{refreshes, rules};

/// Maximum number of tools named as examples of a rule's effect.
const MAX_EXAMPLES: usize = 5;

/// Rules, which decide for every tool that matches.
pub struct RuleService {
    pub(crate) context: Arc<Context>,
}

impl RuleService {
    /// All rules with their effects, those of the base first.
    #[boxed]
    pub async fn list(&self) -> Result<Vec<RuleView>, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let all = catalog.rules.iter().flat_map(|(environment, rules)| {
            let environment = Some(environment.as_str()).filter(|name| *name != BASE);
            rules.iter().map(move |rule| (environment, rule))
        });
        Ok(all.map(|(environment, rule)| rule_effect(&catalog, environment, rule)).collect())
    }

    /// Previews the effect of a rule. Changes nothing.
    #[boxed]
    pub async fn preview(&self, input: RuleInput) -> Result<RuleView, ApiError> {
        let rule = self.parse_rule(&input).await?;
        let catalog = self.context.current_catalog().await?;
        Ok(rule_effect(&catalog, input.environment.as_deref(), &rule))
    }

    /// Saves a rule, replacing one with the same selector and hint.
    #[boxed]
    pub async fn set(&self, input: RuleInput) -> Result<ChangeReport, ApiError> {
        self.set_all(vec![input]).await
    }

    /// Saves several rules as one change: all of them or none.
    #[boxed]
    pub async fn set_all(&self, inputs: Vec<RuleInput>) -> Result<ChangeReport, ApiError> {
        let mut parsed: Vec<LayerRule> = Vec::new();
        for input in &inputs {
            let rule =
                LayerRule { environment: input.environment.clone(), rule: self.parse_rule(input).await? };
            if parsed.iter().any(|other| other.has_same_key(&rule)) {
                let message = format!("{} has two values for {}", input.hint.cli_name(), input.selector);
                return Err(ApiError::new(ErrorCode::Invalid, message, "Give each hint one value."));
            }
            parsed.push(rule);
        }
        let is_confirmed = inputs.iter().all(|input| input.loosen);
        let set = move |mut change_set: ChangeSet| {
            let seen = refreshes::newest_id(change_set.connection)?;
            for LayerRule { environment, rule } in &parsed {
                let rule = Rule { written_at_refresh: seen, ..rule.clone() };
                rules::set(&mut change_set, environment.as_deref().unwrap_or(BASE), &rule)?;
            }
            finish_change_set(change_set, &rules_summary(&parsed))
        };
        self.context.apply_confirmed_changes(is_confirmed, set).await
    }

    #[boxed]
    pub async fn remove(&self, input: RuleKey) -> Result<ChangeReport, ApiError> {
        self.remove_all(vec![input]).await
    }

    /// Removes several rules as one change. Fails if one of them does not exist.
    #[boxed]
    pub async fn remove_all(&self, inputs: Vec<RuleKey>) -> Result<ChangeReport, ApiError> {
        let catalog = self.context.current_catalog().await?;
        let mut removed = Vec::new();
        for RuleKey { selector: text, hint, environment } in inputs {
            let selector = parse_selector(&text)?;
            let layer = environment.unwrap_or_else(|| BASE.to_owned());
            let mut rules = catalog.rules.get(&layer).into_iter().flatten();
            if !rules.any(|rule| (&rule.selector, rule.hint) == (&selector, hint)) {
                let message = format!("there is no rule {text} about {}", hint.cli_name());
                let hint = "`hintsmith rule` lists the rules.";
                return Err(ApiError::new(ErrorCode::NotFound, message, hint));
            }
            removed.push((layer, selector, hint));
        }
        let remove = move |mut change_set: ChangeSet| {
            let mut summary = String::new();
            for (layer, selector, hint) in &removed {
                rules::remove(&mut change_set, layer, selector, *hint)?;
                let separator = if summary.is_empty() { "removed " } else { "; " };
                summary.push_str(&format!("{separator}the rule {selector} about {}", hint.cli_name()));
            }
            finish_change_set(change_set, &summary)
        };
        self.context.apply_changes(remove).await
    }

    async fn parse_rule(&self, input: &RuleInput) -> Result<Rule, ApiError> {
        self.context.check_environment(input.environment.as_deref()).await?;
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

/// A rule and its environment; none is the base.
struct LayerRule {
    environment: Option<String>,
    rule: Rule,
}

impl LayerRule {
    fn has_same_key(&self, other: &Self) -> bool {
        let key = |it: &'_ Self| (it.environment.clone(), it.rule.selector.clone(), it.rule.hint);
        key(self) == key(other)
    }
}

/// "the rule a.* in base: read-only Yes, destructive No", and so on for other selectors.
fn rules_summary(rules: &[LayerRule]) -> String {
    let mut summary = String::new();
    let mut previous = None;
    for LayerRule { environment, rule } in rules {
        let subject = (environment, &rule.selector);
        if previous == Some(subject) {
            summary.push_str(", ");
        } else {
            let separator = if summary.is_empty() { "" } else { "; " };
            let layer_name = environment_name(environment.as_deref());
            summary.push_str(&format!("{separator}the rule {} in {layer_name}: ", rule.selector));
        }
        summary.push_str(&format!("{} {}", rule.hint.cli_name(), yes_no(rule.value)));
        previous = Some(subject);
    }
    summary
}

fn parse_selector(text: &str) -> Result<Selector, ApiError> {
    Selector::parse(text).map_err(|error| {
        let hint = "Write SERVER.TOOL, where * matches any text and ? one character.";
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
        RuleView { matches: 0, .. } => "no tool matches",
        RuleView { changes: 1.., .. } | RuleView { suspended: 1.., .. } => return None,
        RuleView { decides: 0, .. } => "narrower rules or decisions take precedence for every tool",
        _ => "every value is the same without this rule",
    };
    Some(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::dto::{HistoryInput, UndoInput};
    use crate::testing::open_engine;

    fn input(hint: HintName, value: bool) -> RuleInput {
        RuleInput {
            selector: "demo.*".to_owned(),
            hint,
            value,
            because: None,
            environment: None,
            loosen: false,
        }
    }

    async fn hints(engine: &Engine) -> Vec<HintName> {
        engine.rules.list().await.unwrap().into_iter().map(|rule| rule.hint).collect()
    }

    async fn summaries(engine: &Engine) -> Vec<String> {
        let page = engine.history.page(HistoryInput { before: None, limit: 10, search: None }).await.unwrap();
        page.entries.into_iter().map(|entry| entry.summary).collect()
    }

    #[tokio::test]
    async fn several_rules_are_one_change() {
        let folder = tempfile::tempdir().unwrap();
        let engine = open_engine(folder.path(), &[]).await;
        let both = vec![input(HintName::Destructive, true), input(HintName::OpenWorld, true)];
        engine.rules.set_all(both.clone()).await.unwrap();
        assert_eq!(summaries(&engine).await, ["the rule demo.* in base: destructive Yes, open-world Yes"]);
        engine.history.undo(UndoInput { entry: None }).await.unwrap();
        assert_eq!(hints(&engine).await, []);
        engine.history.redo().await.unwrap();
        let keys = both.into_iter().map(|input| RuleKey {
            selector: input.selector,
            hint: input.hint,
            environment: None,
        });
        let keys: Vec<RuleKey> = keys.collect();
        engine.rules.remove_all(keys.clone()).await.unwrap();
        assert_eq!(hints(&engine).await, []);
        assert_eq!(
            summaries(&engine).await[0],
            "removed the rule demo.* about destructive; the rule demo.* about open-world"
        );
        engine.history.undo(UndoInput { entry: None }).await.unwrap();
        assert_eq!(hints(&engine).await.len(), 2);
        engine.rules.remove(keys[0].clone()).await.unwrap();
        // The first exists no longer, so the second stays too.
        assert_eq!(engine.rules.remove_all(keys).await.unwrap_err().code, ErrorCode::NotFound);
        assert_eq!(hints(&engine).await, [HintName::OpenWorld]);
    }

    #[tokio::test]
    async fn no_rule_is_saved_if_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let tool =
            r#"{"name":"drop","inputSchema":{},"annotations":{"readOnlyHint":false,"destructiveHint":true}}"#;
        let engine = open_engine(folder.path(), &[("demo", &[tool])]).await;
        let entries = summaries(&engine).await.len();
        let loosening = vec![input(HintName::OpenWorld, true), input(HintName::Destructive, false)];
        assert_eq!(engine.rules.set_all(loosening.clone()).await.unwrap_err().code, ErrorCode::Conflict);
        let contradiction = vec![input(HintName::OpenWorld, true), input(HintName::OpenWorld, false)];
        assert_eq!(engine.rules.set_all(contradiction).await.unwrap_err().code, ErrorCode::Invalid);
        assert_eq!((hints(&engine).await, summaries(&engine).await.len()), (vec![], entries));
        let confirmed = loosening.into_iter().map(|input| RuleInput { loosen: true, ..input }).collect();
        engine.rules.set_all(confirmed).await.unwrap();
        assert_eq!(hints(&engine).await.len(), 2);
    }
}
