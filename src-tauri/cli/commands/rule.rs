//! `hintsmith rule`

use hintsmith_engine::dto::{RuleInput, RuleKey, RuleView};
use hintsmith_engine::hint::{HintName, yes_no};
use hintsmith_engine::text::escape_line;
use hintsmith_engine::{ApiError, Engine, ErrorCode};

use super::set::{FieldChange, parse_change};
use crate::args::RuleCommand;
use crate::{EXIT_SUCCESS, output};

pub async fn run(engine: &Engine, command: Option<RuleCommand>) -> anyhow::Result<u8> {
    match command {
        None => list(engine).await,
        Some(RuleCommand::List) => list(engine).await,
        Some(RuleCommand::Add { selector, decisions, env, because, dry_run, loosen }) => {
            let (mut rules, mut previews) = (Vec::new(), Vec::new());
            for (hint, value) in parse_hints(&decisions)? {
                let input = RuleInput {
                    selector: selector.clone(),
                    hint,
                    value,
                    because: because.clone(),
                    environment: env.clone(),
                    loosen,
                };
                previews.push(engine.rules.preview(input.clone()).await?);
                rules.push(input);
            }
            output::print_report(&previews, || previews.iter().for_each(print_effect))?;
            if !dry_run {
                engine.rules.set_all(rules).await?;
            }
            Ok(EXIT_SUCCESS)
        }
        Some(RuleCommand::Remove { selector, hints: names, env }) => {
            let is_named = |rule: &RuleView| {
                names.is_empty() || names.iter().any(|name| HintName::from_cli_name(name) == Some(rule.hint))
            };
            let is_selected =
                |rule: &RuleView| rule.selector == selector && rule.environment == env && is_named(rule);
            let rules = engine.rules.list().await?.into_iter().filter(is_selected);
            let hints: Vec<HintName> = rules.map(|rule| rule.hint).collect();
            if hints.is_empty() {
                let message = format!("no such rule: {selector} {}", names.join(" "));
                let hint = "`hintsmith rule` lists the rules with their environments.";
                return Err(ApiError::new(ErrorCode::NotFound, message.trim_end(), hint).into());
            }
            let key = |hint: &HintName| RuleKey {
                selector: selector.clone(),
                hint: *hint,
                environment: env.clone(),
            };
            let report = engine.rules.remove_all(hints.iter().map(key).collect()).await?;
            output::print_report(&report, || {
                for hint in hints {
                    output::status(&format!("removed: {} {}", escape_line(&selector), hint.cli_name()));
                }
            })?;
            Ok(EXIT_SUCCESS)
        }
    }
}

async fn list(engine: &Engine) -> anyhow::Result<u8> {
    let rules = engine.rules.list().await?;
    if output::is_json() {
        output::print_json(&rules)?;
        return Ok(EXIT_SUCCESS);
    }
    let row = |rule: &RuleView| {
        [
            escape_line(&rule.selector).into_owned(),
            format!("{}={}", rule.hint.cli_name(), yes_no(rule.value).to_lowercase()),
            rule.environment.clone().unwrap_or_else(|| "base".to_owned()),
            effect_text(rule),
        ]
    };
    output::print_table(
        ["Tools", "Hint", "Environment", "Effect"],
        &rules.iter().map(row).collect::<Vec<_>>(),
    );
    if rules.is_empty() {
        output::status("No rules yet. Create one with `hintsmith rule add 'github.get_*' read-only=yes`.");
    }
    Ok(EXIT_SUCCESS)
}

fn effect_text(rule: &RuleView) -> String {
    let mut text = format!(
        "matches {}, decides {}, changes {}",
        output::pluralize(rule.matches, "tool"),
        rule.decides,
        rule.changes
    );
    if rule.suspended > 0 {
        text.push_str(&format!("; suspended for {} that changed", output::pluralize(rule.suspended, "tool")));
    }
    if let Some(why) = &rule.redundant {
        text.push_str(&format!("; redundant: {why}"));
    }
    text
}

fn print_effect(rule: &RuleView) {
    let subject = escape_line(&rule.selector);
    output::status(&format!(
        "{subject} {}={}: {}",
        rule.hint.cli_name(),
        yes_no(rule.value).to_lowercase(),
        effect_text(rule)
    ));
    for tool in &rule.examples {
        output::status(&format!("  {}", escape_line(tool)));
    }
    let others = rule.changes.saturating_sub(u32::try_from(rule.examples.len()).unwrap_or(u32::MAX));
    if others > 0 {
        output::status(&format!("  and {others} more"));
    }
    output::print_loosening(&rule.loosens);
}

/// Parses `HINT=VALUE` pairs; a rule only decides hints, as yes or no.
fn parse_hints(pairs: &[String]) -> anyhow::Result<Vec<(HintName, bool)>> {
    let hint = |pairs: &String| match parse_change(pairs)? {
        FieldChange::Hint(hint, Some(value)) => Ok((hint, value)),
        FieldChange::Hint(..)
        | FieldChange::Title(_)
        | FieldChange::Description(_)
        | FieldChange::Icon(_)
        | FieldChange::Parameter(..) => {
            let message = format!("a rule cannot decide {pairs:?}");
            Err(ApiError::new(ErrorCode::Invalid, message, "Use a hint, for example read-only=yes.").into())
        }
    };
    pairs.iter().map(hint).collect()
}
